import type { CDPSession } from "puppeteer";

/** The area of a page's content, in pixels as the document is laid out. */
export type PageArea = { width: number; height: number };

/** What a document loses. Elements are written as `table.lines td.text`, with classes that may come from the data. */
export type CutContent = {
  /** An element that reaches beyond the edge of its page. `isLost` is false for a colour or an empty box. */
  beyondPage: (FoundElement & { isLost: boolean }) | undefined;
  /** Boxes that hide a part of their text: how many, and the first of them. */
  boxes: (FoundElement & { count: number }) | undefined;
};

/** An element, with the name by which a print leads to it. */
export type FoundElement = { element: string; destination: string };

/** Shows the content that the rule of the quick way hides, which also holds in the first layout of a new size. */
export async function showContent(session: CDPSession): Promise<void> {
  const expression = `document.documentElement.style.setProperty("content-visibility", "visible", "important")`;
  await session.send("Runtime.evaluate", { expression });
}

/** Pages of vertical text are as wide as it needs. */
const isHorizontal = `[document.documentElement, document.body].every(
  (element) => getComputedStyle(element).writingMode === "horizontal-tb",
)`;

/** How wide the document on the page is, with what reaches beyond the page. */
export async function contentWidth(session: CDPSession): Promise<number> {
  const expression = `${isHorizontal} ? document.scrollingElement.scrollWidth : 0`;
  const { result } = await session.send("Runtime.evaluate", { expression });
  return Number(result.value);
}

/** Chromium lays a document out on pages of at most 1.5 times their width, and cuts off what has no room there. */
const smallest = 1 / 1.5;
/** Less than this is rounding. */
const leastShrinking = 0.99;

/** The size in which Chromium prints content that is laid out on pages of this area, and takes this width. */
export function scaleFor(width: number, fullArea: PageArea): number {
  return width <= fullArea.width + 1 ? 1 : Math.max(smallest, fullArea.width / width);
}

/** Whether Chromium printed the content smaller, and whether it cut off the rest. */
export const isShrunk = (scale: number): boolean => scale < leastShrinking;
export const isSmallest = (scale: number): boolean => scale < smallest + 0.0005;

/**
 * Finds what a document on the page loses. The page has the size of the area, and the document the styles that it was
 * printed with. Nothing leaves it on the right without a `rightEdge`. `checksBoxes` also looks for text that boxes hide. The next print has destinations for what was found.
 */
export async function findCut(
  session: CDPSession,
  { rightEdge, checksBoxes }: { rightEdge: number | undefined; checksBoxes: boolean },
): Promise<CutContent | undefined> {
  const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
    expression: `(${findInPage})(${rightEdge ?? "Infinity"}, ${checksBoxes})`,
    returnByValue: true,
  });
  // An element may have a name that hides a property of the document.
  if (exceptionDetails || !Array.isArray(result.value)) return undefined;
  const [beyond, isLost, box, count] = result.value;
  const beyondPage = foundElement(beyond);
  const boxes = foundElement(box);
  return {
    beyondPage: beyondPage && { ...beyondPage, isLost: isLost === true },
    boxes: boxes && { ...boxes, count: Number(count) },
  };
}

const longestElement = 500;

function foundElement(value: unknown): FoundElement | undefined {
  if (!Array.isArray(value)) return undefined;
  const [element, destination] = value.map(String);
  return { element: (element ?? "").slice(0, longestElement), destination: destination ?? "" };
}

