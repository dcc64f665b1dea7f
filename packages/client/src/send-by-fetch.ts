import { noAnswer, type Send } from "./send.ts";

/** The `fetch` of the moment of the call, so that a program may replace it after it has created a client. */
const currentFetch: typeof fetch = (...request) => globalThis.fetch(...request);

/** Creates a sender that uses `fetch`, which browsers and Node.js have. */
export function createSendByFetch(fetch = currentFetch): Send {
  return async ({ url, method, headers, body, timeoutMs, signal }) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(url, {
        method,
        headers,
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        // Bytes are copied, because browsers take none that another thread could share.
        ...(body === undefined ? {} : { body: typeof body === "string" ? body : new Uint8Array(body) }),
      });
      return {
        status: response.status,
        header: (name) => response.headers.get(name) ?? undefined,
        // Not `bytes()`: early releases of Node.js 20 do not have it.
        bytes: new Uint8Array(await response.arrayBuffer()),
      };
    } catch (error) {
      // The signals tell the reason: fetch throws whatever reason an abort was given.
      throw noAnswer(timeout.aborted ? "timeout" : signal?.aborted ? "aborted" : "connection", error);
    }
  };
}
