import { failure, warning } from "@platen/contracts";
import { z } from "zod";

/** Leaves out the warnings of a newer worker that this gateway does not understand: they must not cost the document. */
const warnings = z
  .array(z.unknown())
  .catch([])
  .transform((entries) => entries.flatMap((entry) => warning.safeParse(entry).data ?? []));

const replyHeader = z.discriminatedUnion("outcome", [
  z.object({
    outcome: z.literal("completed"),
    documentId: z.string(),
    pageCount: z.int().nonnegative(),
    sizeBytes: z.int().nonnegative(),
    sha256: z.string(),
    queueMs: z.number().nonnegative(),
    renderMs: z.number().nonnegative(),
    /** The browser that printed the PDF, such as `chromium-143.0.7499.40`. */
    engine: z.string().optional(),
    warnings,
  }),
  z.object({ outcome: z.literal("failed"), documentId: z.string(), failure }),
]);

type ReplyHeader = z.infer<typeof replyHeader>;

type CompletedHeader = Extract<ReplyHeader, { outcome: "completed" }>;

/** A worker's answer for a document: the outcome, and the PDF where it has one. */
export type CompletedReply = CompletedHeader & { pdf: Uint8Array };
export type FailedReply = Extract<ReplyHeader, { outcome: "failed" }>;
export type DocumentReply = CompletedReply | FailedReply;

/** A PDF as a gateway gets it: whole, or in pieces when it is large, each read from Redis when it is asked for. */
export type ReceivedPdf = Uint8Array | AsyncIterable<Uint8Array>;
export type CompletedDocument = CompletedHeader & { pdf: ReceivedPdf };
export type ReceivedReply = CompletedDocument | FailedReply;

/**
 * A frame up to this size travels in its message, and a gateway that checks for it reads it at once. A larger frame is
 * only stored, and read in pieces, so that a gateway never has it whole in memory.
 */
export const largestWholeBytes = 256 * 1024;

const lengthBytes = 4;

/** First byte of a message. */
const wholeFrame = 1;
const storedFrame = 0;

/** What stands before a frame in a message that holds it. */
export const wholeMark = Buffer.of(wholeFrame);

/** Encodes a reply as a frame: the header's length in four bytes, the header as JSON, the PDF as it is. */
export function encodeReply(reply: DocumentReply): Buffer {
  const { pdf, ...header } = reply.outcome === "completed" ? reply : { ...reply, pdf: new Uint8Array() };
  const text = Buffer.from(JSON.stringify(header));
  const start = Buffer.allocUnsafe(lengthBytes);
  start.writeUInt32BE(text.byteLength, 0);
  return Buffer.concat([start, text, pdf]);
}

/** Decodes the header from the beginning of a frame, and says where the PDF begins. */
export function decodeReplyHeader(frame: Buffer): { header: ReplyHeader; headerEnd: number } {
  const headerEnd = lengthBytes + frame.readUInt32BE(0);
  if (headerEnd > frame.byteLength) throw new Error("The reply is cut off.");
  return { header: replyHeader.parse(JSON.parse(frame.toString("utf8", lengthBytes, headerEnd))), headerEnd };
}

/** Decodes a frame of {@link encodeReply}; throws for anything else, a cut-off frame included. */
export function decodeReply(frame: Buffer): DocumentReply {
  const { header, headerEnd } = decodeReplyHeader(frame);
  if (header.outcome === "failed") return header;
  const pdf = frame.subarray(headerEnd);
  if (pdf.byteLength !== header.sizeBytes) throw new Error("The size of the reply's PDF differs from its header.");
  return { ...header, pdf };
}

/** A message on the gateway's channel: the frame itself, or only the id of the document whose frame is stored. */
export type ReplyMessage = { frame: Buffer } | { documentId: string };

/** Encodes the message for a reply too large to travel in one: the document whose stored frame to fetch. */
export function encodeStoredMessage(documentId: string): Buffer {
  return Buffer.concat([Buffer.of(storedFrame), Buffer.from(documentId)]);
}

/** Decodes a message of either kind. */
export function decodeReplyMessage(message: Buffer): ReplyMessage {
  const content = message.subarray(1);
  return message[0] === wholeFrame ? { frame: content } : { documentId: content.toString() };
}
