import { gzipSync } from "node:zlib";

/** Platen refuses a body that expands further, if it is larger than a quarter of a megabyte. */
const ratio = 90;

/** Compresses a text, but not too far: an empty part with a long comment comes before it. */
export function compress(text: string | Buffer): Buffer<ArrayBuffer> {
  const compressed = gzipSync(text);
  const missing = Math.ceil(text.length / ratio) - compressed.byteLength;
  return missing <= 0 ? compressed : Buffer.concat([emptyPart(missing), compressed]);
}

/** RFC 1952: a header with the flag of a comment, the comment, no data, and the checksum and length of no data. */
function emptyPart(commentBytes: number): Buffer {
  const header = Buffer.from([0x1f, 0x8b, 8, 0x10, 0, 0, 0, 0, 0, 255]);
  const noData = [0x03, 0x00];
  return Buffer.concat([header, Buffer.alloc(commentBytes, "x"), Buffer.from([0, ...noData, ...Buffer.alloc(8)])]);
}
