import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "@platen/testing";

/**
 * What a network does to its connections: nothing; `cut`, nothing arrives and nobody is told; `late`, everything arrives
 * after a while; `trickle`, a byte at a time; `reset`, they break, and so does each new one.
 */
export type NetworkState = "sound" | "cut" | "late" | "trickle" | "reset";

const lateMs = 300;
const byteEveryMs = 1_000;

export type TcpProxy = { port: number; set(state: NetworkState): void; close(): void };

/** Stands between a client and the server at a port of this machine, as the network between them. */
export async function startTcpProxy(serverPort: number): Promise<TcpProxy> {
  const network: { state: NetworkState; changed: PromiseWithResolvers<void> } = {
    state: "sound",
    changed: Promise.withResolvers(),
  };
  const sockets = new Set<Socket>();

  function keep(socket: Socket, other: Socket): void {
    sockets.add(socket);
    socket.on("error", () => other.destroy());
    socket.on("close", () => {
      sockets.delete(socket);
      // Whether the other side has gone is not known either while the network is cut.
      void untilHeard().then(() => other.destroy());
    });
  }

  async function untilHeard(): Promise<void> {
    while (network.state === "cut") await network.changed.promise;
  }

  async function pass(chunk: Buffer, arrivedAt: number, to: Socket): Promise<void> {
    let rest = chunk;
    while (rest.length > 0) {
      await untilHeard();
      if (network.state === "late") await delay(Math.max(0, arrivedAt + lateMs - performance.now()));
      const length = network.state === "trickle" ? 1 : rest.length;
      to.write(rest.subarray(0, length));
      rest = rest.subarray(length);
      if (rest.length > 0) await Promise.race([delay(byteEveryMs), network.changed.promise]);
    }
  }

  function pipe(from: Socket, to: Socket): void {
    let passed = Promise.resolve();
    from.on("data", (chunk: Buffer) => {
      const arrivedAt = performance.now();
      passed = passed.then(() => pass(chunk, arrivedAt, to));
    });
  }

  const port = await freePort();
  const server = createServer((client) => {
    if (network.state === "reset") {
      client.resetAndDestroy();
      return;
    }
    const upstream = connect(serverPort, "127.0.0.1");
    keep(client, upstream);
    keep(upstream, client);
    pipe(client, upstream);
    pipe(upstream, client);
  });
  server.listen(port, "127.0.0.1");
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
