import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/** How long the connection of a caller who is still sending stays open after the answer. */
const lingerMs = 1_000;

/**
 * Closes a connection with a delay (RFC 9112, 9.6), so that a caller who is still sending reads the answer first. If the
 * server closed at once, with unread data on the connection, the caller's system would report a broken connection and
 * often discard the answer.
 */
export function closeLingering(socket: Duplex): void {
  socket.end();
  // Reading the rest of the request would only fill memory.
  socket.pause();
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once("close", () => clearTimeout(timer));
}

/** Prepares an answer to a request whose body has not arrived yet: the connection closes after it, with a delay. */
export function closeAfterAnswer(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  response.setHeader("Connection", "close");
  // After the answer Node would read an untouched body to its end, even on a paused socket.
  request.resume();
  // Node calls `destroySoon` once the answer is written; its own version closes the connection at once.
  socket.destroySoon = () => closeLingering(socket);
}
