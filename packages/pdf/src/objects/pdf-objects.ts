import { inflateSync } from "node:zlib";
import { readDictionaryAt, referenceIn, type PdfDictionary } from "./pdf-dictionary.ts";
import { dictionaryOf } from "./pdf-object.ts";

/** The objects of a PDF by their numbers, and those that an incremental update puts into their places or adds. */
export type PdfObjects = {
  pdf: Buffer;
  /** The number of the catalog of the document. */
  root: number;
  /** The number of the dictionary with what the document says about itself. */
  info: number;
  /** One more than the number of the last object. The first is 1. */
  count: number;
  offsetOf(number: number): number;
  /** The start of an object, which tells its type. */
  startOf(number: number): string;
  /** The dictionary of an object, or at the start of a stream, as the update has it. */
  readDictionary(number: number): PdfDictionary;
  /** What a stream of the PDF unpacks to, without what the update changes. */
  readStream(number: number, longest: number): string;
  /** Each object with everything before the next one. A change of these bytes changes the file. */
  all(): Generator<Buffer>;
  /** The number of a new object. */
  takeNumber(): number;
  /** Puts an object into the update. */
  amend(number: number, object: Buffer): void;
  /** Puts a dictionary into the update, with these entries before its others. Steps add to what earlier steps have put there. */
  setEntries(number: number, entries: Readonly<Record<string, string>>): void;
  /** The file with the update at its end. */
  updated(): Buffer;
};

const longestStart = 400;

/** Reads the cross-reference table of a PDF as Chromium writes it. Every other PDF is an error. */
export function openPdfObjects(pdf: Buffer): PdfObjects {
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

  function offsetOf(number: number): number {
    const entry = firstEntry + number * 20;
    return Number(pdf.toString("latin1", entry, entry + 10));
  }

  function* all(): Generator<Buffer> {
    const offsets = Array.from({ length: objectCount - 1 }, (_, index) => offsetOf(index + 1));
    const starts = offsets.toSorted((a, b) => a - b);
    for (const [index, start] of starts.entries()) yield pdf.subarray(start, starts[index + 1] ?? xrefOffset);
  }

  function readDictionary(number: number): PdfDictionary {
    const changed = amended.get(number);
    return changed ? readDictionaryAt(changed, 0) : readDictionaryAt(pdf, offsetOf(number));
  }

  function setEntries(number: number, entries: Readonly<Record<string, string>>): void {
    const others = [...readDictionary(number).entries].filter(([name]) => !Object.hasOwn(entries, name));
    amended.set(number, dictionaryOf(new Map([...Object.entries(entries), ...others])));
  }

  function startOf(number: number): string {
    const offset = offsetOf(number);
    return pdf.toString("latin1", offset, offset + longestStart);
  }

  function readStream(number: number, longest: number): string {
    const offset = offsetOf(number);
    const { entries } = readDictionaryAt(pdf, offset);
    const start = pdf.indexOf("stream\n", offset) + "stream\n".length;
    const content = pdf.subarray(start, start + Number(entries.get("Length")));
    if (entries.get("Filter") !== "/FlateDecode") return content.toString("latin1", 0, longest);
    return inflateSync(content, { maxOutputLength: longest }).toString("latin1");
  }

  function updated(): Buffer {
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
  }

  return {
    pdf,
    root,
    info,
    count: objectCount,
    offsetOf,
    startOf,
    readDictionary,
    readStream,
    all,
    takeNumber: () => nextNumber++,
    amend: (number, object) => void amended.set(number, object),
    setEntries,
    updated,
  };
}

function readTrailer(pdf: Buffer): { dictionary: PdfDictionary; xrefOffset: number } {
  const at = pdf.lastIndexOf("trailer");
  const match = /\nstartxref\n(\d{1,15})\n%%EOF\n?$/.exec(pdf.toString("latin1", pdf.length - longestTail));
  if (at === -1 || !match) throw new Error("the PDF has no trailer");
  return { dictionary: readDictionaryAt(pdf, at), xrefOffset: Number(match[1]) };
}

/** `startxref`, an offset and `%%EOF`. */
const longestTail = 60;
