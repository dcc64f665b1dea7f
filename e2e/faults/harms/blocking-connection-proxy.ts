import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { freePort } from "@platen/testing";

/** What becomes of the one connection: nothing; `cut`, it breaks, and so does each new one; `hanging`, it is silent, and so is each new one. */
type State = "sound" | "cut" | "hanging";

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
 * Stands between a worker and Redis and harms the connection on which the worker waits for jobs, while all others of
 * it go on. Connections that are made during the harm are that one's, as no other has a reason to be made anew.
 */
export async function startBlockingConnectionProxy(redisPort: number): Promise<BlockingConnectionProxy> {
  let state: State = "sound";
  const pairs = new Map<Socket, { upstream: Socket; isWaiting: boolean }>();

  const server = createServer((client) => {
    client.on("error", () => client.destroy());
    if (state === "cut") {
      client.resetAndDestroy();
      return;
    }
    const upstream = connect(redisPort, "127.0.0.1");
    const pair = { upstream, isWaiting: state === "hanging" };
    pairs.set(client, pair);
    upstream.on("error", () => client.destroy());
    upstream.on("close", () => client.destroy());
    client.on("close", () => {
      pairs.delete(client);
      upstream.destroy();
    });
    if (state === "hanging") client.pause();
    else {
      client.on("data", (chunk: Buffer) => (pair.isWaiting ||= chunk.includes("bzpopmin")));
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
      for (const [client, { upstream, isWaiting }] of pairs) {
        if (!isWaiting) continue;
        if (next === "sound") join(client, upstream);
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
