import { readFileSync } from "node:fs";
import { shownTexts } from "../printing/shown-texts.ts";
import type { FontFile } from "./font-file.ts";

/** The fonts that documents are printed with. */
export type KnownFonts = {
  /** Names of families, in lower case. */
  families: ReadonlySet<string>;
  /**
   * The characters in the text of a document that no font has, each once and in the order of their code points. At most
   * 1,000. None for a document with a font of its own. Leaves out Latin characters, text that styles insert, and
   * characters that are written with the name of an entity. The time grows with the texts alone.
   */
  lacking(document: readonly string[]): string[];
};

const maxCharacters = 1_000;
const codePoints = 0x11_0000;
/** From the end of Latin Extended-B. The fonts of every worker have the characters before. */
const beyondLatin = /[\u0250-\uffff]+/g;
const numericReference = /&#(?:x0{0,9}([\da-f]{1,6})|0{0,9}(\d{1,7}))/gi;
const firstBeyondLatin = 0x250;
const ownFont = /@font-face/i;
/** Characters that print nothing, whatever the font. */
const unprinted = /[\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}]/u;

/** Reads the file of an engine about its fonts. */
export function readKnownFonts(path: string): KnownFonts {
  // The engine of this release wrote it.
  return knownFonts(JSON.parse(readFileSync(path, "utf8")) as FontFile);
}

export function knownFonts({ families, characters }: FontFile): KnownFonts {
  const covered = new Uint8Array(codePoints);
  for (let at = 0; at < characters.length; at += 2) covered.fill(1, characters[at], (characters[at + 1] ?? 0) + 1);
  const has = (character: number) => covered[character] === 1;
  const isBox = (character: number): boolean => {
    const text = String.fromCodePoint(character);
    if (unprinted.test(text)) return false;
    // Chromium prints a letter and its marks where a font has no glyph for both together.
    return ![...text.normalize("NFD")].every((part) => has(part.codePointAt(0) ?? 0));
  };

  /** Adds the characters of a text that no font has. */
  function addLacking(text: string, lacking: Set<number>): void {
    const add = (character: number) => {
      if (character >= codePoints || has(character) || lacking.size === maxCharacters) return;
      if (!lacking.has(character) && isBox(character)) lacking.add(character);
    };
    for (const run of text.match(beyondLatin) ?? []) {
      for (let at = 0; at < run.length; at += 1) {
        const character = run.codePointAt(at) ?? 0;
        if (character > 0xffff) at += 1;
        if (!has(character)) add(character);
      }
    }
    if (!text.includes("&#")) return;
    for (const [, hexadecimal, decimal] of text.matchAll(numericReference)) {
      const character = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
      if (character >= firstBeyondLatin) add(character);
    }
  }

  return {
    families: new Set(families),
    lacking(document) {
      const written = new Set<number>();
      for (const html of document) addLacking(html, written);
      // Nearly all documents end here, so that only others are divided into texts and tags.
      if (written.size === 0 || document.some((html) => ownFont.test(html))) return [];
      const shown = new Set<number>();
      for (const html of document) for (const text of shownTexts(html)) addLacking(text, shown);
      return [...shown].toSorted((one, other) => one - other).map((character) => String.fromCodePoint(character));
    },
  };
}
