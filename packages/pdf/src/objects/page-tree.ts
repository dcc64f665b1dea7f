import { constants, inflateSync } from "node:zlib";
import { readDictionaryAt, referenceIn, type PdfDictionary } from "./pdf-dictionary.ts";
import type { PdfObjects } from "./pdf-objects.ts";

/** A page of a PDF. */
export type PdfPage = {
  /** In points. */
  width: number;
  height: number;
  isEmpty: boolean;
  /** What the first bytes of its content unpack to. */
  startOfContent(bytes: number): { text: string; isWhole: boolean };
};

const mediaBox = /^\[0 0 ([\d.]{1,20}) ([\d.]{1,20})\]$/;

/** The `/Count` of the page tree's root. */
export function countPages(objects: PdfObjects): number {
  const pages = objects.readDictionary(referenceIn(catalogOf(objects), "Pages"));
  const count = Number(pages.entries.get("Count"));
  if (!Number.isInteger(count)) throw new Error("the page tree of the PDF has no /Count");
  return count;
}

/** The pages in their order. */
export function pagesOf(objects: PdfObjects): PdfPage[] {
  return readLeaves(objects).map(({ leaf }) => readPage(objects, leaf));
}

/** The number of the page to which a name leads, from 1. */
export function pageOfDestination(objects: PdfObjects, name: string): number | undefined {
  const named = objects.readDictionary(referenceIn(catalogOf(objects), "Dests")).entries.get(name) ?? "";
  const page = Number(/^\[(\d{1,10}) 0 R /.exec(named)?.[1]);
  const index = readLeaves(objects).findIndex(({ number }) => number === page);
  return index === -1 ? undefined : index + 1;
}

function catalogOf(objects: PdfObjects): PdfDictionary {
  return objects.readDictionary(objects.root);
}

/** The page tree's leaves: their numbers and dictionaries, in the order of the pages. */
function readLeaves(objects: PdfObjects): { number: number; leaf: PdfDictionary }[] {
  const leaves: { number: number; leaf: PdfDictionary }[] = [];
  let nodes = 0;
  const addFrom = (number: number): void => {
    nodes += 1;
    if (nodes > objects.count) throw new Error("the PDF has more pages than it says");
    const leaf = objects.readDictionary(number);
    const kids = leaf.entries.get("Kids");
    if (kids === undefined) leaves.push({ number, leaf });
    else for (const [, kid] of kids.matchAll(/(\d{1,10}) 0 R/g)) addFrom(Number(kid));
  };
  addFrom(referenceIn(catalogOf(objects), "Pages"));
  return leaves;
}

function readPage(objects: PdfObjects, leaf: PdfDictionary): PdfPage {
  const { pdf } = objects;
  const offset = objects.offsetOf(referenceIn(leaf, "Contents"));
  const { entries: stream } = readDictionaryAt(pdf, offset);
  const length = Number(stream.get("Length"));
  const [, width, height] = mediaBox.exec(leaf.entries.get("MediaBox") ?? "") ?? [];
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
