import { EventSourceParserStream, type EventSourceMessage } from "eventsource-parser/stream";
import { noAnswer, type Answer, type SendRequest } from "./send.ts";

/** An answer: its events while they arrive, or the whole of any other. */
export type EventsAnswer = { events: AsyncIterable<EventSourceMessage> } | { answer: Answer };

/** Sends a request for Server-Sent Events. Throws a {@link TransportError} when no answer arrives, or when it breaks off. */
export type OpenEvents = (request: Omit<SendRequest, "body">) => Promise<EventsAnswer>;

/** Creates the function that asks for events by `fetch`. */
export function createOpenEvents(fetch: typeof globalThis.fetch = globalThis.fetch): OpenEvents {
  return async ({ url, method, headers, timeoutMs, signal }) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const failed = (error: unknown) =>
      noAnswer(timeout.aborted ? "timeout" : signal?.aborted ? "aborted" : "connection", error);

    async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<EventSourceMessage, void, undefined> {
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
        // Ends the request of a caller who wants no more. One that has failed already fails again.
        await events.cancel().catch(() => undefined);
      }
    }

    try {
      const response = await fetch(url, {
        method,
        headers: { ...headers, accept: "text/event-stream" },
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      if (response.status === 200 && response.body) return { events: eventsOf(response.body) };
      const bytes = new Uint8Array(await response.arrayBuffer());
      return {
        answer: { status: response.status, header: (name) => response.headers.get(name) ?? undefined, bytes },
      };
    } catch (error) {
      throw failed(error);
    }
  };
}
