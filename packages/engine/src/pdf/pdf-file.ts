import { deflateSync, inflateSync } from "node:zlib";
import { correctedNotes, doubtfulGlyphs, isInDoubt, readGlyphNotes } from "./to-unicode-cmap.ts";
import {
  dropForeignLink,
  endOfText,
  forgetLinksOfPage,
  forgetLinksOfStructure,
  mayHaveForeignLinks,
} from "./pdf-links.ts";
import { addTextsOf, createFontInText, textsMeant, type FontInText } from "./actual-texts.ts";

/**
 * Reads and amends PDFs as Chromium writes them: plain objects, one cross-reference table at the end. Anything else is
 * an error here, not a case.
 */
export type PdfFile = {
  /** The `/Count` of the page tree's root. */
  pageCount(): number;
  /** Gives the document a language, unless it has one. Chromium writes it into tagged documents only. */
  setLanguage(language: string): void;
  /** Says when the document was created and last changed. Written in place, as all dates are of one length. */
  setDates(date: Date): void;
  /** Leaves the links to http, https, mailto and tel addresses and those within the document; the others are taken out. */
  dropForeignLinks(): void;
  /** Lets the text be read back as it was written also by readers that go by the notes of its fonts alone. */
  correctCharacters(): void;
  /** The file with its amendments appended, the way PDF foresees it. */
  bytes(): Buffer;
};

export function openPdfFile(pdf: Buffer): PdfFile {
  const { dictionary: trailer, xrefOffset } = readTrailer(pdf);
  const root = referenceIn(trailer, "Root");
  const amended = new Map<number, Buffer>();

  // `xref`, the first object's number and the count, then 20 bytes for each object.
  const head = /^xref\s+0 (\d+)\s*?\n/.exec(pdf.toString("latin1", xrefOffset, xrefOffset + 40));
  if (!head) throw new Error("the PDF has no cross-reference table");
  const firstEntry = xrefOffset + head[0].length;
  const objectCount = Number(head[1]);

  function offsetOf(number: number): number {
    const entry = firstEntry + number * 20;
    return Number(pdf.toString("latin1", entry, entry + 10));
  }

  /** Each object with all that stands before the next one, as the bytes of the file themselves. */
  function* objects(): Generator<Buffer> {
    const offsets = Array.from({ length: objectCount - 1 }, (_, index) => offsetOf(index + 1));
    const starts = offsets.toSorted((a, b) => a - b);
    for (const [index, start] of starts.entries()) yield pdf.subarray(start, starts[index + 1] ?? xrefOffset);
  }

  /** Enough of an object to tell what it is. */
  function startOf(number: number): string {
    const offset = offsetOf(number);
    return pdf.toString("latin1", offset, offset + longestStart);
  }

  function readDictionary(number: number): string {
    const offset = offsetOf(number);
    const match = /^\d+ 0 obj\s*(<<[\s\S]*>>)\s*$/.exec(pdf.toString("latin1", offset, pdf.indexOf("endobj", offset)));
    if (!match) throw new Error("a PDF object is not a dictionary");
    return match[1] ?? "";
  }

  function readStream(number: number): string {
    const offset = offsetOf(number);
    const start = pdf.indexOf("stream\n", offset) + "stream\n".length;
    const dictionary = pdf.toString("latin1", offset, start);
    const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1]);
    const content = pdf.subarray(start, start + length);
    return (dictionary.includes("/FlateDecode") ? inflateSync(content) : content).toString("latin1");
  }

  /** The fonts whose notes are given by their objects' numbers, and all streams that have text in them. */
  function readText(byNotes: ReadonlyMap<number, FontInText>) {
    const fonts = new Map<number, FontInText>();
    const contents: number[] = [];
    for (let number = 1; number < objectCount; number++) {
      const start = startOf(number);
      if (fontStart.test(start)) {
        const font = byNotes.get(Number(/\n\/ToUnicode (\d+) 0 R/.exec(start)?.[1]));
        if (font) fonts.set(number, font);
      } else if (pageStart.test(start)) {
        contents.push(referenceIn(readDictionary(number), "Contents"));
      } else if (pieceStart.test(start)) {
        contents.push(number);
      }
    }
    return { fonts, contents };
  }

  return {
    pageCount() {
      const pages = readDictionary(referenceIn(readDictionary(root), "Pages"));
      const count = /\/Count (\d+)/.exec(pages);
      if (!count) throw new Error("the page tree of the PDF has no /Count");
      return Number(count[1]);
    },

    setLanguage(language) {
      const catalog = readDictionary(root);
      if (/\/Lang\b/.test(catalog)) return;
      amended.set(root, Buffer.from(`<</Lang (${language})\n${catalog.slice(2)}`, "latin1"));
    },

    setDates(date) {
      const texts = textsIn(pdf, offsetOf(referenceIn(trailer, "Info")));
      const text = toPdfDate(date);
      for (const name of ["CreationDate", "ModDate"]) {
        const at = texts.get(name);
        if (at === undefined || !isPdfDate.test(pdf.toString("latin1", at, at + text.length))) {
          throw new Error(`the PDF has no ${name}`);
        }
        pdf.write(text, at, "latin1");
      }
    },

    dropForeignLinks() {
      if (!mayHaveForeignLinks(pdf)) return;
      const dropped = new Set<number>();
      for (let number = 1; number < objectCount; number++) {
        if (dropForeignLink(pdf, offsetOf(number))) dropped.add(number);
      }
      if (dropped.size === 0) return;
      const inPages = new Set<number>();
      for (const object of objects()) {
        for (const number of forgetLinksOfPage(object, dropped)) inPages.add(number);
        forgetLinksOfStructure(object, dropped);
      }
      if (inPages.size !== dropped.size) throw new Error("a PDF link is missing from the annotations of its page");
    },

    correctCharacters() {
      const tables = [...glyphNotesOf(pdf)].map((number) => ({ number, source: readStream(number) }));
      if (!tables.some(({ source }) => isInDoubt(source))) return;
      const inText = new Map<number, FontInText>();
      const doubtful = tables.flatMap(({ number, source }) => {
        const notes = readGlyphNotes(source);
        const glyphs = doubtfulGlyphs(notes);
        if (glyphs.length === 0) return [];
        const font = createFontInText(notes.digits, glyphs);
        inText.set(number, font);
        return [{ number, notes, font }];
      });
      const { fonts, contents } = readText(inText);
      for (const number of contents) addTextsOf(readStream(number), fonts);
      for (const { number, notes, font } of doubtful) {
        const corrected = correctedNotes(notes, textsMeant(font));
        if (corrected === undefined) continue;
        const content = deflateSync(corrected);
        amended.set(
          number,
          Buffer.concat([
            Buffer.from(`<</Filter /FlateDecode\n/Length ${content.length}>> stream\n`),
            content,
            Buffer.from("\nendstream"),
          ]),
        );
      }
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
          `xref\n${entries.join("")}trailer\n<</Prev ${xrefOffset}\n${trailer.slice(2)}\nstartxref\n${length}\n%%EOF\n`,
          "latin1",
        ),
      );
      return Buffer.concat(pieces);
    },
  };
}