// Text tells whether something is lost: a page may crop a picture or a colour on purpose. A line counts as cut when a
// third of its height is outside, or more than half a letter. Left out are text that is hidden on purpose (far outside,
// in a box of 2 pixels, by a text-indent, or with an ellipsis in its place) and transformed text, whose box says little
// about it.
const findInPage = `(rightEdge, checksBoxes) => {
  const most = 20000;
  const isHorizontal = ${isHorizontal};
  const nameOf = (element) => {
    const steps = [];
    for (let at = element; at && at !== document.documentElement && steps.length < 4; at = at.parentElement)
      steps.unshift([at.localName, ...[...at.classList].slice(0, 3)].join(".").slice(0, 100));
    return steps.join(" ");
  };
  const isTransformed = (element) => {
    const { transform, rotate, scale, translate } = getComputedStyle(element);
    return [transform, rotate, scale, translate].some((value) => value !== "none");
  };
  /** Gives the element a destination in the next print: a name with a link to it. */
  const marked = (element, name) => {
    element.id ||= name;
    const link = document.createElement("a");
    link.href = "#" + encodeURIComponent(element.id);
    document.head.append(link);
    return [nameOf(element), element.id];
  };
  const isShown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const range = document.createRange();
  function* textsIn(root) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    let count = 0;
    for (let text = walker.nextNode(); text && count < most; text = walker.nextNode()) {
      if (!/\\S/.test(text.data)) continue;
      count += 1;
      range.selectNodeContents(text);
      yield text.parentElement;
    }
  }
  /** Whether the content of the element is drawn in the box: not beside it, turned, or in columns, which pages change. */
  const isWithin = (element, box) => {
    for (let at = element; at && at !== box; at = at.parentElement) {
      const { position, columnCount, columnWidth } = getComputedStyle(at);
      if (isTransformed(at) || columnCount !== "auto" || columnWidth !== "auto") return false;
      if (position !== "absolute" && position !== "fixed") continue;
      if (box !== document.documentElement && !(at.offsetParent && box.contains(at.offsetParent))) return false;
    }
    return true;
  };
  const clips = (element) => {
    const { overflowX, overflowY } = getComputedStyle(element);
    return overflowX !== "visible" || overflowY !== "visible";
  };
  const isClipped = (element) => {
    for (let at = element; at && at !== document.body; at = at.parentElement) if (clips(at)) return true;
    return false;
  };

  /** The widest of what reaches beyond the page: of text and pictures, and of all else. */
  const widest = { lost: undefined, other: undefined };
  const widths = { lost: 0, other: 0 };
  const note = (kind, element, rect, around) => {
    if (!isHorizontal) return;
    if (rect.width <= widths[kind] || rect.width < 1 || rect.right < -1000) return;
    const rounding = kind === "lost" ? 2 : 0.5;
    if (rect.left >= -rounding && rect.right <= rightEdge + rounding) return;
    if (!isShown(element) || !isWithin(element, document.documentElement) || isClipped(around)) return;
    widest[kind] = element;
    widths[kind] = rect.width;
  };
  for (const text of textsIn(document.body)) note("lost", text, range.getBoundingClientRect(), text);
  for (const image of [...document.images].slice(0, most))
    note("lost", image, image.getBoundingClientRect(), image.parentElement);
  const elements = [...document.body.getElementsByTagName("*")].slice(0, most);
  if (!widest.lost)
    for (const element of elements) note("other", element, element.getBoundingClientRect(), element.parentElement);

  const boxes = [];
  if (checksBoxes) {
    // The overflow of a body is that of the page, which hides nothing, unless the document has one of its own.
    for (const box of clips(document.documentElement) ? [document.body, ...elements] : elements) {
      if (box.scrollWidth <= box.clientWidth + 1 && box.scrollHeight <= box.clientHeight + 1) continue;
      if (!(box instanceof HTMLElement) || /^(?:textarea|select|input|button|iframe|object)$/.test(box.localName)) continue;
      const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(box);
      const hidesX = overflowX !== "visible";
      const hidesY = overflowY !== "visible";
      if ((!hidesX && !hidesY) || textOverflow !== "clip" || webkitLineClamp !== "none") continue;
      const { clientWidth, clientHeight } = box;
      const outer = box.getBoundingClientRect();
      const isTurned = Math.abs(outer.width - box.offsetWidth) > 1 || Math.abs(outer.height - box.offsetHeight) > 1;
      if (clientWidth <= 2 || clientHeight <= 2 || isTurned) continue;
      const left = outer.left + box.clientLeft;
      const top = outer.top + box.clientTop;
      const isCut = (rect) => {
        if (rect.width < 1 || rect.height < 1) return false;
        const aside = Math.max(rect.right - left - clientWidth, left - rect.left);
        const above = Math.max(rect.bottom - top - clientHeight, top - rect.top);
        return (hidesX && aside > Math.max(2, rect.height / 4)) || (hidesY && above > rect.height / 3);
      };
      for (const element of textsIn(box)) {
        if (![...range.getClientRects()].some(isCut)) continue;
        if (parseFloat(getComputedStyle(element).textIndent) !== 0) continue;
        if (!isShown(element) || !isWithin(element, box)) continue;
        boxes.push(box);
        break;
      }
    }
  }
  const outermost = boxes.filter((box) => !boxes.some((other) => other !== box && other.contains(box)));
  const beyond = widest.lost ?? widest.other;
  return [
    beyond && marked(beyond, "platen-beyond"),
    beyond === widest.lost,
    outermost[0] && marked(outermost[0], "platen-box"),
    outermost.length,
  ];
}`;
