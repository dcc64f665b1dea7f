import type { PdfDictionary } from "../objects/pdf-dictionary.ts";

/** Gives the width of a glyph in thousandths of the font's size. */
type WidthOf = (glyph: number) => number;

const tokens = /\[|\]|-?[\d.]{1,20}/g;
const lastGlyph = 0xffff;
/** Of glyphs without a width of their own, where the font names no other. */
const usualWidth = 1_000;

/** Reads the widths of a composite font: `first [width width …]` and `first last width`. */
export function readGlyphWidths({ entries }: PdfDictionary): WidthOf {
  const usual = Number(entries.get("DW") ?? usualWidth);
  const list = entries.get("W") ?? "";
  const widths = new Map<number, number>();
  /** Numbers since the last whole entry. */
  let open: number[] = [];
  let next: number | undefined;
  for (const [token] of list.slice(list.indexOf("[") + 1).matchAll(tokens)) {
    if (token === "[") next = open.pop();
    else if (token === "]") [open, next] = [[], undefined];
    else if (next !== undefined) widths.set(next++, Number(token));
    else open.push(Number(token));
    const [first, last, width] = open;
    if (first === undefined || last === undefined || width === undefined) continue;
    for (let glyph = first; glyph <= Math.min(last, lastGlyph); glyph += 1) widths.set(glyph, width);
    open = [];
  }
  return (glyph) => widths.get(glyph) ?? usual;
}

/**
 * Reads the widths of a font of drawings, as which Chromium embeds a font that it makes bold itself, and one that varies.
 * Undefined for another font.
 */
export function readDrawingWidths({ entries }: PdfDictionary): WidthOf | undefined {
  if (entries.get("Subtype") !== "/Type3") return undefined;
  const first = Number(entries.get("FirstChar"));
  const scale = 1_000 * Number.parseFloat(entries.get("FontMatrix")?.slice(1) ?? "");
  const widths =
    entries
      .get("Widths")
      ?.match(/[\d.]{1,20}/g)
      ?.map(Number) ?? [];
  return (glyph) => (widths[glyph - first] ?? 0) * scale;
}
