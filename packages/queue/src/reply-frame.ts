import { failure } from "@platen/contracts";
import { z } from "zod";

const replyHeader = z.discriminatedUnion("outcome", [
  z.object({
    outcome: z.literal("completed"),
    documentId: z.string(),
    pageCount: z.int().nonnegative(),
    sizeBytes: z.int().nonnegative(),
    sha256: z.string(),
    queueMs: z.number().nonnegative(),
    renderMs: z.number().nonnegative(),
  }),
  z.object({ outcome: z.literal("failed"), documentId: z.string(), failure }),
]);

type ReplyHeader = z.infer<typeof replyHeader>;

/** What a worker answers for a document: what became of it, and the PDF where there is one. */
export type CompletedReply = Extract<ReplyHeader, { outcome: "completed" }> & { pdf: Uint8Array };
export type FailedReply = Extract<ReplyHeader, { outcome: "failed" }>;
export type DocumentReply = CompletedReply | FailedReply;

const lengthBytes = 4;

/** Encodes a reply: the header's length in four bytes, the header as JSON, the PDF as it is. */
export function encodeReply(reply: DocumentReply): Buffer {
  const { pdf, ...header } = reply.outcome === "completed" ? reply : { ...reply, pdf: new Uint8Array() };
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32BE(text.byteLength);
  return Buffer.concat([length, text, pdf]);
}

/** Decodes what {@link encodeReply} made; throws for anything else, a cut-off frame included. */
export function decodeReply(frame: Buffer): DocumentReply {
  const headerEnd = lengthBytes + frame.readUInt32BE(0);
  if (headerEnd > frame.byteLength) throw new Error("the reply is cut off");
  const header = replyHeader.parse(JSON.parse(frame.toString("utf8", lengthBytes, headerEnd)));
  if (header.outcome === "failed") return header;
  const pdf = frame.subarray(headerEnd);
  if (pdf.byteLength !== header.sizeBytes) throw new Error("the reply's PDF has another size than its header says");
  return { ...header, pdf };
}

/** First byte of a message. */
export const wholeFrame = 1;
const storedFrame = 0;

/** What goes over the gateway's channel: the frame itself, or only the id of the document whose frame is stored. */
export type ReplyMessage = { frame: Buffer } | { documentId: string };

/** Encodes a message; its first byte says which of the two it is. */
export function encodeReplyMessage(message: ReplyMessage): Buffer {
  return "frame" in message
    ? Buffer.concat([Buffer.of(wholeFrame), message.frame])
    : Buffer.concat([Buffer.of(storedFrame), Buffer.from(message.documentId)]);
}

/** Decodes what {@link encodeReplyMessage} made. */
export function decodeReplyMessage(message: Buffer): ReplyMessage {
  const content = message.subarray(1);
  return message[0] === wholeFrame ? { frame: content } : { documentId: content.toString() };
}
