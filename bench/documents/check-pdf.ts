import { inflateSync } from "node:zlib";
import { markOf, type BenchDocument } from "./bench-document.ts";

/**
 * Says what is wrong with a PDF, if anything. It must have the right number of pages, the mark of its run and the texts of
 * the document. This reads PDFs as Chromium writes them, in about a millisecond.
 */
export function problemOf(pdf: Buffer, document: BenchDocument, run: number): string | undefined {
  try {
    const source = pdf.toString("latin1");
    if (!source.startsWith("%PDF-")) return "not a PDF";
    const pageCount = source.match(/\/Type \/Page\b/g)?.length ?? 0;
    if (pageCount !== document.pageCount) return `${pageCount} pages instead of ${document.pageCount}`;
    const text = readText(pdf, source);
    const missing = [markOf(run), ...document.texts].find((expected) => !text.includes(withoutSpaces(expected)));
    if (missing === undefined) return undefined;
    return missing === markOf(run) ? "a text without its mark" : `a text without "${missing}"`;
  } catch (error) {
    return `not readable: ${error instanceof Error ? error.message : String(error)}`;
  }
}

const withoutSpaces = (text: string) => text.replaceAll(/\s/g, "");

/** The text without spaces, which some PDFs leave out. */
function readText(pdf: Buffer, source: string): string {
  const objects = new Map<number, number>();
  for (const match of source.matchAll(/(?:^|\n)(\d+) 0 obj\b/g)) objects.set(Number(match[1]), match.index);
  const streamAt = (offset: number): string => {
    const start = source.indexOf("stream\n", offset) + "stream\n".length;
    const dictionary = source.slice(offset, start);
    const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1]);
    const content = pdf.subarray(start, start + length);
    return (dictionary.includes("/FlateDecode") ? inflateSync(content) : content).toString("latin1");
  };

  const maps = new Map<string, CharacterMap>();
  for (const match of source.matchAll(/\/F(\d+) (\d+) 0 R/g)) {
    const [, name = "", number] = match;
    if (maps.has(name)) continue;
    const font = objects.get(Number(number)) ?? 0;
    const map = /\/ToUnicode (\d+) 0 R/.exec(source.slice(font, source.indexOf("endobj", font)));
    if (map) maps.set(name, readMap(streamAt(objects.get(Number(map[1])) ?? 0)));
  }
  let text = "";
  for (const match of source.matchAll(/\/Contents (\d+) 0 R/g)) {
    text += textOf(streamAt(objects.get(Number(match[1])) ?? 0), maps);
  }
  return withoutSpaces(text);
}

/** The character of each glyph of a font, and the number of digits that name a glyph. */
type CharacterMap = { characters: ReadonlyMap<string, string>; digits: number };

function textOf(content: string, maps: ReadonlyMap<string, CharacterMap>): string {
  let text = "";
  let font: CharacterMap | undefined;
  for (const [, name, glyphs = ""] of content.matchAll(/\/F(\d+) [\d.]+ Tf|<([0-9A-Fa-f]+)>/g)) {
    if (name !== undefined) {
      font = maps.get(name);
      continue;
    }
    const { characters, digits = glyphs.length } = font ?? {};
    for (let at = 0; at < glyphs.length; at += digits) {
      text += characters?.get(glyphs.slice(at, at + digits).toUpperCase()) ?? "";
    }
  }
  return text;
}

function readMap(source: string): CharacterMap {
  const characters = new Map<string, string>();
  const body = source.slice(source.indexOf("endcodespacerange"));
  let digits = 4;
  for (const [, first = "", second = "", third] of body.matchAll(/<(\w+)> <(\w+)>(?: <(\w+)>)?/g)) {
    digits = first.length;
    const start = Number.parseInt(first, 16);
    const end = third === undefined ? start : Number.parseInt(second, 16);
    const units = ((third ?? second).match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16));
    const last = units.pop() ?? 0;
    for (let glyph = start; glyph <= end; glyph++) {
      const character = String.fromCharCode(...units, last + glyph - start);
      characters.set(glyph.toString(16).toUpperCase().padStart(digits, "0"), character);
    }
  }
  return { characters, digits };
}
