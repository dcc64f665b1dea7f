import { outputs, type Output } from "./outputs.ts";

/** The longest name of a file on ext4 and APFS, in bytes of UTF-8. */
const longestBytes = 255;

/** What systems refuse in names of files, or read as folders. */
const unsafe = /[\p{Cc}\p{Zl}\p{Zp}/\\:*?"<>|]/gu;
/** Marks that turn the direction of a text, and others that show nothing: two names that look the same would differ. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** Names of devices on Windows, with any ending. */
const reserved = /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$|clock\$) *(?:\.|$)/i;

const graphemes = new Intl.Segmenter();
const encoder = new TextEncoder();

/** Cuts a text to so many bytes of UTF-8, at the end of a character as readers see it where that leaves some. */
function cut(text: string, bytes: number): string {
  const fitting = encoder.encodeInto(text, new Uint8Array(bytes)).read;
  if (fitting === text.length) return text;
  const begun = graphemes.segment(text.slice(0, 2 * longestBytes)).containing(fitting)?.index ?? fitting;
  return text.slice(0, begun > 0 ? begun : fitting);
}

/** Cuts the end that Windows does not take. */
function trimEnd(name: string): string {
  let end = name.length;
  while (name[end - 1] === "." || name[end - 1]?.trim() === "") end -= 1;
  return name.slice(0, end);
}

/**
 * Makes a name that a file can have on every system out of a text. It ends with the number, if there is one, and the
 * extension, which are kept whole. `otherwise` is the name of a text of which nothing is left.
 */
export function toFileName(
  text: string,
  { extension, number = "", otherwise }: { extension: `.${string}`; number?: string; otherwise: string },
): string {
  // Without what shows nothing first: letters and marks that it parted are one character then.
  const clean = text.toWellFormed().replaceAll(invisible, "").normalize("NFC").replaceAll(unsafe, "_").trim();
  const given = clean.slice(-extension.length);
  const hasExtension = given.toLowerCase() === extension;
  const stem = trimEnd(hasExtension ? clean.slice(0, -extension.length) : clean) || otherwise;
  const end = number + (hasExtension ? given : extension);
  const start = reserved.test(stem) ? "_" : "";
  return start + trimEnd(cut(stem, longestBytes - start.length - encoder.encode(end).byteLength)) + end;
}

/** The name of a document's file: the one of the request or, without one, that of the template. */
export function documentFileName(output: Output, requested: string | null | undefined, templateName: string | null) {
  return toFileName(requested ?? templateName ?? "", { extension: outputs[output].extension, otherwise: "document" });
}

/** What the names have in common that are one file on some system: cases, and the ways to write a letter. */
export function sameFileKey(name: string): string {
  return name.normalize("NFD").toUpperCase().toLowerCase().normalize("NFC");
}
