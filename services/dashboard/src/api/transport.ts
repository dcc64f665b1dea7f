import { createTransport } from "@platen/client";

/** Calls the contract's operations at the gateway that served this page; the session cookie goes along by itself. */
export const transport = createTransport({ baseUrl: "", timeoutMs: 30_000 });
