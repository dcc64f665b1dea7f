import type { Operation, RequestOf } from "@platen/contracts";
import { EventSourceParserStream } from "eventsource-parser/stream";
import { noAnswer } from "./send.ts";
import { errorFrom, requestOf, withoutAnswer, type CallOptions, type TransportOptions } from "./transport.ts";

/** An event of a stream. */
type ServerSentEvent = { id?: string | undefined; event?: string | undefined; data: string };

/** Calls an operation that answers with events. Returns them while they arrive, or nothing once all were told. */
export type FollowEvents = <T extends Operation>(
  operation: T,
  request: RequestOf<T>,
  call?: CallOptions,
) => Promise<AsyncIterable<ServerSentEvent> | undefined>;

/**
 * Creates the caller of operations that answer with Server-Sent Events. It throws as the transport does. Apart from it, because
 * a program that follows nothing does not load it.
 */
export function createFollowEvents(
  options: Pick<TransportOptions, "baseUrl" | "headers" | "timeoutMs"> & {
    fetch?: typeof globalThis.fetch | undefined;
  },
): FollowEvents {
  const { fetch = globalThis.fetch } = options;
  return async (operation, request, call = {}) => {
    const { url, method, headers, timeoutMs, signal } = requestOf(options, operation, request, call);
    const timeout = AbortSignal.timeout(timeoutMs);
    const failed = (error: unknown) =>
      withoutAnswer(
        operation,
        noAnswer(timeout.aborted ? "timeout" : signal?.aborted ? "aborted" : "connection", error),
      );

    async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent, void, undefined> {
      const events = body
        // The types differ in the kind of memory that a piece may have.
        .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
        .pipeThrough(new EventSourceParserStream())
        .getReader();
      try {
        for (let next = await events.read(); !next.done; next = await events.read()) yield next.value;
      } catch (error) {
        throw failed(error);
      } finally {
        // Ends the request of a caller who wants no more. A request that has failed fails here again.
        await events.cancel().catch(() => undefined);
      }
    }

    let response: Response;
    let bytes: Uint8Array;
    try {
      response = await fetch(url, {
        method,
        headers: { ...headers, accept: "text/event-stream" },
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      if (response.status === 200 && response.body) return eventsOf(response.body);
      bytes = new Uint8Array(await response.arrayBuffer());
    } catch (error) {
      throw failed(error);
    }
    if (response.status === 204) return undefined;
    const header = (name: string) => response.headers.get(name) ?? undefined;
    throw errorFrom(operation, { status: response.status, header, bytes });
  };
}
