// Imported by main.tsx too, so that it runs first. This import puts it into the chunk of the contract's schemas: a chunk
// runs before those that import it.
import "./zod-settings.ts";
import { createTransport } from "@platen/client";

/** Calls the contract's operations at the gateway that served this page. The browser adds the session cookie. */
export const transport = createTransport({ baseUrl: "", timeoutMs: 30_000 });
