import { createTransport } from "@platen/client";

/** Calls the contract's operations at the gateway that served this page. The browser adds the session cookie. */
export const transport = createTransport({ baseUrl: "", timeoutMs: 30_000 });
