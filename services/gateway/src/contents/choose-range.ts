import { Problem } from "@platen/contracts";

/** The first and the last byte of a part, both included. */
export type ByteRange = { from: number; to: number };

/**
 * Chooses the part that a request asks for (RFC 9110, 14); undefined for the whole. A header that cannot be read, that
 * asks for several parts or whose `If-Range` names other bytes asks for the whole.
 */
export function chooseRange(asked: {
  sizeBytes: number;
  tag: string;
  range: string | undefined;
  ifRange: string | undefined;
}): ByteRange | undefined {
  const { sizeBytes, tag, range = "", ifRange = tag } = asked;
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range) ?? [];
  if (ifRange !== tag || (first === "" && last === "")) return undefined;
  if (first === "") return inFile({ from: Math.max(0, sizeBytes - Number(last)), to: sizeBytes - 1 }, sizeBytes);
  if (last !== "" && Number(last) < Number(first)) return undefined;
  return inFile({ from: Number(first), to: last === "" ? sizeBytes - 1 : Number(last) }, sizeBytes);
}

function inFile({ from, to }: ByteRange, sizeBytes: number): ByteRange {
  if (from < sizeBytes) return { from, to: Math.min(to, sizeBytes - 1) };
  throw new Problem("content.range_invalid", {
    message: `The \`Range\` begins after the end of the file, which has ${sizeBytes} bytes.`,
    headers: { "Content-Range": `bytes */${sizeBytes}` },
  });
}
