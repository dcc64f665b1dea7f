import type { Operation, RequestOf } from "@platen/contracts";
import type { TransportError } from "./api-problem.ts";
import { noAnswer, type Answer } from "./send.ts";
import { errorFrom, requestOf, withoutAnswer, type CallOptions, type TransportOptions } from "./transport.ts";

/** An answer whose body is read while it arrives. */
export type OpenedAnswer = Omit<Answer, "bytes"> & {
  body: ReadableStream<Uint8Array> | null;
  /** Turns the failure of reading into the error of the call. */
  failed: (error: unknown) => TransportError;
};

/** Calls an operation and returns its answer before the body has arrived. Throws as the transport does. */
export type OpenStream = <T extends Operation>(
  operation: T,
  request: RequestOf<T>,
  call?: CallOptions,
) => Promise<OpenedAnswer>;

/** Creates the caller of operations whose answers are read while they arrive. The time limit holds for the whole body. */
export function createOpenStream(
  options: Pick<TransportOptions, "baseUrl" | "headers" | "timeoutMs"> & {
    fetch?: typeof globalThis.fetch | undefined;
  },
): OpenStream {
  return async (operation, request, call = {}) => {
    const { fetch = globalThis.fetch } = options;
    const { url, method, headers, body: sent, timeoutMs, signal } = requestOf(options, operation, request, call);
    const timeout = AbortSignal.timeout(timeoutMs);
    const failed = (error: unknown) =>
      withoutAnswer(
        operation,
        noAnswer(timeout.aborted ? "timeout" : signal?.aborted ? "aborted" : "connection", error),
      );
    let answer: Answer;
    try {
      const response = await fetch(url, {
        method,
        headers,
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        // Bytes are copied, because browsers take none that another thread could share.
        ...(sent === undefined ? {} : { body: typeof sent === "string" ? sent : new Uint8Array(sent) }),
      });
      const { status, body } = response;
      const header = (name: string) => response.headers.get(name) ?? undefined;
      if (response.ok) return { status, header, body, failed };
      answer = { status, header, bytes: new Uint8Array(await response.arrayBuffer()) };
    } catch (error) {
      throw failed(error);
    }
    throw errorFrom(operation, answer);
  };
}

/** Reads a body piece by piece. A caller who leaves the loop ends the request. */
export async function* piecesOf<Piece>(
  body: ReadableStream<Piece>,
  failed: OpenedAnswer["failed"],
): AsyncGenerator<Piece, void, undefined> {
  const reader = body.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } catch (error) {
    throw failed(error);
  } finally {
    // A request that has failed fails here again.
    await reader.cancel().catch(() => undefined);
  }
}
