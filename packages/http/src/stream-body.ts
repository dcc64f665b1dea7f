import type { IncomingMessage } from "node:http";
import { pipeline, Readable, type Transform } from "node:stream";
import { isProblem, Problem, type OperationRequest } from "@platen/contracts";
import { decompressorOf, endedEarly, expandedTooFar, isCompressed } from "./content-encoding.ts";
import { refusalOfBody } from "./incoming-body.ts";
import { memoryOfProcess } from "./memory-watch.ts";

/** What reading a body uses of a request. */
type StreamedRequest = Readable & Pick<IncomingMessage, "headers">;

/** More than the pieces that careful senders make. What expands to so little may expand from any size. */
const anyRatioBytes = 4 * 1024 * 1024;

/** The pieces of a body as sent. Throws at the end if the server itself has ended it. */
async function* wholeBody(request: StreamedRequest): AsyncGenerator<Uint8Array> {
  // A reader that stops early leaves the connection open for the answer.
  yield* request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  const refusal = refusalOfBody(request);
  if (refusal) throw refusal;
}

/** Passes pieces on, and throws as soon as they are more than the limit. */
async function* upTo(limitBytes: number, pieces: AsyncIterable<Uint8Array>, note?: (bytes: number) => void) {
  let receivedBytes = 0;
  for await (const piece of pieces) {
    receivedBytes += piece.byteLength;
    if (receivedBytes > limitBytes) {
      const message = `The body has more than ${limitBytes.toLocaleString("en")} bytes, the maximum of this operation.`;
      throw new Problem("request.too_large", { message });
    }
    note?.(receivedBytes);
    yield piece;
  }
}

async function* inflate(
  request: StreamedRequest,
  sent: (note: (bytes: number) => void) => AsyncIterable<Uint8Array>,
  decompressor: Transform,
): AsyncGenerator<Uint8Array, void, undefined> {
  let sentBytes = 0;
  let bytes = 0;
  const source = Readable.from(
    sent((received) => (sentBytes = received)),
    { highWaterMark: 1 },
  );
  // An error of the source comes out of the decompressor, and the end of the reader ends the source.
  pipeline(source, decompressor, () => undefined);
  try {
    for await (const piece of decompressor as AsyncIterable<Uint8Array>) {
      bytes += piece.byteLength;
      const problem = expandedTooFar(sentBytes, bytes, anyRatioBytes);
      if (problem) throw problem;
      yield piece;
    }
  } catch (error) {
    throw isProblem(error) || request.errored ? error : endedEarly(error);
  }
}

/**
 * The pieces of a body while it arrives, decompressed if the operation takes compressed bodies. Reading them throws as soon
 * as they are more than the limit, as sent or decompressed. Holds a few pieces at most.
 */
export function streamBody(
  request: StreamedRequest,
  { maxBytes, takesCompressed }: NonNullable<OperationRequest["bytes"]>,
): AsyncGenerator<Uint8Array, void, undefined> {
  memoryOfProcess.refuseWhenFull();
  const sent = (note?: (bytes: number) => void) => upTo(maxBytes, wholeBody(request), note);
  if (!isCompressed(request)) return sent();
  if (takesCompressed !== true) {
    throw new Problem("request.media_unsupported", {
      message: "This operation takes no compressed body. Send the body without `Content-Encoding`.",
    });
  }
  const createDecompressor = decompressorOf(request);
  return upTo(
    maxBytes,
    (async function* inflated() {
      yield* inflate(request, sent, createDecompressor());
    })(),
  );
}
