import type { IncomingMessage } from "node:http";
import { Problem } from "@platen/contracts";
import { decompressorOf, endedEarly, expandedTooFar, isCompressed } from "./content-encoding.ts";
import { GrowingBuffer } from "./growing-buffer.ts";
import { refusalOfBody } from "./incoming-body.ts";

/**
 * How far beyond the limit the server still reads a body to its end. Most clients that are answered while they send see
 * a broken connection instead of the answer. The extra bytes stay in memory until the garbage collector frees them.
 */
const drainBytes = 3 * 1024 * 1024;

/** Larger than the data of nearly every document, and cheap enough to read and parse for a stranger. */
export const freelyReadBytes = 64 * 1024;

/** Smaller bodies may have any ratio. */
const anyRatioBytes = 256 * 1024;

/** The problem of a body that exceeds a limit. */
export function tooLarge(limitBytes: number): Problem {
  return new Problem("request.too_large", {
    message: `The body exceeds the limit of ${limitBytes.toLocaleString("en")} bytes.`,
  });
}

/**
 * Reads a request's body, decompressed, up to a limit. Keeps nothing beyond the limit and reads little more. Before it
 * reads more than {@link freelyReadBytes}, as sent or decompressed, it waits for `beforeMore`, and stops if that throws.
 */
export async function readBody(
  request: IncomingMessage,
  limitBytes: number,
  beforeMore?: () => Promise<unknown>,
): Promise<Uint8Array> {
  const maxReadBytes = limitBytes + drainBytes;
  const announcedBytes = Number(request.headers["content-length"] ?? 0);
  if (announcedBytes > maxReadBytes) throw tooLarge(limitBytes);
  let askBeforeMore = beforeMore;
  if (askBeforeMore && announcedBytes > freelyReadBytes) {
    await askBeforeMore();
    askBeforeMore = undefined;
    // A destroyed request sends no event any more.
    if (request.destroyed) throw endedEarly(request.errored);
  }
  const decompressor = isCompressed(request) ? decompressorOf(request)() : undefined;
  const body = decompressor ?? request;
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const kept = new GrowingBuffer(decompressor || announcedBytes === 0 ? limitBytes : announcedBytes);
  let received = 0;
  let size = 0;
  let refusal: Problem | undefined;
  let isStopped = false;
  const stop = (error: unknown) => {
    isStopped = true;
    kept.clear();
    decompressor?.destroy();
    reject(error);
  };
  const finish = () => {
    refusal ??= refusalOfBody(request);
    if (refusal) reject(refusal);
    else resolve(kept.take());
  };
  const keep = (chunk: Buffer) => {
    if (isStopped) return;
    size += chunk.byteLength;
    if (size > limitBytes) refusal ??= tooLarge(limitBytes);
    else if (decompressor) refusal ??= expandedTooFar(received, size, anyRatioBytes);
    if (!refusal) {
      kept.append(chunk);
      if (!askBeforeMore || size <= freelyReadBytes) return;
      body.pause();
      askBeforeMore().then(() => body.resume(), stop);
      askBeforeMore = undefined;
      return;
    }
    kept.clear();
    if (!decompressor) return;
    request.unpipe(decompressor).resume();
    decompressor.destroy();
    if (request.readableEnded) finish();
  };

  request.on("data", (chunk: Buffer) => {
    received += chunk.byteLength;
    if (received > maxReadBytes) reject(tooLarge(limitBytes));
    if (!decompressor) keep(chunk);
  });
  request.once("error", (cause) => {
    decompressor?.destroy();
    reject(endedEarly(cause));
  });
  // A destroyed decompressor never ends; the request's own end finishes the body then.
  request.once("end", () => {
    if (!decompressor || decompressor.destroyed) finish();
  });
  if (decompressor) {
    decompressor.on("data", keep);
    decompressor.once("end", finish);
    decompressor.once("error", (cause) => reject(refusalOfBody(request) ?? endedEarly(cause)));
    request.pipe(decompressor);
  }
  return promise;
}
