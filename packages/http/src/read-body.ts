import type { IncomingMessage } from "node:http";
import type { Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { Problem } from "@platen/contracts";

/**
 * How far beyond the limit a body is read to its end for the sake of its answer: most clients see a broken connection,
 * not the answer, when they are answered while they send. What is read is in memory until the collector comes by.
 */
const patienceBytes = 3 * 1024 * 1024;

const decompressors = new Map<string, () => Transform>([
  ["gzip", createGunzip],
  ["deflate", createInflate],
  ["br", createBrotliDecompress],
]);

function tooLarge(limitBytes: number): Problem {
  return new Problem("request.too_large", { message: `The body is larger than ${limitBytes} bytes, the most taken.` });
}

function endedEarly(cause: unknown): Problem {
  return new Problem("request.invalid", { message: "The body ended early or is not compressed as it says.", cause });
}

function decompressorOf(request: IncomingMessage): Transform | undefined {
  const encoding = (request.headers["content-encoding"] ?? "identity").toLowerCase();
  if (encoding === "identity") return undefined;
  const create = decompressors.get(encoding);
  if (!create) {
    throw new Problem("request.media_unsupported", {
      message: "Send the body plain or compressed with gzip, deflate or br.",
    });
  }
  return create();
}

/** Reads a request's body, decompressed, up to a limit. What goes beyond it is not kept, and little of that is read. */
export async function readBody(request: IncomingMessage, limitBytes: number): Promise<Uint8Array> {
  const mostBytes = limitBytes + patienceBytes;
  if (Number(request.headers["content-length"] ?? 0) > mostBytes) throw tooLarge(limitBytes);
  const decompressor = decompressorOf(request);
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const chunks: Buffer[] = [];
  let received = 0;
  let size = 0;

  const finish = () => {
    if (size > limitBytes) reject(tooLarge(limitBytes));
    else resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
  };
  const keep = (chunk: Buffer) => {
    size += chunk.byteLength;
    if (size <= limitBytes) {
      chunks.push(chunk);
      return;
    }
    chunks.length = 0;
    if (!decompressor) return;
    request.unpipe(decompressor).resume();
    decompressor.destroy();
    if (request.readableEnded) finish();
  };

  request.on("data", (chunk: Buffer) => {
    received += chunk.byteLength;
    if (received > mostBytes) reject(tooLarge(limitBytes));
    if (!decompressor) keep(chunk);
  });
  request.once("error", (cause) => {
    decompressor?.destroy();
    reject(endedEarly(cause));
  });
  // A decompressor that was given up ends with the request.
  request.once("end", () => {
    if (!decompressor || decompressor.destroyed) finish();
  });
  if (decompressor) {
    decompressor.on("data", keep);
    decompressor.once("end", finish);
    decompressor.once("error", (cause) => reject(endedEarly(cause)));
    request.pipe(decompressor);
  }
  return promise;
}
