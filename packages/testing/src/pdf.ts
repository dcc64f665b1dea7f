import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { z } from "zod";
import type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";

// pdf.js is large and most test files never need it, so it loads only when a test reads a PDF.
const loadPdfjs = () => import("pdfjs-dist/legacy/build/pdf.mjs");
const pdfjsFolder = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));

export type PdfInfo = {
  pageCount: number;
  title: string | undefined;
  language: string | undefined;
  author: string | undefined;
  subject: string | undefined;
  keywords: string | undefined;
  pageSizesPt: { width: number; height: number }[];
  /** Links to web addresses, in the order of the pages. */
  links: { pageNumber: number; url: string }[];
  /** Whether the document has a structure tree, which screen readers need. */
  isTagged: boolean;
};

export type PdfFont = { name: string; isEmbedded: boolean };

/** Returns the text of each page, with line breaks. */
export async function pdfText(bytes: Uint8Array): Promise<string[]> {
  return withPages(bytes, textOf);
}

/** Returns the text of one page, counted from 1. For a long document this is far faster than `pdfText`. */
export function pdfPageText(bytes: Uint8Array, pageNumber: number): Promise<string> {
  return withDocument(bytes, async (document) => textOf(await document.getPage(pageNumber)));
}

async function textOf(page: PDFPageProxy): Promise<string> {
  const { items } = await page.getTextContent();
  return items
    .map((item) => ("str" in item ? `${item.str}${item.hasEOL ? "\n" : ""}` : ""))
    .join("")
    .trim();
}

/** A text in one font on one line. Positions are in pixels of CSS, from the upper left corner of the page. */
export type PdfRun = { text: string; left: number; right: number; baseline: number; font: string; size: number };

/** Returns the runs of text of each page. */
export async function pdfRuns(bytes: Uint8Array): Promise<PdfRun[][]> {
  return withPages(bytes, async (page) => {
    const { height } = page.getViewport({ scale: 1 });
    const { items } = await page.getTextContent();
    return items.flatMap((item) => {
      if (!("str" in item) || item.str.trim() === "") return [];
      const [, , , size, left, bottom] = textMatrix.parse(item.transform);
      return {
        text: item.str,
        left: pixels(left),
        right: pixels(left + item.width),
        baseline: pixels(height - bottom),
        font: item.fontName,
        size: pixels(size),
      };
    });
  });
}

const pixels = (points: number): number => (points * 96) / 72;
const textMatrix = z.tuple([z.number(), z.number(), z.number(), z.number(), z.number(), z.number()]);

/** Returns the facts that a PDF reader shows about the document. */
export async function pdfInfo(bytes: Uint8Array): Promise<PdfInfo> {
  return withDocument(bytes, async (document) => {
    const { info } = await document.getMetadata();
    const { Title: title, Language: language, Author, Subject, Keywords } = metadata.parse(info);
    const { Marked: isTagged = false } = (await document.getMarkInfo()) ?? {};
    const pages = await eachPage(document, async (page, pageNumber) => {
      const { width, height } = page.getViewport({ scale: 1 });
      const annotations = annotationsWithUrl.parse(await page.getAnnotations());
      const links = annotations.flatMap(({ url }) => (url === undefined ? [] : [{ pageNumber, url }]));
      return { size: { width, height }, links };
    });
    return {
      pageCount: document.numPages,
      title: title || undefined,
      language: language || undefined,
      author: Author ?? undefined,
      subject: Subject ?? undefined,
      keywords: Keywords ?? undefined,
      pageSizesPt: pages.map(({ size }) => size),
      links: pages.flatMap(({ links }) => links),
      isTagged,
    };
  });
}

/** What the XMP of a PDF says, by names in lower case; undefined for a PDF without XMP. */
export async function pdfXmp(bytes: Uint8Array): Promise<Record<string, unknown> | undefined> {
  return withDocument(bytes, async (document) => {
    const { metadata } = await document.getMetadata();
    return metadata ? Object.fromEntries(xmpEntries.parse([...metadata])) : undefined;
  });
}

/** The fonts that the text is set in, by name. */
export async function pdfFonts(bytes: Uint8Array): Promise<PdfFont[]> {
  const { OPS } = await loadPdfjs();
  const pages = await withPages(bytes, async (page) => {
    const { fnArray, argsArray } = await page.getOperatorList();
    const ids = new Set(
      fnArray.flatMap((operator, index) => (operator === OPS.setFont ? [String(argsArray[index][0])] : [])),
    );
    return [...ids].map((id) => font.parse(page.commonObjs.get(id)));
  });
  const fonts = new Map(pages.flat().map(({ name, missingFile }) => [name, { name, isEmbedded: !missingFile }]));
  return [...fonts.values()].toSorted((a, b) => a.name.localeCompare(b.name));
}

const text = z.string().nullish();
const metadata = z.object({ Title: text, Language: text, Author: text, Subject: text, Keywords: text });
const xmpEntries = z.array(z.tuple([z.string(), z.unknown()]));
const annotationsWithUrl = z.array(z.object({ url: z.string().optional() }));
const font = z.object({ name: z.string(), missingFile: z.boolean().default(false) });

function withPages<T>(bytes: Uint8Array, read: (page: PDFPageProxy, pageNumber: number) => Promise<T>): Promise<T[]> {
  return withDocument(bytes, (document) => eachPage(document, read));
}

/** Reads page after page. */
export async function eachPage<T>(
  document: PDFDocumentProxy,
  read: (page: PDFPageProxy, pageNumber: number) => Promise<T>,
): Promise<T[]> {
  const results: T[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    results.push(await read(await document.getPage(number), number));
  }
  return results;
}

/** Opens a document for as long as it is read. */
export async function withDocument<T>(bytes: Uint8Array, read: (document: PDFDocumentProxy) => Promise<T>): Promise<T> {
  const { getDocument } = await loadPdfjs();
  const loading = getDocument({
    // pdf.js takes the buffer away from its owner.
    data: Uint8Array.from(bytes),
    cMapUrl: join(pdfjsFolder, "cmaps/"),
    standardFontDataUrl: join(pdfjsFolder, "standard_fonts/"),
    // Without it, fonts come without their names.
    fontExtraProperties: true,
    verbosity: 0,
  });
  try {
    return await read(await loading.promise);
  } finally {
    await loading.destroy();
  }
}
