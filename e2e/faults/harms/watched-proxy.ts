import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/**
 * Starts a proxy in front of a local server. `look` sees what a client sends before the server does, and returns how many
 * bytes of the piece may pass: with less than all, no more bytes of this connection do.
 */
export async function startWatchedProxy(
  serverPort: number,
  look: (piece: Buffer) => number,
): Promise<{ port: number; close(): void }> {
  const sockets = new Set<Socket>();

  function endTogether(one: Socket, other: Socket): void {
    sockets.add(one);
    one.on("error", () => other.destroy());
    one.on("close", () => {
      sockets.delete(one);
      other.destroy();
    });
  }

  const server = createServer((client) => {
    const upstream = connect(serverPort, "127.0.0.1");
    endTogether(client, upstream);
    endTogether(upstream, client);
    let isStuck = false;
    client.on("data", (piece: Buffer) => {
      if (isStuck) return;
      const passing = look(piece);
      isStuck = passing < piece.length;
      // The client sends as fast as the server reads.
      if (!upstream.write(piece.subarray(0, passing))) client.pause();
    });
    upstream.on("drain", () => client.resume());
    upstream.pipe(client);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");

  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
