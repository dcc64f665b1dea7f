import { crc32, deflateSync } from "node:zlib";

export type PngOptions = {
  width: number;
  height: number;
  bitsPerSample: 1 | 8;
  colours: "grey" | "rgb";
  /** Returns the bytes of a row; `index` counts from the top. */
  row: (length: number, index: number) => Buffer;
};

/** Creates a PNG. */
export function createPng({ width, height, bitsPerSample, colours, row }: PngOptions): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bitsPerSample, colours === "rgb" ? 2 : 0], 8);
  const length = Math.ceil((width * bitsPerSample * (colours === "rgb" ? 3 : 1)) / 8);
  // Each row begins with the number of its filter; 0 means no filter.
  const rows = Array.from({ length: height }, (_, index) => Buffer.concat([Buffer.of(0), row(length, index)]));
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.concat(rows))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}
