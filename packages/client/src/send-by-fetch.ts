import { noAnswer, type Send } from "./send.ts";

/** Makes the sender that works everywhere, browsers included. */
export function createSendByFetch(fetch: typeof globalThis.fetch = globalThis.fetch): Send {
  return async ({ url, method, headers, body, timeoutMs, signal }) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(url, {
        method,
        headers,
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        ...(body === undefined ? {} : { body }),
      });
      return {
        status: response.status,
        header: (name) => response.headers.get(name) ?? undefined,
        bytes: await response.bytes(),
      };
    } catch (error) {
      // By the signals, as fetch throws whatever reason an abort was given.
      throw noAnswer(timeout.aborted ? "timeout" : signal?.aborted ? "aborted" : "connection", error);
    }
  };
}
