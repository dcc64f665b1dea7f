import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { Pieces } from "./reply.ts";

/**
 * Sends an answer in pieces, the next one when the caller has taken the last. It throws when the pieces end too soon or
 * are not as many bytes as were announced, and leaves it to the error handler to break the connection: that is the only
 * way to tell a caller who has the beginning. When the caller leaves, no more pieces are asked for.
 */
export async function sendPieces(
  response: ServerResponse,
  { sizeBytes, content }: Pieces,
  signal: AbortSignal,
): Promise<void> {
  response.setHeader("Content-Length", sizeBytes);
  response.strictContentLength = true;
  try {
    for await (const piece of content) {
      if (!response.write(piece)) await once(response, "drain", { signal });
    }
    response.end();
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
