/** What a reader may dislike about the pages of a document. Pages count from 1. */
export type PageFaults = {
  /** Pages on which nothing is drawn. */
  empty: number[];
  /** Pages whose content Chromium printed smaller, because it is too wide. `scale` is that of the first of them. */
  shrunk: { page: number; scale: number; count: number } | undefined;
};

export const noFaults: PageFaults = { empty: [], shrunk: undefined };

/** Chromium draws a page in 300 dots an inch, and CSS has 96 pixels an inch. */
const fullSize = 300 / 96;
/** Less than this is rounding. */
const leastShrinking = 0.99;

/** The clip of the page's content, then the matrix that places it. A layer, such as one with a mask, has the matrix 1. */
const contentMatrix = /re\nW\* n\nq\n(?!1 0 0 1 )(\d{1,3}(?:\.\d{1,9})?) 0 0 \1 [-\d.]{1,20} [-\d.]{1,20} cm\n/;

/**
 * Reads the faults from the starts of the pages' contents. `scale` is that of the settings; undefined for a document that
 * scales its content itself, where the matrix says nothing about the page.
 */
export function findPageFaults(starts: readonly string[], scale: number | undefined): PageFaults {
  const empty: number[] = [];
  let shrunk: PageFaults["shrunk"];
  for (const [index, start] of starts.entries()) {
    const page = index + 1;
    if (start === "") empty.push(page);
    const factor = contentMatrix.exec(start)?.[1];
    if (factor === undefined || scale === undefined) continue;
    const printed = Number(factor) / fullSize / scale;
    if (printed >= leastShrinking) continue;
    shrunk ??= { page, scale: Math.round(printed * 100) / 100, count: 0 };
    shrunk.count += 1;
  }
  return { empty, shrunk };
}
