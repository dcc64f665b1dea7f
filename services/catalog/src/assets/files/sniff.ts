import type { FileTypeName } from "./file-types.ts";

/** What the first bytes of a file show: a format that a project may keep, or another one in words. */
export type Sniffed = { type: FileTypeName } | { other: string };

const ascii = (bytes: Buffer, start: number, end: number) => bytes.toString("latin1", start, end);

/** In this order: the bytes at an offset, and the format. */
const signatures: readonly [offset: number, bytes: string, Sniffed][] = [
  [0, "\x89PNG\r\n\x1a\n", { type: "png" }],
  [0, "\xff\xd8\xff", { type: "jpeg" }],
  [0, "GIF87a", { type: "gif" }],
  [0, "GIF89a", { type: "gif" }],
  [0, "wOFF", { type: "woff" }],
  [0, "wOF2", { type: "woff2" }],
  [0, "OTTO", { type: "otf" }],
  [0, "\x00\x01\x00\x00", { type: "ttf" }],
  [0, "true\x00", { type: "ttf" }],
  [0, "ttcf", { other: "a collection of fonts. Upload each font as a file of its own" }],
  [0, "%PDF", { other: "a PDF" }],
  [0, "PK\x03\x04", { other: "a ZIP archive" }],
  [0, "PK\x05\x06", { other: "a ZIP archive" }],
  [0, "\x1f\x8b", { other: "a gzip archive" }],
  [0, "7z\xbc\xaf\x27\x1c", { other: "a 7z archive" }],
  [0, "Rar!", { other: "a RAR archive" }],
  [0, "II*\x00", { other: "a TIFF picture" }],
  [0, "MM\x00*", { other: "a TIFF picture" }],
  [0, "8BPS", { other: "a Photoshop file" }],
  [0, "\x00\x00\x01\x00", { other: "an icon" }],
  [0, "%!PS", { other: "a PostScript file" }],
  [0, "\x7fELF", { other: "a program" }],
  [0, "\xff\x0a", { other: "a JPEG XL picture" }],
  [4, "JXL ", { other: "a JPEG XL picture" }],
];

const brands: Readonly<Record<string, Sniffed>> = {
  avif: { type: "avif" },
  avis: { type: "avif" },
  heic: { other: "a HEIC picture" },
  heix: { other: "a HEIC picture" },
  mif1: { other: "a HEIF picture" },
};

/** Tells the format of a file by its first bytes; undefined for text and for what it does not know. */
export function sniff(bytes: Buffer): Sniffed | undefined {
  for (const [offset, text, sniffed] of signatures) {
    if (ascii(bytes, offset, offset + text.length) === text) return sniffed;
  }
  if (ascii(bytes, 0, 4) === "RIFF") {
    return ascii(bytes, 8, 12) === "WEBP" ? { type: "webp" } : { other: "a sound or video" };
  }
  if (/^BM.{4}\0{4}/s.test(ascii(bytes, 0, 10))) return { other: "a BMP picture" };
  if (ascii(bytes, 4, 8) === "ftyp") return brandOf(bytes) ?? { other: "a video" };
  return undefined;
}

/** The major brand decides, and for a general one the compatible brands. */
function brandOf(bytes: Buffer): Sniffed | undefined {
  const end = Math.min(bytes.length >= 4 ? bytes.readUInt32BE(0) : 0, 256, bytes.length);
  const found = [8, ...Array.from({ length: 60 }, (_, index) => 16 + index * 4)]
    .filter((at) => at + 4 <= end)
    .map((at) => brands[ascii(bytes, at, at + 4)]);
  const [major, ...compatible] = found;
  if (major && "type" in major) return major;
  return compatible.find((brand) => brand && "type" in brand) ?? major;
}
