import { createHash } from "node:crypto";
import { systemClock, type Clock } from "./clock.ts";
import { QueueUnavailable } from "./queue-unavailable.ts";
import type { ProducerConnection } from "./redis-connections.ts";
import { decodeReply, decodeReplyHeader, largestWholeBytes, type ReceivedReply } from "./reply-frame.ts";

/** With its protocol frame a piece fits into the 64 KB that Node reads at once; Node copies larger answers together. */
const pieceBytes = 60 * 1024;
/** Each renewal keeps a reply that is being read in pieces for at least so long. */
export const readingLeaseMs = 10_000;
const renewalIntervalMs = 3_000;

/**
 * Reads the reply stored at `key`; undefined when no reply is there. A large PDF comes in pieces, which can be read
 * once; memory holds only the piece that was asked for. The last piece comes only when the checksum of all agrees with
 * the worker's PDF; otherwise the pieces end with an error. `onReadEnd` runs when no more pieces are read.
 */
export async function readStoredReply(
  redis: ProducerConnection,
  key: string,
  { clock = systemClock, onReadEnd = () => undefined }: { clock?: Clock; onReadEnd?: () => void } = {},
): Promise<ReceivedReply | undefined> {
  const start = await redis.getrangeBuffer(key, 0, largestWholeBytes - 1);
  if (start.byteLength === 0) return undefined;
  const storedBytes = start.byteLength < largestWholeBytes ? start.byteLength : await redis.strlen(key);
  if (storedBytes === start.byteLength) return decodeReply(start);

  const { header, headerEnd } = decodeReplyHeader(start);
  if (header.outcome === "failed" || storedBytes !== headerEnd + header.sizeBytes) {
    throw new Error("The size of the stored reply differs from its header.");
  }
  const frame = { start, headerEnd, storedBytes, sha256: header.sha256 };
  return { ...header, pdf: keptWhileRead(redis, key, frame, { clock, onReadEnd }) };
}

type StoredFrame = { start: Buffer; headerEnd: number; storedBytes: number; sha256: string };

async function* keptWhileRead(
  redis: ProducerConnection,
  key: string,
  frame: StoredFrame,
  { clock, onReadEnd }: { clock: Clock; onReadEnd: () => void },
): AsyncGenerator<Buffer> {
  // A slow reader may outlast the life of the reply. Where this fails, reading fails as well, and reports it.
  const renew = () => void redis.pexpire(key, readingLeaseMs, "GT").catch(() => undefined);
  renew();
  const stopRenewing = clock.every(renewalIntervalMs, renew);
  try {
    yield* readPieces(redis, key, frame);
  } catch (error) {
    throw new QueueUnavailable("cannot read a reply to its end", { cause: error });
  } finally {
    stopRenewing();
    onReadEnd();
  }
}

async function* readPieces(
  redis: ProducerConnection,
  key: string,
  { start, headerEnd, storedBytes, sha256 }: StoredFrame,
): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  let piece = start.subarray(headerEnd);
  let readBytes = start.byteLength;
  for (;;) {
    hash.update(piece);
    if (readBytes === storedBytes) break;
    yield piece;
    const end = Math.min(readBytes + pieceBytes, storedBytes);
    piece = await redis.getrangeBuffer(key, readBytes, end - 1);
    if (piece.byteLength !== end - readBytes) throw new Error("The reply has expired.");
    readBytes = end;
  }
  if (hash.digest("hex") !== sha256) throw new Error("The reply was replaced while it was read.");
  yield piece;
}
