import { readDrawingWidths, readGlyphWidths } from "./glyph-widths.ts";
import { createDrawnFont, createReadingFont, type DrawnFont, type ReadingFont } from "./layer-fonts.ts";
import type { PdfDictionary } from "../objects/pdf-dictionary.ts";
import { dictionaryOf, streamOf } from "../objects/pdf-object.ts";
import type { PdfObjects } from "../objects/pdf-objects.ts";
import { longestContents, type TextContent } from "../objects/text-contents.ts";
import { addTextLayers, type LayerFonts } from "./text-layer.ts";
import type { ToUnicodeCmap } from "./to-unicode-cmap.ts";

/** The digits of a blank. */
const blank = "0020";

/** Puts the texts of contents behind glyphs that do not tell them. */
export function addLayers(
  objects: PdfObjects,
  contents: readonly TextContent[],
  cmaps: ReadonlyMap<number, ToUnicodeCmap>,
): void {
  const fonts = openLayerFonts(objects, cmaps);
  if (!fonts) return;
  for (const { number, owner } of contents) {
    const layered = addTextLayers(objects.readStream(number, longestContents), fonts);
    if (layered === undefined) continue;
    const { entries } = objects.readDictionary(owner);
    const named = [...layered.fonts].map((font) => `/F${font} ${font} 0 R\n`).join("");
    const resources = (entries.get("Resources") ?? "").replace("/Font <<", `/Font <<${named}`);
    const changed = new Map([...entries, ["Resources", resources]]);
    const content = Buffer.from(layered.content, "latin1");
    objects.amend(number, streamOf(content, owner === number ? changed : new Map()));
    if (owner !== number) objects.amend(owner, dictionaryOf(changed));
  }
  for (const font of [...fonts.drawn.values(), fonts.reading]) {
    for (const [number, object] of font.objects()) objects.amend(number, object);
  }
}

/** What text layers use in the place of fonts; undefined without a font for their letters. */
function openLayerFonts(objects: PdfObjects, cmaps: ReadonlyMap<number, ToUnicodeCmap>): LayerFonts | undefined {
  const drawn = new Map<number, DrawnFont>();
  let reading: ReadingFont | undefined;
  const takeNumber = () => objects.takeNumber();
  for (const [number, cmap] of cmaps) {
    const font = objects.readDictionary(number);
    const descendant = findDescendant(objects, font);
    const widthOf = descendant ? readGlyphWidths(descendant) : readDrawingWidths(font);
    if (!widthOf) continue;
    const opened = { font, descendant, cmap };
    drawn.set(number, createDrawnFont(opened, { widthOf, takeNumber }));
    const [shape] = [...cmap.texts].find(([glyph, text]) => widthOf(glyph) > 0 && text !== blank) ?? [];
    if (descendant && shape !== undefined)
      reading ??= createReadingFont({ ...opened, descendant }, { shape, takeNumber });
  }
  return reading && { drawn, reading };
}

/** The dictionary of the glyphs of a composite font, as which Chromium embeds most fonts. */
function findDescendant(objects: PdfObjects, { entries }: PdfDictionary): PdfDictionary | undefined {
  const number = /^\[(\d{1,9}) 0 R\]$/.exec(entries.get("DescendantFonts") ?? "")?.[1];
  const descendant = number === undefined ? undefined : objects.readDictionary(Number(number));
  return descendant?.entries.get("Subtype") === "/CIDFontType2" ? descendant : undefined;
}
