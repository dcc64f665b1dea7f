import { createHash } from "node:crypto";
import { QueueUnavailable } from "./queue-unavailable.ts";
import type { ProducerConnection } from "./redis-connections.ts";
import { decodeReply, decodeReplyHeader, largestWholeBytes, type ReceivedReply } from "./reply-frame.ts";

/** With what is around it it fits into the 64 KB that Node reads at once: what is larger is copied together again. */
const pieceBytes = 60 * 1024;
/** A reply that is being read in pieces lives for at least so long after each renewal, also when its end was due. */
export const readingLeaseMs = 10_000;
const renewEveryMs = 3_000;

/**
 * Reads the reply stored at `key`; undefined when there is none. The PDF of a large one comes in pieces, which can be read
 * once, and of which no more is in memory than what was asked for. They end with an error unless they are the PDF that
 * the worker made: the last piece is given when the checksum of all agrees. `onReadEnd` is told when no more are read.
 */
export async function readStoredReply(
  redis: ProducerConnection,
  key: string,
  onReadEnd: () => void = () => undefined,
): Promise<ReceivedReply | undefined> {
  const start = await redis.getrangeBuffer(key, 0, largestWholeBytes - 1);
  if (start.byteLength === 0) return undefined;
  const storedBytes = start.byteLength < largestWholeBytes ? start.byteLength : await redis.strlen(key);
  if (storedBytes === start.byteLength) return decodeReply(start);

  const { header, headerEnd } = decodeReplyHeader(start);
  if (header.outcome === "failed" || storedBytes !== headerEnd + header.sizeBytes) {
    throw new Error("the stored reply has another size than its header says");
  }
  const frame = { start, headerEnd, storedBytes, sha256: header.sha256 };
  return { ...header, pdf: keptWhileRead(redis, key, frame, onReadEnd) };
}

type StoredFrame = { start: Buffer; headerEnd: number; storedBytes: number; sha256: string };

async function* keptWhileRead(
  redis: ProducerConnection,
  key: string,
  frame: StoredFrame,
  onReadEnd: () => void,
): AsyncGenerator<Buffer> {
  // Whoever reads slowly may outlast the life it has. Where this fails reading fails as well, and says so.
  const renew = () => void redis.pexpire(key, readingLeaseMs, "GT").catch(() => undefined);
  renew();
  const renewing = setInterval(renew, renewEveryMs);
  try {
    yield* readPieces(redis, key, frame);
  } catch (error) {
    throw new QueueUnavailable("cannot read a reply to its end", { cause: error });
  } finally {
    clearInterval(renewing);
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
    if (piece.byteLength !== end - readBytes) throw new Error("the reply is gone");
    readBytes = end;
  }
  if (hash.digest("hex") !== sha256) throw new Error("the reply is not the one whose beginning was read");
  yield piece;
}
