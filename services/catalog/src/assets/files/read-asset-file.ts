import { isUtf8 } from "node:buffer";
import { Problem, maxAssetBytes, type AssetKind, type FontFace } from "@platen/contracts";
import { fileTypes, typesOfName, type FileType, type FileTypeName } from "./file-types.ts";
import { readFont } from "./read-font.ts";
import { pixelsOf, type Pixels } from "./read-picture.ts";
import { refuseForeignImports } from "./read-style-sheet.ts";
import { readSvgHead } from "./read-svg.ts";
import { BrokenFile, refusedFile } from "./refuse-file.ts";
import { sniff } from "./sniff.ts";

/** What a file is, by its own bytes. */
export type AssetFile = {
  kind: AssetKind;
  contentType: string;
  /** Absent where the file does not say. */
  width?: number;
  height?: number;
  font?: FontFace;
};

const maxMegapixels = 50;
const longestFamily = 200;

/** The format of a text: SVG, HTML, or what its name says. */
function typeOfText(name: string, bytes: Buffer, expected: FileType): FileTypeName {
  if (!isUtf8(bytes) || bytes.includes(0)) {
    throw refusedFile(name, `is not ${expected.title}, nor any other format that a project may keep.`);
  }
  if (readSvgHead(bytes).isSvg) return "svg";
  if (/^\s*<(?:!doctype html|html|head|body|script)/i.test(bytes.toString("utf8", 0, 500).replace(/^\ufeff/, "")))
    throw refusedFile(name, "is an HTML page.");
  if (expected.kind === "stylesheet") return "css";
  if (expected.kind === "script") return "js";
  throw refusedFile(name, `is a text, not ${expected.title}.`);
}

/** Finds the format of a file by its bytes, and refuses a file of another kind than its name says. */
function typeOf(name: string, bytes: Buffer): FileType & { name: FileTypeName } {
  const expected = typesOfName(name);
  const [first] = expected;
  const sniffed = sniff(bytes);
  if (sniffed && "other" in sniffed) throw refusedFile(name, `is ${sniffed.other}.`);
  const found = sniffed?.type ?? typeOfText(name, bytes, first ?? fileTypes.js);
  const type: FileType = fileTypes[found];
  if (!expected.some(({ contentType }) => contentType === type.contentType)) {
    throw refusedFile(name, `is ${type.title}. Give it a name that ends in .${type.endings[0]}.`);
  }
  return { ...type, name: found };
}

function refuseLarge(name: string, bytes: Buffer, { kind }: FileType): void {
  const limit = maxAssetBytes[kind];
  if (bytes.byteLength <= limit) return;
  const [most, has] = [limit, bytes.byteLength].map((count) => count.toLocaleString("en"));
  throw new Problem("request.too_large", {
    message: `${name} has ${has} bytes. The limit for a ${kind} is ${most} bytes.`,
  });
}

function pixelsIn(type: FileTypeName, bytes: Buffer): Pixels | undefined {
  if (type === "svg") return readSvgHead(bytes).pixels;
  if (type !== "png" && type !== "jpeg" && type !== "gif" && type !== "webp" && type !== "avif") return undefined;
  const pixels = pixelsOf[type](bytes);
  const megapixels = (pixels.width * pixels.height) / 1_000_000;
  if (megapixels === 0) throw new BrokenFile("has no pixels.");
  if (megapixels > maxMegapixels) {
    const size = `${pixels.width.toLocaleString("en")} by ${pixels.height.toLocaleString("en")} pixels`;
    throw new BrokenFile(`has ${size}. The limit is ${maxMegapixels} megapixels: scale the picture down.`);
  }
  return pixels;
}

/** The name of a font without names of its own: that of its file. */
function familyOfName(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1, name.lastIndexOf(".")).slice(0, longestFamily);
}

/**
 * Reads what a file is from its header alone, and refuses one that a project may not keep. It decodes no picture and no
 * outlines. Whatever else the bytes hold reaches a browser's sandbox and nothing before it.
 */
export async function readAssetFile(name: string, bytes: Buffer): Promise<AssetFile> {
  try {
    const type = typeOf(name, bytes);
    refuseLarge(name, bytes, type);
    return { kind: type.kind, contentType: type.contentType, ...(await factsOf(type.name, name, bytes)) };
  } catch (error) {
    if (error instanceof BrokenFile) throw refusedFile(name, error.message, error.place);
    throw error;
  }
}

async function factsOf(
  type: FileTypeName,
  name: string,
  bytes: Buffer,
): Promise<Omit<AssetFile, "kind" | "contentType">> {
  if (type === "ttf" || type === "otf" || type === "woff" || type === "woff2") {
    const { family = familyOfName(name), ...facts } = await readFont(bytes, type);
    return { font: { family, ...facts } };
  }
  if (type === "css") refuseForeignImports(bytes.toString("utf8"));
  return pixelsIn(type, bytes) ?? {};
}
