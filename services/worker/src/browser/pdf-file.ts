/**
 * Reads and amends PDFs as Chromium writes them: plain objects, one cross-reference table at the end. Anything else is
 * an error here, not a case.
 */

/** Counts the pages: the `/Count` of the page tree's root. */
export function countPages(pdf: Buffer): number {
  const catalog = readObject(pdf, reference(readTrailer(pdf).dictionary, "Root"));
  const pages = readObject(pdf, reference(catalog.dictionary, "Pages"));
  const count = /\/Count (\d+)/.exec(pages.dictionary);
  if (!count) throw new Error("a PDF whose page tree has no count");
  return Number(count[1]);
}

/** Adds the document's language to the catalog, by an update appended to the file, unless it has one. */
export function withLanguage(pdf: Buffer, language: string): Buffer {
  const trailer = readTrailer(pdf);
  const root = reference(trailer.dictionary, "Root");
  const catalog = readObject(pdf, root);
  if (/\/Lang\b/.test(catalog.dictionary)) return pdf;
  const offset = String(pdf.length).padStart(10, "0");
  const object = `${root} 0 obj\n<</Lang (${language})\n${catalog.dictionary.slice(2)}\nendobj\n`;
  const update = `${object}xref\n${root} 1\n${offset} 00000 n \ntrailer\n<</Prev ${trailer.xrefOffset}\n${trailer.dictionary.slice(2)}\nstartxref\n${pdf.length + object.length}\n%%EOF\n`;
  return Buffer.concat([pdf, Buffer.from(update, "latin1")]);
}

type Trailer = { dictionary: string; xrefOffset: number };

function readTrailer(pdf: Buffer): Trailer {
  const start = pdf.lastIndexOf("trailer");
  const match = /^trailer\s*(<<[\s\S]*>>)\s*startxref\s+(\d+)\s+%%EOF\s*$/.exec(
    pdf.toString("latin1", Math.max(start, 0)),
  );
  if (!match) throw new Error("a PDF without a trailer");
  return { dictionary: match[1] ?? "", xrefOffset: Number(match[2]) };
}

function readObject(pdf: Buffer, number: number): { dictionary: string } {
  const { xrefOffset } = readTrailer(pdf);
  // `xref`, the first object's number and the count, then 20 bytes for each object.
  const head = /^xref\s+0 \d+\s*?\n/.exec(pdf.toString("latin1", xrefOffset, xrefOffset + 40));
  if (!head) throw new Error("a PDF without a cross-reference table");
  const entry = xrefOffset + head[0].length + number * 20;
  const offset = Number(pdf.toString("latin1", entry, entry + 10));
  const end = pdf.indexOf("endobj", offset);
  const match = /^\d+ 0 obj\s*(<<[\s\S]*>>)\s*$/.exec(pdf.toString("latin1", offset, end));
  if (!match) throw new Error("a PDF object that is no dictionary");
  return { dictionary: match[1] ?? "" };
}

function reference(dictionary: string, name: string): number {
  const match = new RegExp(`/${name} (\\d+) 0 R`).exec(dictionary);
  if (!match) throw new Error(`a PDF dictionary without ${name}`);
  return Number(match[1]);
}
