import type { Pixels } from "./read-picture.ts";
import { BrokenFile } from "./refuse-file.ts";

/** The root element of any drawing starts and ends in so many characters. */
const headLength = 64_000;
const pixelsPer: Readonly<Record<string, number>> = {
  "": 1,
  px: 1,
  pt: 96 / 72,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
};
const longestLength = 40;

/** What an SVG file says in its head, without parsing the drawing. */
export type SvgHead = { isSvg: boolean; pixels: Pixels | undefined };

/** Skips white space, comments, instructions and the document type; gives the offset of the first element. */
function startOfRoot(text: string): number {
  let at = 0;
  for (;;) {
    while (at < text.length && text.charCodeAt(at) <= 0x20) at += 1;
    const end = endOfProlog(text, at);
    if (end === undefined) return at;
    if (end === -1) throw new BrokenFile("has no root element in its first 64,000 characters.");
    at = end;
  }
}

/** The end of what starts at an offset before the root; -1 if it does not end, undefined if the root starts here. */
function endOfProlog(text: string, at: number): number | undefined {
  const after = (mark: string) => {
    const found = text.indexOf(mark, at);
    return found === -1 ? -1 : found + mark.length;
  };
  if (text.startsWith("<?", at)) return after("?>");
  if (text.startsWith("<!--", at)) return after("-->");
  if (!text.startsWith("<!DOCTYPE", at)) return undefined;
  const end = after(">");
  const subset = text.indexOf("[", at);
  return subset === -1 || end === -1 || subset > end ? end : after("]>");
}

/** Reads the head of a text that may be SVG. */
export function readSvgHead(bytes: Buffer): SvgHead {
  const text = bytes.toString("utf8", 0, Math.min(bytes.length, headLength)).replace(/^\ufeff/, "");
  if (!/^\s*</.test(text.slice(0, 200))) return { isSvg: false, pixels: undefined };
  const start = startOfRoot(text);
  if (!/^<(?:[\w.-]{1,40}:)?svg[\s>/]/.test(text.slice(start, start + 60))) return { isSvg: false, pixels: undefined };
  const attributes = attributesOf(text, start);
  const box = (attributes.get("viewBox") ?? "")
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const width = pixelLength(attributes.get("width")) ?? box[2];
  const height = pixelLength(attributes.get("height")) ?? box[3];
  const isKnown = [width, height].every((length) => length !== undefined && length > 0 && length < 1e9);
  return {
    isSvg: true,
    pixels: isKnown ? { width: Math.ceil(width ?? 0), height: Math.ceil(height ?? 0) } : undefined,
  };
}

/** The attributes of the element at an offset. */
function attributesOf(text: string, start: number): Map<string, string> {
  const attributes = new Map<string, string>();
  let at = start + 1;
  while (at < text.length && !/[\s>]/.test(text.charAt(at))) at += 1;
  for (;;) {
    while (at < text.length && /[\s/]/.test(text.charAt(at))) at += 1;
    const nameStart = at;
    while (at < text.length && !/[\s=>/]/.test(text.charAt(at))) at += 1;
    const name = text.slice(nameStart, at);
    if (name === "" || at >= text.length) return attributes;
    while (at < text.length && /[\s=]/.test(text.charAt(at))) at += 1;
    const quote = text.charAt(at);
    if (quote !== '"' && quote !== "'") continue;
    const end = text.indexOf(quote, at + 1);
    if (end === -1) return attributes;
    attributes.set(name, text.slice(at + 1, end));
    at = end + 1;
  }
}

function pixelLength(text: string | undefined): number | undefined {
  if (text === undefined || text.length > longestLength) return undefined;
  const [, number, unit = ""] = /^([\d.]+)\s*([a-z]*)$/i.exec(text.trim()) ?? [];
  const factor = pixelsPer[unit.toLowerCase()];
  return number === undefined || factor === undefined ? undefined : Number(number) * factor;
}
