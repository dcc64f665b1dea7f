import { endOfText } from "./end-of-text.ts";

/** A dictionary of a PDF: its text from `<<` to `>>`, and the value of each of its own entries, as written. */
export type PdfDictionary = { text: string; entries: ReadonlyMap<string, string> };

/** Chromium writes no longer one. */
const longestDictionary = 1_000_000;

const byte = { opening: 0x28, less: 0x3c, more: 0x3e, slash: 0x2f, openingList: 0x5b, closingList: 0x5d, space: 0x20 };

/**
 * Reads the dictionary at `offset`, where an object begins. Reads value by value, because a text, such as the document's
 * language or title, may look like an entry or like the end of the object.
 */
export function readDictionaryAt(pdf: Buffer, offset: number): PdfDictionary {
  const start = pdf.indexOf("<<", offset);
  const limit = Math.min(pdf.length, start + longestDictionary);
  const entries = new Map<string, string>();
  let at = start + 2;
  for (;;) {
    while (at < limit && (pdf[at] ?? 0) <= byte.space) at += 1;
    if (start === -1 || at >= limit) throw new Error("cannot read a PDF dictionary");
    if (pdf[at] === byte.more) return { text: pdf.toString("latin1", start, at + 2), entries };
    if (pdf[at] !== byte.slash) throw new Error("a PDF dictionary has a value without a name");
    const nameEnd = endOfWord(pdf, at + 1, limit);
    let valueStart = nameEnd;
    while (pdf[valueStart] === byte.space) valueStart += 1;
    const valueEnd = endOfValue(pdf, valueStart, limit);
    entries.set(pdf.toString("latin1", at + 1, nameEnd), pdf.toString("latin1", valueStart, valueEnd).trimEnd());
    at = valueEnd;
  }
}

/** The number of the object that an entry refers to. */
export function referenceIn({ entries }: PdfDictionary, name: string): number {
  const match = /^(\d+) 0 R$/.exec(entries.get(name) ?? "");
  if (!match) throw new Error(`a PDF dictionary has no /${name}`);
  return Number(match[1]);
}

/** The end of a value: a text, a list, a dictionary, a name, or numbers and words. */
function endOfValue(pdf: Buffer, start: number, limit: number): number {
  if (pdf[start] === byte.slash) return endOfWord(pdf, start + 1, limit);
  let depth = 0;
  let at = start;
  while (at < limit) {
    const isDouble = pdf[at + 1] === pdf[at];
    switch (pdf.readUInt8(at)) {
      case byte.opening:
        at = endOfText(pdf, at);
        break;
      case byte.less:
        if (isDouble) {
          depth += 1;
          at += 1;
        } else {
          at = endOfText(pdf, at);
        }
        break;
      case byte.openingList:
        depth += 1;
        break;
      case byte.closingList:
        depth -= 1;
        break;
      case byte.more:
        if (depth === 0) return at;
        depth -= 1;
        at += 1;
        break;
      case byte.slash:
        if (depth === 0) return at;
        break;
    }
    if (at === -1) break;
    at += 1;
  }
  throw new Error("a PDF dictionary has no end");
}

function endOfWord(pdf: Buffer, start: number, limit: number): number {
  let at = start;
  while (at < limit && !endsWord(pdf[at] ?? 0)) at += 1;
  return at;
}

function endsWord(character: number): boolean {
  return (
    character <= byte.space ||
    character === byte.slash ||
    character === byte.opening ||
    character === byte.less ||
    character === byte.more ||
    character === byte.openingList ||
    character === byte.closingList
  );
}
