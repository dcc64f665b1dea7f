import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Turns } from "./serve-in-turn.ts";

/**
 * Bounds the connections of a server. Beyond the maximum, a new one takes the place of the oldest that has not sent a
 * request yet; if there is none, of the oldest without a request under way. So many connections that send nothing, or a
 * head without end, keep no caller out who sends a request.
 */
export function limitConnections(server: Server, maxConnections: number, turns: Turns): void {
  const open = new Set<Socket>();

  /** Only a server that is full looks for it. */
  function leastNeeded(): Socket | undefined {
    let idle: Socket | undefined;
    for (const socket of open) {
      if (turns.underWay(socket)) continue;
      if (turns.hasBegun(socket)) idle ??= socket;
      else return socket;
    }
    return idle;
  }

  server.on("connection", (socket: Socket) => {
    socket.once("close", () => open.delete(socket));
    if (open.size >= maxConnections) (leastNeeded() ?? socket).destroy();
    open.add(socket);
  });
}
