/** The space around and between pages, in CSS pixels. */
const gap = 16;

type Size = { width: number; height: number };
export type PageBox = Size & { top: number };
/** The boxes of pages in the scrolled area, one below the other and centred. */
export type PageLayout = { scale: number; boxes: readonly PageBox[]; width: number; height: number };

/** CSS pixels per point, at 100 %. */
export const actualSize = 96 / 72;

/** Lays out pages, measured in points, one below the other. Boxes have whole pixels, so that pictures fit exactly. */
export function layOutPages(pages: readonly Size[], scale: number): PageLayout {
  let top = gap;
  let widest = 0;
  const boxes = pages.map((page) => {
    const box = { top, width: Math.round(page.width * scale), height: Math.round(page.height * scale) };
    top += box.height + gap;
    widest = Math.max(widest, box.width);
    return box;
  });
  return { scale, boxes, width: widest + 2 * gap, height: top };
}

/** The scale at which the widest page fills the width, limited to twice the actual size. */
export function fitScale(pages: readonly Size[], availableWidth: number): number {
  const widest = Math.max(1, ...pages.map(({ width }) => width));
  return Math.min(Math.max(availableWidth - 2 * gap, 50) / widest, 2 * actualSize);
}

/** The index of the page at a height; a gap belongs to the page above it. */
export function pageAt({ boxes }: PageLayout, y: number): number {
  let low = 0;
  let high = boxes.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((boxes[middle]?.top ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The indexes of the pages between two heights, starting with those nearest to the middle. */
export function pagesBetween(layout: PageLayout, top: number, bottom: number): number[] {
  const first = pageAt(layout, top);
  const last = pageAt(layout, bottom);
  const middle = pageAt(layout, (top + bottom) / 2);
  const indexes = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return indexes.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
}

/** The scroll position in another layout at which the content `offset` below the top of the window stays in place. */
export function sameHeight(before: PageLayout, after: PageLayout, scrollTop: number, offset: number): number {
  const index = pageAt(before, scrollTop + offset);
  const from = before.boxes[index];
  const to = after.boxes[Math.min(index, after.boxes.length - 1)];
  if (!from || !to) return scrollTop;
  const below = scrollTop + offset - from.top;
  // Pages scale; the space around and between them does not.
  const within = Math.min(Math.max(below, 0), from.height);
  return to.top + (within / from.height) * to.height + (below - within) - offset;
}
