import { createServer } from "node:http";
import { z } from "zod";
import { documentNamed, documents } from "../documents/documents.ts";
import type { BenchDocument } from "../documents/bench-document.ts";

/** The options of a peer's process, as JSON on its command line. */
export const peerOptions = z.object({
  port: z.int(),
  executablePath: z.string(),
  fonts: z.object({ FONTCONFIG_FILE: z.string() }),
  /** The folder of packages that are not in our lock file. */
  folder: z.string(),
  /** The setting to run with. */
  mode: z.string(),
});
export type PeerOptions = z.infer<typeof peerOptions>;

/** Answers `POST /<document>`, with the data as JSON, with the PDF. Prints one of each document before it listens. */
export async function servePeer(
  port: number,
  print: (document: BenchDocument, data: Record<string, unknown>) => Promise<Buffer>,
): Promise<void> {
  for (const document of documents) await print(document, document.data("RUN00000000"));
  const server = createServer((request, response) => {
    if (request.method !== "POST") {
      response.writeHead(204).end();
      return;
    }
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      // An object, as the benchmark sends it.
      const data = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
      print(documentNamed(request.url?.slice(1) ?? ""), data).then(
        (pdf) => response.writeHead(200, { "content-type": "application/pdf" }).end(pdf),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
    });
  });
  server.listen(port, "127.0.0.1");
}
