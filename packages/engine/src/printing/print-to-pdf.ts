import type { CDPSession, Protocol } from "puppeteer";
import { answerTooLong } from "../chromium/pipe-transport.ts";
import { tooLarge } from "../failure/too-large.ts";

const chunkBytes = 1_000_000;

type PieceLimits = { maxBytes: number; isWanted: () => boolean };

/**
 * Prints the document on a page. The PDF comes in one message. A PDF that is too long for one, which no more than the
 * print itself tells, is printed again, in pieces.
 */
export async function printToPdf(
  session: CDPSession,
  options: Protocol.Page.PrintToPDFRequest,
  limits: PieceLimits,
): Promise<Buffer> {
  try {
    const { data } = await session.send("Page.printToPDF", { ...options, transferMode: "ReturnAsBase64" });
    return Buffer.from(data, "base64");
  } catch (error) {
    if (error instanceof Error && error.message.includes(answerTooLong)) {
      return printToPdfInPieces(session, options, limits);
    }
    throw error;
  }
}

/**
 * Prints a large document. The PDF comes in pieces, so that it is never in memory as base64 text, which is a third
 * larger. Reading stops at `maxBytes`, and when `isWanted` tells that no caller waits.
 */
export async function printToPdfInPieces(
  session: CDPSession,
  options: Protocol.Page.PrintToPDFRequest,
  limits: PieceLimits,
): Promise<Buffer> {
  const { stream: handle } = await session.send("Page.printToPDF", { ...options, transferMode: "ReturnAsStream" });
  if (handle === undefined) throw new Error("Chromium gave no stream to read the PDF from");
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    while (limits.isWanted()) {
      const { data, base64Encoded, eof } = await session.send("IO.read", { handle, size: chunkBytes });
      const piece = Buffer.from(data, base64Encoded ? "base64" : "latin1");
      pieces.push(piece);
      length += piece.length;
      if (length > limits.maxBytes) throw tooLarge("PDF", limits.maxBytes);
      if (eof) break;
    }
    return Buffer.concat(pieces, length);
  } finally {
    session.send("IO.close", { handle }).catch(() => {
      // The page is closed, and its streams with it.
    });
  }
}
