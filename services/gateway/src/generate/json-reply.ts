import type { GeneratedDocument } from "@platen/contracts";
import { Reply } from "@platen/http";
import type { CompletedDocument } from "@platen/queue";
import { documentHeaders, piecesOf, timingsOf } from "./file-reply.ts";

type Described = Omit<GeneratedDocument, "content">;

/** The base64 of bytes that come in pieces: three bytes are four characters, whatever the pieces. */
async function* base64Of(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const piece of pieces) {
    const bytes = Buffer.concat([rest, piece]);
    const end = bytes.byteLength - (bytes.byteLength % 3);
    if (end > 0) yield Buffer.from(bytes.toString("base64", 0, end), "latin1");
    rest = bytes.subarray(end);
  }
  if (rest.byteLength > 0) yield Buffer.from(rest.toString("base64"), "latin1");
}

/** Writes the envelope around a PDF that comes in pieces; memory holds one piece at a time. */
function inPieces(described: Described, pdf: AsyncIterable<Uint8Array>): NonNullable<Reply["pieces"]> {
  const text = JSON.stringify({ success: true, data: { ...described, content: "" } });
  const end = '"}}';
  const start = Buffer.from(text.slice(0, -end.length));
  async function* content(): AsyncGenerator<Uint8Array> {
    yield start;
    yield* base64Of(piecesOf(pdf));
    yield Buffer.from(end);
  }
  const contentBytes = 4 * Math.ceil(described.sizeBytes / 3);
  return { sizeBytes: start.byteLength + contentBytes + end.length, content: content() };
}

/** Creates the answer in the form of JSON, with the PDF in base64. */
export function jsonReply(
  reply: CompletedDocument,
  options: {
    templateId: string | undefined;
    version: number | undefined;
    requestedAt: number;
    headers: Record<string, string>;
  },
): Reply {
  const { pdf, documentId, pageCount, sizeBytes, sha256, warnings } = reply;
  const { templateId = null, version = null } = options;
  const timings = timingsOf(reply, options.requestedAt);
  const described = { documentId, templateId, version, pageCount, sizeBytes, sha256, timings, warnings };
  const headers = { ...documentHeaders(reply, timings), ...options.headers };
  if (pdf instanceof Uint8Array) {
    const content = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString("base64");
    return new Reply({ headers, data: { ...described, content } });
  }
  return new Reply({
    headers: { ...headers, "Content-Type": "application/json; charset=utf-8" },
    pieces: inPieces(described, pdf),
  });
}
