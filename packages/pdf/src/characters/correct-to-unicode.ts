import { actualTexts, addActualTexts, createFontUse, hasSeveralTexts, type FontUse } from "./actual-texts.ts";
import { addLayers } from "./add-layers.ts";
import { streamOf } from "../objects/pdf-object.ts";
import type { PdfObjects } from "../objects/pdf-objects.ts";
import { findTextContents, longestContents } from "../objects/text-contents.ts";
import { reversedMark } from "./text-layer.ts";
import {
  correctedCmap,
  mayMapWrongly,
  readToUnicodeCmap,
  suspectGlyphs,
  type ToUnicodeCmap,
} from "./to-unicode-cmap.ts";

/** The CMap of a font with 65,536 glyphs has two thirds of this. */
const longestCmap = 2_000_000;
const fontStart = /^\d+ 0 obj\n<<\/Type \/Font\n/;

/** Corrects the ToUnicode CMaps, and puts the texts that no CMap can tell behind their glyphs. */
export function correctToUnicode(objects: PdfObjects): void {
  const cmaps = findCmaps(objects);
  const sources = [...new Set(cmaps.values())].map((number) => ({
    number,
    source: objects.readStream(number, longestCmap),
  }));
  if (!sources.some(({ source }) => mayMapWrongly(source))) return;
  const mapped = new Map(sources.map(({ number, source }) => [number, readToUnicodeCmap(source)]));
  const uses = new Map<number, FontUse>();
  for (const [number, cmap] of mapped) {
    const glyphs = suspectGlyphs(cmap);
    if (glyphs.length > 0) uses.set(number, createFontUse(cmap.digits, glyphs));
  }
  const fonts = new Map<number, FontUse>();
  for (const [font, cmap] of cmaps) {
    const use = uses.get(cmap);
    if (use) fonts.set(font, use);
  }
  let left = longestContents;
  let needsLayers = false;
  const contents = findTextContents(objects);
  for (const { number } of contents) {
    const content = objects.readStream(number, left);
    left -= content.length;
    needsLayers = addActualTexts(content, fonts) || needsLayers || content.includes(reversedMark);
  }
  for (const [number, use] of uses) {
    needsLayers ||= hasSeveralTexts(use);
    const cmap = mapped.get(number);
    const corrected = cmap && correctedCmap(cmap, actualTexts(use));
    if (corrected === undefined) continue;
    mapped.set(number, corrected);
    objects.amend(number, streamOf(Buffer.from(corrected.source, "latin1")));
  }
  if (!needsLayers) return;
  const mapOf = ([font, number]: [number, number]): [number, ToUnicodeCmap][] => {
    const cmap = mapped.get(number);
    return cmap ? [[font, cmap]] : [];
  };
  addLayers(objects, contents, new Map([...cmaps].flatMap(mapOf)));
}

/** The CMap of each font that has one. Keys and values are the numbers of objects. */
function findCmaps(objects: PdfObjects): Map<number, number> {
  const cmaps = new Map<number, number>();
  for (let number = 1; number < objects.count; number++) {
    const start = objects.startOf(number);
    const cmap = fontStart.test(start) ? /\n\/ToUnicode (\d+) 0 R/.exec(start)?.[1] : undefined;
    if (cmap !== undefined) cmaps.set(number, Number(cmap));
  }
  return cmaps;
}
