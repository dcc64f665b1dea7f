import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { discardRest } from "./discard-rest.ts";

/**
 * Closes a connection with a delay (RFC 9112, 9.6), so that a caller who is still sending reads the answer first. If the
 * server closed at once, or left data unread, the caller's system would report a broken connection and often discard the
 * answer.
 */
export function closeLingering(socket: Duplex): void {
  socket.end();
  discardRest(socket);
}

/** Prepares an answer to a request whose body has not arrived yet: the connection closes after it, with a delay. */
export function closeAfterAnswer(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  response.setHeader("Connection", "close");
  // Node calls `destroySoon` once the answer is written; its own version closes the connection at once.
  socket.destroySoon = () => closeLingering(socket);
}