const longestStart = 400;
const pageStart = /^\d+ 0 obj\n<<\/Type \/Page\n/;
const fontStart = /^\d+ 0 obj\n<<\/Type \/Font\n/;
/** What else than pages has text in it: what is drawn as a whole, or again and again. */
const pieceStart = /^\d+ 0 obj\n<<\/Type \/(?:XObject\n\/Subtype \/Form\n|Pattern\n\/PatternType 1\n)/;

function readTrailer(pdf: Buffer): { dictionary: string; xrefOffset: number } {
  const tail = pdf.toString("latin1", Math.max(pdf.lastIndexOf("trailer"), 0));
  const match = /^trailer\s*(<<[\s\S]*>>)\s*startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail);
  if (!match) throw new Error("the PDF has no trailer");
  return { dictionary: match[1] ?? "", xrefOffset: Number(match[2]) };
}

function referenceIn(dictionary: string, name: string): number {
  const match = new RegExp(`/${name} (\\d+) 0 R`).exec(dictionary);
  if (!match) throw new Error(`a PDF dictionary has no /${name}`);
  return Number(match[1]);
}

const isPdfDate = /^D:\d{14}\+00'00'$/;

function toPdfDate(date: Date): string {
  return `D:${date.toISOString().slice(0, 19).replace(/\D/g, "")}+00'00'`;
}

const byte = { slash: 0x2f, space: 0x20 };

/**
 * Where the value of each entry begins, in a dictionary of nothing but texts. It is read entry by entry, because a text
 * (the document's title) may itself hold what looks like an entry.
 */
function textsIn(pdf: Buffer, offset: number): Map<string, number> {
  const found = new Map<string, number>();
  let at = pdf.indexOf("<<", offset) + 2;
  while (pdf[at] === byte.slash) {
    const start = pdf.indexOf(" ", at) + 1;
    found.set(pdf.toString("latin1", at + 1, start - 1), start + 1);
    at = endOfText(pdf, start) + 1;
    while ((pdf[at] ?? byte.slash) <= byte.space) at += 1;
  }
  return found;
}

/** The objects that say what the glyphs of a font stand for. */
function glyphNotesOf(pdf: Buffer): Set<number> {
  const found = new Set<number>();
  const name = "/ToUnicode ";
  for (let at = pdf.indexOf(name); at !== -1; at = pdf.indexOf(name, at + 1)) {
    const match = /^(\d+) 0 R/.exec(pdf.toString("latin1", at + name.length, at + name.length + 20));
    if (match) found.add(Number(match[1]));
  }
  return found;
}
