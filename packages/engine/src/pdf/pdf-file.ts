import { constants, inflateSync } from "node:zlib";
import { actualTexts, addActualTexts, createFontUse, hasSeveralTexts, type FontUse } from "./actual-texts.ts";
import { readDrawingWidths, readGlyphWidths } from "./glyph-widths.ts";
import { createDrawnFont, createReadingFont, type DrawnFont, type ReadingFont } from "./layer-fonts.ts";
import type { PdfPage } from "./page-faults.ts";
import { readDictionaryAt, referenceIn, type PdfDictionary } from "./pdf-dictionary.ts";
import {
  endOfText,
  mayHaveForbiddenLinks,
  removeForbiddenLink,
  removeLinksFromPage,
  removeLinksFromStructure,
} from "./pdf-links.ts";
import { metadataEntries, type Metadata } from "./pdf-metadata.ts";
import { dictionaryOf, streamOf } from "./pdf-object.ts";
import { addTextLayers, reversedMark, type LayerFonts } from "./text-layer.ts";
import {
  correctedCmap,
  mayMapWrongly,
  readToUnicodeCmap,
  suspectGlyphs,
  type ToUnicodeCmap,
} from "./to-unicode-cmap.ts";

/**
 * Reads and amends a PDF as Chromium writes it: plain objects, and one cross-reference table at the end. Every other
 * PDF is an error.
 */
export type PdfFile = {
  /** The `/Count` of the page tree's root. */
  pageCount(): number;
  /** The pages in their order. */
  pages(): PdfPage[];
  /** The number of the page to which a name leads, from 1. */
  pageOfDestination(name: string): number | undefined;
  /** Sets the language of the document, unless it has one. Chromium writes the language into tagged documents only. */
  setLanguage(language: string): void;
  /** Sets what the document says about itself. It takes over the dates, which must be set before. */
  setMetadata(metadata: Metadata): void;
  /** Sets the dates of creation and last change, in place: all dates have one length. */
  setDates(date: Date): void;
  /** Removes all links but those within the document and those to http, https, mailto and tel addresses. */
  removeForbiddenLinks(): void;
  /** Corrects the ToUnicode CMaps, so that readers that go by them alone read the text as it was written. */
  correctToUnicode(): void;
  /** The file with its language and CMaps appended, as an incremental update of the PDF. */
  bytes(): Buffer;
  /** The file without them: with the dates and links alone. */
  bytesInPlace(): Buffer;
};

