import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Starts a receiver of webhooks that takes messages and does not answer. It notes the time of each message at `/own`. */
export async function startSlowReceiver() {
  const arrived: number[] = [];
  const server = createServer((request, response) => {
    if (request.url !== "/own") return;
    arrived.push(performance.now());
    response.writeHead(204).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    urlOf: (name: string, path: string) => `http://${name}:${port}${path}`,
    /** The times of the messages at `/own`. */
    arrived,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
