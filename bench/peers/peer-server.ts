import { once } from "node:events";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { z } from "zod";
import { documentNamed, documents } from "../documents/documents.ts";
import type { BenchDocument } from "../documents/bench-document.ts";

/** The options of a peer's process, as JSON on its command line. */
const peerOptions = z.object({
  port: z.int(),
  executablePath: z.string(),
  fonts: z.object({ FONTCONFIG_FILE: z.string() }),
  /** The folder of packages that are not in our lock file. */
  folder: z.string(),
  /** The setting to run with. */
  mode: z.string(),
});
export type PeerOptions = z.infer<typeof peerOptions>;

/** Reads the options of this process. */
export function readPeerOptions(): PeerOptions {
  return peerOptions.parse(JSON.parse(process.argv[2] ?? ""));
}

/** The options of a browser as most programs start it. The sandbox does not work for root, so most switch it off. */
export function launchOptions({ executablePath, fonts }: PeerOptions) {
  return {
    executablePath,
    headless: "shell" as const,
    // The browser ends with its pipe, so it never outlives the program.
    pipe: true,
    args: ["--no-sandbox"],
    env: { PATH: "/usr/bin:/bin", ...fonts },
  };
}

const data = z.record(z.string(), z.unknown());

/** Answers `POST /<document>`, with the data as JSON, with the PDF. Prints one of each document before it listens. */
export async function servePeer(
  { port }: PeerOptions,
  print: (document: BenchDocument, data: Record<string, unknown>) => Promise<Uint8Array>,
): Promise<void> {
  for (const document of documents) await print(document, document.data("RUN00000000"));
  const server = createServer((request, response) => {
    if (request.method !== "POST") {
      response.writeHead(204).end();
      return;
    }
    json(request)
      .then((body) => print(documentNamed(request.url?.slice(1) ?? ""), data.parse(body)))
      .then(
        (pdf) => response.writeHead(200, { "content-type": "application/pdf" }).end(pdf),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
  });
  await once(server.listen(port, "127.0.0.1"), "listening");
}