export function openPdfFile(pdf: Buffer): PdfFile {
  const { dictionary: trailer, xrefOffset } = readTrailer(pdf);
  const root = referenceIn(trailer, "Root");
  const info = referenceIn(trailer, "Info");
  const amended = new Map<number, Buffer>();

  // `xref`, the first object's number and the count, then 20 bytes for each object.
  const head = /^xref\s+0 (\d+)\s*?\n/.exec(pdf.toString("latin1", xrefOffset, xrefOffset + 40));
  if (!head) throw new Error("the PDF has no cross-reference table");
  const firstEntry = xrefOffset + head[0].length;
  const objectCount = Number(head[1]);
  if (firstEntry + objectCount * 20 > pdf.length) throw new Error("the PDF has no room for its objects");
  /** The number of the next new object. */
  let nextNumber = objectCount;
  const takeNumber = () => nextNumber++;

  function offsetOf(number: number): number {
    const entry = firstEntry + number * 20;
    return Number(pdf.toString("latin1", entry, entry + 10));
  }

  /** Each object with everything before the next one. A change of these bytes changes the file. */
  function* objects(): Generator<Buffer> {
    const offsets = Array.from({ length: objectCount - 1 }, (_, index) => offsetOf(index + 1));
    const starts = offsets.toSorted((a, b) => a - b);
    for (const [index, start] of starts.entries()) yield pdf.subarray(start, starts[index + 1] ?? xrefOffset);
  }

  /** The start of an object, which tells its type. */
  function startOf(number: number): string {
    const offset = offsetOf(number);
    return pdf.toString("latin1", offset, offset + longestStart);
  }

  function readDictionary(number: number): PdfDictionary {
    return readDictionaryAt(pdf, offsetOf(number));
  }

  function readStream(number: number, longest: number): string {
    const offset = offsetOf(number);
    const { entries } = readDictionaryAt(pdf, offset);
    const start = pdf.indexOf("stream\n", offset) + "stream\n".length;
    const content = pdf.subarray(start, start + Number(entries.get("Length")));
    if (entries.get("Filter") !== "/FlateDecode") return content.toString("latin1", 0, longest);
    return inflateSync(content, { maxOutputLength: longest }).toString("latin1");
  }

  function readPage({ entries }: PdfDictionary, contents: number): PdfPage {
    const offset = offsetOf(contents);
    const { entries: stream } = readDictionaryAt(pdf, offset);
    const length = Number(stream.get("Length"));
    const [, width, height] = mediaBox.exec(entries.get("MediaBox") ?? "") ?? [];
    return {
      width: Number(width),
      height: Number(height),
      isEmpty: length === 0,
      startOfContent(bytes) {
        const start = pdf.indexOf("stream\n", offset) + "stream\n".length;
        const packed = pdf.subarray(start, start + Math.min(length, bytes));
        const isPacked = stream.get("Filter") === "/FlateDecode";
        const text = isPacked ? inflateSync(packed, { finishFlush: constants.Z_SYNC_FLUSH, chunkSize: 2_048 }) : packed;
        return { text: text.toString("latin1"), isWhole: bytes >= length };
      },
    };
  }

  /** The page tree's leaves: their numbers and dictionaries, in the order of the pages. */
  function readLeaves(): { number: number; leaf: PdfDictionary }[] {
    const leaves: { number: number; leaf: PdfDictionary }[] = [];
    let nodes = 0;
    const addFrom = (number: number): void => {
      nodes += 1;
      if (nodes > objectCount) throw new Error("the PDF has more pages than it says");
      const leaf = readDictionary(number);
      const kids = leaf.entries.get("Kids");
      if (kids === undefined) leaves.push({ number, leaf });
      else for (const [, kid] of kids.matchAll(/(\d{1,10}) 0 R/g)) addFrom(Number(kid));
    };
    addFrom(referenceIn(readDictionary(root), "Pages"));
    return leaves;
  }

  /** The CMap of each font that has one. Keys and values are the numbers of objects. */
  function findCmaps(): Map<number, number> {
    const cmaps = new Map<number, number>();
    for (let number = 1; number < objectCount; number++) {
      const start = startOf(number);
      const cmap = fontStart.test(start) ? /\n\/ToUnicode (\d+) 0 R/.exec(start)?.[1] : undefined;
      if (cmap !== undefined) cmaps.set(number, Number(cmap));
    }
    return cmaps;
  }

  /** All content streams with text, with the objects that name their fonts. */
  function findContents(): TextContent[] {
    const contents: TextContent[] = [];
    for (let number = 1; number < objectCount; number++) {
      const start = startOf(number);
      if (pageStart.test(start))
        contents.push({ number: referenceIn(readDictionary(number), "Contents"), owner: number });
      else if (formStart.test(start)) contents.push({ number, owner: number });
    }
    return contents;
  }

  /** The dictionary of the glyphs of a composite font, as which Chromium embeds most fonts. */
  function findDescendant({ entries }: PdfDictionary): PdfDictionary | undefined {
    const number = /^\[(\d{1,9}) 0 R\]$/.exec(entries.get("DescendantFonts") ?? "")?.[1];
    const descendant = number === undefined ? undefined : readDictionary(Number(number));
    return descendant?.entries.get("Subtype") === "/CIDFontType2" ? descendant : undefined;
  }

  /** What text layers use in the place of fonts; undefined without a font for their letters. */
  function openLayerFonts(cmaps: ReadonlyMap<number, ToUnicodeCmap>): LayerFonts | undefined {
    const drawn = new Map<number, DrawnFont>();
    let reading: ReadingFont | undefined;
    for (const [number, cmap] of cmaps) {
      const font = readDictionary(number);
      const descendant = findDescendant(font);
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

  /** Puts the texts of contents behind glyphs that do not tell them. */
  function addLayers(contents: readonly TextContent[], cmaps: ReadonlyMap<number, ToUnicodeCmap>): void {
    const fonts = openLayerFonts(cmaps);
    if (!fonts) return;
    for (const { number, owner } of contents) {
      const layered = addTextLayers(readStream(number, longestContents), fonts);
      if (layered === undefined) continue;
      const { entries } = readDictionary(owner);
      const named = [...layered.fonts].map((font) => `/F${font} ${font} 0 R\n`).join("");
      const resources = (entries.get("Resources") ?? "").replace("/Font <<", `/Font <<${named}`);
      const changed = new Map([...entries, ["Resources", resources]]);
      const content = Buffer.from(layered.content, "latin1");
      amended.set(number, streamOf(content, owner === number ? changed : new Map()));
      if (owner !== number) amended.set(owner, dictionaryOf(changed));
    }
    for (const font of [...fonts.drawn.values(), fonts.reading]) {
      for (const [number, object] of font.objects()) amended.set(number, object);
    }
  }

  return {
    pageCount() {
      const pages = readDictionary(referenceIn(readDictionary(root), "Pages"));
      const count = Number(pages.entries.get("Count"));
      if (!Number.isInteger(count)) throw new Error("the page tree of the PDF has no /Count");
      return count;
    },

    pages: () => readLeaves().map(({ leaf }) => readPage(leaf, referenceIn(leaf, "Contents"))),

    pageOfDestination(name) {
      const named = readDictionary(referenceIn(readDictionary(root), "Dests")).entries.get(name) ?? "";
      const page = Number(/^\[(\d{1,10}) 0 R /.exec(named)?.[1]);
      const index = readLeaves().findIndex(({ number }) => number === page);
      return index === -1 ? undefined : index + 1;
    },

    setLanguage(language) {
      const catalog = readDictionary(root);
      if (catalog.entries.has("Lang")) return;
      amended.set(root, Buffer.from(`<</Lang (${language})\n${catalog.text.slice(2)}`, "latin1"));
    },

    setMetadata(metadata) {
      const entries = metadataEntries(metadata);
      if (entries !== "") amended.set(info, Buffer.from(`<<${entries}${readDictionary(info).text.slice(2)}`, "latin1"));
    },

    setDates(date) {
      const texts = textsIn(pdf, offsetOf(info));
      const text = toPdfDate(date);
      for (const name of ["CreationDate", "ModDate"]) {
        const at = texts.get(name);
        if (at === undefined || !isPdfDate.test(pdf.toString("latin1", at, at + text.length))) {
          throw new Error(`the PDF has no ${name}`);
        }
        pdf.write(text, at, "latin1");
      }
    },

    removeForbiddenLinks() {
      if (!mayHaveForbiddenLinks(pdf)) return;
      const removed = new Set<number>();
      for (let number = 1; number < objectCount; number++) {
        if (removeForbiddenLink(pdf, offsetOf(number))) removed.add(number);
      }
      if (removed.size === 0) return;
      const inPages = new Set<number>();
      for (const object of objects()) {
        for (const number of removeLinksFromPage(object, removed)) inPages.add(number);
        removeLinksFromStructure(object, removed);
      }
      if (inPages.size !== removed.size) throw new Error("a PDF link is missing from the annotations of its page");
    },

    correctToUnicode() {
      const cmaps = findCmaps();
      const sources = [...new Set(cmaps.values())].map((number) => ({
        number,
        source: readStream(number, longestCmap),
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
      const contents = findContents();
      for (const { number } of contents) {
        const content = readStream(number, left);
        left -= content.length;
        needsLayers = addActualTexts(content, fonts) || needsLayers || content.includes(reversedMark);
      }
      for (const [number, use] of uses) {
        needsLayers ||= hasSeveralTexts(use);
        const cmap = mapped.get(number);
        const corrected = cmap && correctedCmap(cmap, actualTexts(use));
        if (corrected === undefined) continue;
        mapped.set(number, corrected);
        amended.set(number, streamOf(Buffer.from(corrected.source, "latin1")));
      }
      if (!needsLayers) return;
      const mapOf = ([font, number]: [number, number]): [number, ToUnicodeCmap][] => {
        const cmap = mapped.get(number);
        return cmap ? [[font, cmap]] : [];
      };
      addLayers(contents, new Map([...cmaps].flatMap(mapOf)));
    },

    bytes() {
      if (amended.size === 0) return pdf;
      const pieces = [pdf];
      let length = pdf.length;
      const add = (piece: Buffer) => {
        pieces.push(piece);
        length += piece.length;
      };
      const entries = [...amended].map(([number, content]) => {
        const entry = `${number} 1\n${String(length).padStart(10, "0")} 00000 n \n`;
        add(Buffer.concat([Buffer.from(`${number} 0 obj\n`), content, Buffer.from("\nendobj\n")]));
        return entry;
      });
      add(
        Buffer.from(
          `xref\n${entries.join("")}trailer\n<</Prev ${xrefOffset}\n${trailer.text.slice(2).replace(/\/Size \d+/, `/Size ${nextNumber}`)}\nstartxref\n${length}\n%%EOF\n`,
          "latin1",
        ),
      );
      return Buffer.concat(pieces);
    },

    bytesInPlace: () => pdf,
  };
}

/** A stream with text, and the object that names its fonts: its page, or the stream itself. */
type TextContent = { number: number; owner: number };

/** The digits of a blank. */
const blank = "0020";
/** The CMap of a font with 65,536 glyphs has two thirds of this. */
const longestCmap = 2_000_000;
/** All contents of a document together, unpacked. Beyond it the CMaps stay as they are. */
const longestContents = 64_000_000;
const longestStart = 400;
const mediaBox = /^\[0 0 ([\d.]{1,20}) ([\d.]{1,20})\]$/;
const pageStart = /^\d+ 0 obj\n<<\/Type \/Page\n/;
const fontStart = /^\d+ 0 obj\n<<\/Type \/Font\n/;
/** Objects with text besides pages: forms, which are drawn as a whole, and patterns, which are repeated. */
const formStart = /^\d+ 0 obj\n<<\/Type \/(?:XObject\n\/Subtype \/Form\n|Pattern\n\/PatternType 1\n)/;

function readTrailer(pdf: Buffer): { dictionary: PdfDictionary; xrefOffset: number } {
  const at = pdf.lastIndexOf("trailer");
  const match = /\nstartxref\n(\d{1,15})\n%%EOF\n?$/.exec(pdf.toString("latin1", pdf.length - longestTail));
  if (at === -1 || !match) throw new Error("the PDF has no trailer");
  return { dictionary: readDictionaryAt(pdf, at), xrefOffset: Number(match[1]) };
}

/** `startxref`, an offset and `%%EOF`. */
const longestTail = 60;

const isPdfDate = /^D:\d{14}\+00'00'$/;

function toPdfDate(date: Date): string {
  return `D:${date.toISOString().slice(0, 19).replace(/\D/g, "")}+00'00'`;
}

const byte = { slash: 0x2f, space: 0x20 };

/**
 * Where the value of each entry begins, in a dictionary of texts alone. Reads entry by entry: a text, such as the
 * document's title, may itself look like an entry.
 */
function textsIn(pdf: Buffer, offset: number): Map<string, number> {
  const found = new Map<string, number>();
  let at = pdf.indexOf("<<", offset) + 2;
  while (pdf[at] === byte.slash) {
    const start = pdf.indexOf(" ", at) + 1;
    if (start === 0) throw new Error("a PDF dictionary has a name without a value");
    found.set(pdf.toString("latin1", at + 1, start - 1), start + 1);
    at = endOfText(pdf, start) + 1;
    while ((pdf[at] ?? byte.slash) <= byte.space) at += 1;
  }
  return found;
}
