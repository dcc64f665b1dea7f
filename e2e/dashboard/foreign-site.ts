import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** A request that a foreign site has received. */
export type ForeignRequest = { method: string; path: string; headers: IncomingMessage["headers"] };

export type ForeignAnswer = { status?: number; headers?: Record<string, string>; body?: string };

/** A site of an attacker, which records all requests. */
export type ForeignSite = Awaited<ReturnType<typeof startForeignSite>>;

/** Starts a site that answers with `pages` by path, and with an empty page for any other path. */
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
  // A server on a port has an address of this type.
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
