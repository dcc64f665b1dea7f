import { buffer } from "node:stream/consumers";
import { Problem } from "@platen/contracts";
import type { ReceivedPdf } from "@platen/queue";

/** The pieces of a PDF, with the problem the caller is told of where the next cannot be read. */
export async function* piecesOf(pdf: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* pdf;
  } catch (cause) {
    throw new Problem("dependency.unavailable", { retryAfterSeconds: 1, cause });
  }
}

/** The whole of a PDF in one, for an answer that has it in it. */
export async function wholePdf(pdf: ReceivedPdf): Promise<Buffer> {
  if (pdf instanceof Uint8Array) return Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  return buffer(piecesOf(pdf));
}
