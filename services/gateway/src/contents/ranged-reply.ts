import { Reply } from "@platen/http";
import { chooseRange, type ByteRange } from "./choose-range.ts";
import { hasCopy } from "./has-copy.ts";

type RangedFile = {
  sizeBytes: number;
  /** Names the bytes: a file with other bytes has another. */
  tag: string;
  headers?: Record<string, string>;
  contentType: string;
  disposition: string;
  cacheControl?: string | undefined;
  /** Reads a part of the file. An error becomes the answer. */
  open: (range: ByteRange) => Promise<AsyncIterable<Uint8Array>> | AsyncIterable<Uint8Array>;
};

/** A caller may keep a copy, and asks again whether the file is still there. */
const askAgain = "private, no-cache";

/** Answers with a file, whole or the part that the caller asks for, or that the caller has it. */
export async function rangedReply(
  { sizeBytes, tag, contentType, disposition, cacheControl = askAgain, headers: ofFile, open }: RangedFile,
  header: (name: string) => string | undefined,
): Promise<Reply> {
  const headers = {
    "Content-Type": contentType,
    "Content-Disposition": disposition,
    "Accept-Ranges": "bytes",
    "Cache-Control": cacheControl,
    ETag: tag,
    ...ofFile,
  };
  if (hasCopy(tag, header("if-none-match"))) return new Reply({ status: 304, headers });
  const range = chooseRange({ sizeBytes, tag, range: header("range"), ifRange: header("if-range") });
  const { from, to } = range ?? { from: 0, to: sizeBytes - 1 };
  return new Reply({
    status: range && 206,
    headers: { ...headers, ...(range && { "Content-Range": `bytes ${from}-${to}/${sizeBytes}` }) },
    pieces: { sizeBytes: to - from + 1, content: await open({ from, to }) },
  });
}
