import type { Server } from "node:http";
import type { Socket } from "node:net";

/**
 * Bounds the connections of a server. Beyond the maximum, a new one takes the place of one without a request under way:
 * of that which has been open longest without a request, then of that which has been idle longest. So many connections
 * that send nothing, or a head without end, keep no caller out who sends a request.
 */
export function limitConnections(server: Server, maxConnections: number): void {
  const silent = new Set<Socket>();
  const idle = new Set<Socket>();
  let open = 0;

  server.on("connection", (socket: Socket) => {
    open += 1;
    silent.add(socket);
    socket.once("close", () => {
      open -= 1;
      silent.delete(socket);
      idle.delete(socket);
    });
    if (open <= maxConnections) return;
    const [longestSilent = socket] = silent;
    const [longestIdle = socket] = idle;
    (longestSilent === socket ? longestIdle : longestSilent).destroy();
  });

  server.on("request", ({ socket }, response) => {
    silent.delete(socket);
    idle.delete(socket);
    response.once("close", () => {
      if (!socket.destroyed) idle.add(socket);
    });
  });
}
