import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** One request that a foreign site got. */
export type ForeignRequest = { method: string; path: string; headers: IncomingMessage["headers"] };

export type ForeignAnswer = { status?: number; headers?: Record<string, string>; body?: string };

/** A site that is not ours, in somebody else's hands; it notes everything that reaches it. */
export type ForeignSite = Awaited<ReturnType<typeof startForeignSite>>;

/** Starts a site that answers with `pages` by their paths, and with an empty page elsewhere. */
export async function startForeignSite(pages: Record<string, ForeignAnswer> = {}) {
  const requests: ForeignRequest[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    const { method = "", url = "", headers } = request;
    requests.push({ method, path: url, headers });
    request.resume();
    const { status = 200, headers: extra = {}, body = "<!doctype html><title>Elsewhere</title>" } = pages[url] ?? {};
    response.writeHead(status, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store", ...extra });
    response.end(body);
  });
  server.on("connection", () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;

  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    requests,
    connections: () => connections,
    close: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
