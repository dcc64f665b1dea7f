import { readMark } from "@platen/template-source";

export type Box = { x: number; y: number; width: number; height: number };

/** The range of each repeat of a section in the canvas, by the section's id. */
export type Repeats = ReadonlyMap<number, { range: Range; isEmpty: boolean }[]>;

/** Finds the repeats that the marks in the canvas enclose. */
export function findRepeats(document: Document): Repeats {
  const found = new Map<number, { range: Range; isEmpty: boolean }[]>();
  const open: { id: number; comment: Node; isEmpty: boolean }[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_COMMENT);
  for (let comment = walker.nextNode(); comment; comment = walker.nextNode()) {
    const mark = readMark(comment.nodeValue ?? "");
    if (!mark) continue;
    if (!mark.isEnd) {
      open.push({ id: mark.id, comment, isEmpty: mark.isEmpty });
      continue;
    }
    const at = open.findLastIndex(({ id }) => id === mark.id);
    const start = open[at];
    if (!start) continue;
    open.length = at;
    const range = document.createRange();
    range.setStartAfter(start.comment);
    range.setEndBefore(comment);
    const repeat = { range, isEmpty: start.isEmpty };
    const known = found.get(mark.id);
    if (known) known.push(repeat);
    else found.set(mark.id, [repeat]);
  }
  return found;
}

/** All elements of the canvas for an element or variable of the source. */
export function elementsOf(document: Document, id: number): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(`[data-platen="${id}"]`)];
}

export function idOf(element: Element): number {
  return Number(element.getAttribute("data-platen"));
}

/** Joins rectangles into one box for each page. */
function joinByPage(rects: Iterable<DOMRect>, pitch: number): Box[] {
  const pages = new Map<number, Box>();
  for (const { x, y, width, height } of rects) {
    const page = Math.floor((y + height / 2) / pitch);
    const box = pages.get(page);
    if (!box) {
      pages.set(page, { x, y, width, height });
      continue;
    }
    const right = Math.max(box.x + box.width, x + width);
    const bottom = Math.max(box.y + box.height, y + height);
    const left = Math.min(box.x, x);
    const top = Math.min(box.y, y);
    pages.set(page, { x: left, y: top, width: right - left, height: bottom - top });
  }
  return [...pages.values()];
}

/** The boxes of an element or range in the canvas, in pixels of the paper. */
export function boxesOf(target: Element | Range, pitch: number): Box[] {
  const rects = [...target.getClientRects()].filter(({ width, height }) => width > 0 || height > 0);
  return joinByPage(rects, pitch);
}
