import { createServer, type Socket } from "node:net";
import { expect, test } from "@jest/globals";
import { createTransport } from "@platen/client";
import { createSendByNode } from "@platen/client/node";
import { createTemplateSources } from "../src/template-sources.ts";

test("a document times out in its template stage if the catalog hangs", async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => void sockets.push(socket.on("error", () => undefined)));
  await new Promise<void>((resolve) => {
    silent.listen(0, "127.0.0.1", resolve);
  });
  const address = silent.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  const baseUrl = `http://127.0.0.1:${address.port}`;
  const sources = createTemplateSources(createTransport({ baseUrl, timeoutMs: 60_000, send: createSendByNode() }));
  const startedAt = Date.now();
  try {
    const reading = sources.get(
      { sourceId: "ver_1", grant: "grant", requestId: "req_12345678" },
      AbortSignal.timeout(200),
    );
    await expect(reading).rejects.toMatchObject({ code: "render_timeout", stage: "template" });
    expect(Date.now() - startedAt).toBeLessThan(10_000);
  } finally {
    for (const socket of sockets) socket.destroy();
    silent.close();
  }
});
