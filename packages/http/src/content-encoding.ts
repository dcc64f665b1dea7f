import type { IncomingMessage } from "node:http";
import type { Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { Problem } from "@platen/contracts";

/** Data of real documents compresses to a tenth or a thirtieth. */
const maxRatio = 100;

const decompressors = new Map<string, () => Transform>([
  ["gzip", createGunzip],
  ["deflate", createInflate],
  ["br", createBrotliDecompress],
]);

function encodingOf(request: Pick<IncomingMessage, "headers">): string {
  return (request.headers["content-encoding"] ?? "identity").toLowerCase();
}

/** Whether the body of a request is compressed, in any way. */
export function isCompressed(request: Pick<IncomingMessage, "headers">): boolean {
  return encodingOf(request) !== "identity";
}

/** Returns the function that creates the decompressor of a compressed body. Throws for a compression that Platen does not know. */
export function decompressorOf(request: Pick<IncomingMessage, "headers">): () => Transform {
  const create = decompressors.get(encodingOf(request));
  if (create) return create;
  throw new Problem("request.media_unsupported", {
    message: "`Content-Encoding` must be gzip, deflate, br or identity.",
    // As RFC 7694 has it.
    headers: { "Accept-Encoding": [...decompressors.keys()].join(", ") },
  });
}

/** The problem of a body that breaks off, or is no compressed text. */
export function endedEarly(cause: unknown): Problem {
  return new Problem("request.invalid", {
    message: "The body ended early, or its compression does not match `Content-Encoding`.",
    cause,
  });
}

/**
 * The problem of a body that expands too far; undefined for other bodies. Bodies of up to `anyRatioBytes` may expand
 * from any size.
 */
export function expandedTooFar(sent: number, expanded: number, anyRatioBytes: number): Problem | undefined {
  if (expanded <= Math.max(anyRatioBytes, sent * maxRatio)) return undefined;
  return new Problem("request.too_large", {
    message: `The body expands to more than ${maxRatio} times its compressed size. Send it without compression.`,
  });
}
