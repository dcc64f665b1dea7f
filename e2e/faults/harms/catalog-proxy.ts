import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { freePort } from "@platen/testing";

export type CatalogProxy = { url: string; close(): Promise<void> };

/** The fate of a request: it passes, its connection breaks, it gets no answer, or the answer is a 500. */
export type Fate = "passes" | "breaks" | "hangs" | "fails";

/**
 * Starts a proxy between a worker or courier and the catalog. `onRequest` decides on each request. `onAnswer` sees each answer first; if
 * it returns false, the caller gets no answer.
 */
export async function startCatalogProxy(
  catalogUrl: string,
  {
    onRequest = () => "passes",
    onAnswer = () => true,
  }: { onRequest?: (path: string) => Fate | Promise<Fate>; onAnswer?: (body: string, path: string) => boolean },
): Promise<CatalogProxy> {
  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { authorization = "", "content-type": type = "application/json" } = request.headers;
    const body = await buffer(request);
    const fate = await onRequest(request.url ?? "");
    if (fate === "breaks") response.destroy();
    if (fate === "fails") response.writeHead(500, { "content-type": "application/json" }).end("{}");
    if (fate !== "passes") return;
    const answer = await fetch(`${catalogUrl}${request.url}`, {
      method: request.method ?? "GET",
      headers: { authorization, "content-type": type },
      ...(body.byteLength > 0 && { body: Uint8Array.from(body) }),
      signal: AbortSignal.timeout(10_000),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (!onAnswer(bytes.toString(), request.url ?? "")) return;
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
    response.end(bytes);
  }

  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  });
  const port = await freePort();
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
