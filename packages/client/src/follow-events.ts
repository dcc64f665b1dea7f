import type { Operation, RequestOf } from "@platen/contracts";
import { EventSourceParserStream } from "eventsource-parser/stream";
import { piecesOf, type OpenStream } from "./open-stream.ts";
import type { CallOptions } from "./transport.ts";

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
export function createFollowEvents(openStream: OpenStream): FollowEvents {
  return async (operation, request, call) => {
    const headers = { ...call?.headers, accept: "text/event-stream" };
    const { status, body, failed } = await openStream(operation, request, { ...call, headers });
    if (status === 204 || body === null) return undefined;
    const events = body
      // The types differ in the kind of memory that a piece may have.
      .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
      .pipeThrough(new EventSourceParserStream());
    return piecesOf(events, failed);
  };
}
