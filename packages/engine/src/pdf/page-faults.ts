import type { PdfPage } from "@platen/pdf";
import type { PageArea } from "../printing/find-cut.ts";

/** What a reader may dislike about the pages of a document. Pages count from 1. */
export type PageFaults = {
  /** Pages on which nothing is drawn. */
  empty: number[];
  /** Pages whose content Chromium printed smaller, because it is too wide. `scale` is that of the first of them. */
  shrunk: { page: number; scale: number; count: number } | undefined;
  /** The first page of which a part is cut off, and the element that reaches beyond its edge, where they are known. */
  cut: { page: number | undefined; element: string | undefined } | undefined;
  /** Boxes that hide a part of their text: how many, and the first of them. */
  cutTexts: { page: number | undefined; element: string; count: number } | undefined;
};

export const noFaults: PageFaults = { empty: [], shrunk: undefined, cut: undefined, cutTexts: undefined };

/** What a PDF tells of its pages. */
export type PrintedPages = {
  empty: number[];
  drawn: number;
  /** The first page with content. */
  first: number;
  /**
   * The size in which Chromium printed the content: 1 is that of the settings. All pages have one. Undefined where nothing
   * but drawings and boxes tells.
   */
  scale: number | undefined;
  /** The area of a page's content in full size; undefined where nothing tells. */
  fullArea: PageArea | undefined;
  /** The width of the widest paper, as a multiple of that of the first page with content. */
  widest: number;
};

/** Chromium draws in 300 dots an inch. CSS has 96 pixels an inch, and a PDF 72 points. */
const fullSize = 300 / 96;
const dotsPerPoint = 300 / 72;
/** Of a page's content: a drawing may come before what tells. */
const bytesRead = [400, 3_200, 25_600];
/** Of pages on which something is drawn. */
const pagesRead = 3;

/** Where Chromium draws a page's content, in dots. `factor` is undefined where it may be that of a drawing. */
type Placed = { width: number; height: number; factor: number | undefined };

/** Reads what a PDF tells of its pages. `scale` is that of the settings. */
export function readPages(
  pages: readonly PdfPage[],
  { scale, hasHeader }: { scale: number; hasHeader: boolean },
): PrintedPages {
  const empty = pages.flatMap(({ isEmpty }, index) => (isEmpty ? [index + 1] : []));
  const drawn = pages.filter(({ isEmpty }) => !isEmpty);
  const full = fullSize * scale;
  const [first] = drawn;
  const found = drawn.slice(0, pagesRead).map((page) => findContent(page, full, hasHeader));
  const placed = found.find((each) => each?.factor !== undefined) ?? found.find((each) => each !== undefined);
  return {
    empty,
    drawn: drawn.length,
    first: first ? pages.indexOf(first) + 1 : 1,
    scale: placed?.factor && placed.factor / full,
    widest: first ? Math.max(...pages.map(({ width }) => width)) / first.width : 1,
    fullArea: placed && { width: Math.ceil(placed.width / full), height: Math.ceil(placed.height / full) },
  };
}

function findContent(page: PdfPage, full: number, hasHeader: boolean): Placed | undefined {
  let unsure: Placed | undefined;
  for (const bytes of bytesRead) {
    const { text, isWhole } = page.startOfContent(bytes);
    const placed = findPlaced(text, page, full, hasHeader);
    if (placed?.factor !== undefined) return placed;
    unsure ??= placed;
    if (isWhole) break;
  }
  return unsure;
}

const endOfClip = " re\nW* n\nq\n";
const clip = /^([-\d.]{1,20}) ([-\d.]{1,20}) ([-\d.]{1,20}) ([-\d.]{1,20})$/;
const matrix = /^([\d.]{1,20}) 0 0 ([\d.]{1,20}) ([-\d.]{1,20}) ([-\d.]{1,20}) cm$/;
/** Of the paper. A drawing or a box has a smaller clip. */
const leastClip = 0.4;

/**
 * Finds the clip of the page's content, and the matrix after it, which places the content at the clip's left edge. Content
 * in a box has the clip of the box, and a drawing a matrix of its own.
 */
function findPlaced(text: string, paper: PdfPage, full: number, hasHeader: boolean): Placed | undefined {
  const across = paper.width * dotsPerPoint;
  const down = paper.height * dotsPerPoint;
  let inHeader: Placed | undefined;
  let unsure: Placed | undefined;
  for (let at = text.indexOf(endOfClip); at !== -1; at = text.indexOf(endOfClip, at + 1)) {
    const next = at + endOfClip.length;
    const [left, top, width, height] = numbersIn(clip.exec(text.slice(text.lastIndexOf("\n", at) + 1, at)));
    const [factor, same, x, y] = numbersIn(matrix.exec(text.slice(next, text.indexOf("\n", next))));
    const isLarge = width > leastClip * across && height > leastClip * down;
    // The content of a layer, such as one with a mask, has the matrix 1.
    const isPlaced = factor === same && factor > 1 && x <= left + 2 && y <= top + 2;
    if (!isPlaced || !isLarge || left - x > 2) {
      // Content in a box mostly has the matrix of the page.
      if (isPlaced && Math.abs(factor - full) < 0.001)
        unsure = { width: across - 2 * x, height: down - 2 * Math.max(0, y), factor };
      else
        unsure ??= isLarge ? { width, height, factor: undefined } : { width: across, height: down, factor: undefined };
      continue;
    }
    const placed = { width, height, factor };
    const isHeader = hasHeader && left === 0 && top === 0 && isWhole(width) && isWhole(height);
    if (!isHeader || inHeader) return inHeader ?? placed;
    inHeader = placed;
  }
  return unsure;
}

function numbersIn(found: RegExpExecArray | null): [number, number, number, number] {
  const [first = 0, second = 0, third = 0, fourth = 0] = found?.slice(1).map(Number) ?? [];
  return [first, second, third, fourth];
}

/** Whether a length is whole pixels, as the page of a header is. */
function isWhole(dots: number): boolean {
  return Math.abs(Math.round(dots / fullSize) - dots / fullSize) < 0.001;
}

export const noPages: PrintedPages = {
  empty: [],
  drawn: 0,
  first: 1,
  widest: 1,
  scale: undefined,
  fullArea: undefined,
};
