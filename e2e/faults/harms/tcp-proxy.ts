import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "@platen/testing";

/**
 * The state of a network: `healthy`; `cut`, nothing arrives and no side notices; `late`, everything arrives after a
 * delay; `trickle`, a byte at a time; `reset`, all connections break, new ones too.
 */
export type NetworkState = "healthy" | "cut" | "late" | "trickle" | "reset";

const lateMs = 300;
const byteEveryMs = 1_000;

export type TcpProxy = { port: number; set(state: NetworkState): void; close(): void };

type TcpProxyOptions = {
  address?: string;
  port?: number;
  /**
   * Sees what a client sends before the server does, and returns how many bytes of the piece may pass: with less than all, no
   * more bytes of this connection do.
   */
  look?: (piece: Buffer) => number;
};

/** Starts a proxy that acts as the network between a client and a local server, at an address of its own if need be. */
export async function startTcpProxy(
  serverPort: number,
  { address = "127.0.0.1", port: givenPort, look = ({ length }) => length }: TcpProxyOptions = {},
): Promise<TcpProxy> {
  const network: { state: NetworkState; changed: PromiseWithResolvers<void> } = {
    state: "healthy",
    changed: Promise.withResolvers(),
  };
  const sockets = new Set<Socket>();

  function keep(socket: Socket, other: Socket): void {
    sockets.add(socket);
    socket.on("error", () => other.destroy());
    socket.on("close", () => {
      sockets.delete(socket);
      // While the network is cut, the other side does not hear of the end either.
      void untilConnected().then(() => other.destroy());
    });
  }

  async function untilConnected(): Promise<void> {
    while (network.state === "cut") await network.changed.promise;
  }

  async function pass(chunk: Buffer, arrivedAt: number, from: Socket, to: Socket): Promise<void> {
    let rest = chunk;
    while (rest.length > 0) {
      await untilConnected();
      if (network.state === "late") await delay(Math.max(0, arrivedAt + lateMs - performance.now()));
      const length = network.state === "trickle" ? 1 : rest.length;
      // The one side sends as fast as the other reads.
      if (!to.write(rest.subarray(0, length))) from.pause();
      rest = rest.subarray(length);
      if (rest.length > 0) await Promise.race([delay(byteEveryMs), network.changed.promise]);
    }
  }

  function pipe(from: Socket, to: Socket, lookAt: (piece: Buffer) => number): void {
    let passed = Promise.resolve();
    let isStuck = false;
    from.on("data", (piece: Buffer) => {
      if (isStuck) return;
      const arrivedAt = performance.now();
      const passing = lookAt(piece);
      isStuck = passing < piece.length;
      passed = passed.then(() => pass(piece.subarray(0, passing), arrivedAt, from, to));
    });
    to.on("drain", () => from.resume());
  }

  const port = givenPort ?? (await freePort());
  const server = createServer((client) => {
    if (network.state === "reset") {
      client.resetAndDestroy();
      return;
    }
    const upstream = connect(serverPort, "127.0.0.1");
    keep(client, upstream);
    keep(upstream, client);
    pipe(client, upstream, look);
    pipe(upstream, client, ({ length }) => length);
  });
  server.listen(port, address);
  await once(server, "listening");

  return {
    port,
    set(next) {
      network.state = next;
      network.changed.resolve();
      network.changed = Promise.withResolvers();
      if (next === "reset") for (const socket of sockets) socket.resetAndDestroy();
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
