import { once } from "node:events";
import type { Writable } from "node:stream";
import type { Pieces } from "./reply.ts";

/** What `sendPieces` uses of a `ServerResponse`. */
type PiecesResponse = Writable & {
  setHeader(name: string, value: number): unknown;
  strictContentLength: boolean;
  /** Absent in tests. */
  readonly req?: { readonly method?: string | undefined };
};

/**
 * Sends an answer in pieces, each when the caller has taken the one before. Throws when the pieces fail or have fewer or
 * more bytes than announced; the error handler then breaks the connection, the only signal left after the headers. Stops
 * reading pieces when the caller disconnects.
 */
export async function sendPieces(
  response: PiecesResponse,
  { sizeBytes, content }: Pieces,
  signal: AbortSignal,
): Promise<void> {
  if (sizeBytes !== undefined) {
    response.setHeader("Content-Length", sizeBytes);
    response.strictContentLength = true;
  }
  if (response.req?.method === "HEAD") {
    // Nothing is read: a ZIP has gigabytes.
    response.end();
    return;
  }
  try {
    for await (const piece of content) {
      if (!response.write(piece)) await once(response, "drain", { signal });
    }
    response.end();
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
