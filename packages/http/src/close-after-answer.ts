import type { IncomingMessage, ServerResponse } from "node:http";

/** What a caller who is still sending has to take his answer in. */
const takingMs = 1_000;

/**
 * Has the connection of a request that is answered before its body has come closed so that the caller gets the answer
 * (RFC 9112, 9.6): it says that nothing more comes, and ends a moment later. Node ends it at once, and as there is
 * something unread in it, the caller's system then reports a broken connection, often before the answer was looked at.
 */
export function closeAfterAnswer(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  response.setHeader("Connection", "close");
  // A body that nobody has begun to read Node would read to its end from the answer on, pause or no pause.
  request.resume();
  // What Node calls once the answer is written.
  socket.destroySoon = () => {
    socket.end();
    // What still comes is not wanted, and would be held in memory until it is collected.
    socket.pause();
    const timer = setTimeout(() => socket.destroy(), takingMs);
    socket.once("close", () => clearTimeout(timer));
  };
}
