import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { freePort } from "@platen/testing";

/** The state of the connection: `healthy`; `cut`, it breaks, new ones too; `hanging`, it is silent, new ones too. */
type State = "healthy" | "cut" | "hanging";

export type BlockingConnectionProxy = { port: number; set(state: State): void; close(): void };

function join(client: Socket, upstream: Socket): void {
  client.pipe(upstream);
  upstream.pipe(client);
}

function part(client: Socket, upstream: Socket): void {
  client.unpipe(upstream).pause();
  upstream.unpipe(client).pause();
}

/**
 * Starts a proxy between a worker and Redis that harms only the connection on which the worker blocks for jobs. New
 * connections during the harm replace that one, because the others have no reason to reconnect.
 */
export async function startBlockingConnectionProxy(redisPort: number): Promise<BlockingConnectionProxy> {
  let state: State = "healthy";
  const pairs = new Map<Socket, { upstream: Socket; isBlocking: boolean }>();

  const server = createServer((client) => {
    client.on("error", () => client.destroy());
    if (state === "cut") {
      client.resetAndDestroy();
      return;
    }
    const upstream = connect(redisPort, "127.0.0.1");
    const pair = { upstream, isBlocking: state === "hanging" };
    pairs.set(client, pair);
    upstream.on("error", () => client.destroy());
    upstream.on("close", () => client.destroy());
    client.on("close", () => {
      pairs.delete(client);
      upstream.destroy();
    });
    if (state === "hanging") client.pause();
    else {
      client.on("data", (chunk: Buffer) => (pair.isBlocking ||= chunk.includes("bzpopmin")));
      join(client, upstream);
    }
  });
  const port = await freePort();
  server.listen(port, "127.0.0.1");
  await once(server, "listening");

  return {
    port,
    set(next) {
      state = next;
      for (const [client, { upstream, isBlocking }] of pairs) {
        if (!isBlocking) continue;
        if (next === "healthy") join(client, upstream);
        else if (next === "cut") client.resetAndDestroy();
        else part(client, upstream);
      }
    },
    close() {
      server.close();
      for (const client of pairs.keys()) client.destroy();
    },
  };
}
