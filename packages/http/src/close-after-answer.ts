import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/** What a caller who is still sending has to take his answer in. */
const takingMs = 1_000;

/**
 * Closes a connection on which an answer was written so that a caller who is still sending gets it (RFC 9112, 9.6): it
 * says that nothing more comes, and ends a moment later. When it ends at once, with something unread in it, the caller's
 * system reports a broken connection, often before the answer was looked at.
 */
export function closeGently(socket: Duplex): void {
  socket.end();
  // What still comes is not wanted, and would be held in memory until it is collected.
  socket.pause();
  const timer = setTimeout(() => socket.destroy(), takingMs);
  socket.once("close", () => clearTimeout(timer));
}

/** Has the connection of a request that is answered before its body has come closed so that the caller gets the answer. */
export function closeAfterAnswer(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  response.setHeader("Connection", "close");
  // A body that nobody has begun to read Node would read to its end from the answer on, pause or no pause.
  request.resume();
  // What Node calls once the answer is written; its own would end the connection at once.
  socket.destroySoon = () => closeGently(socket);
}
