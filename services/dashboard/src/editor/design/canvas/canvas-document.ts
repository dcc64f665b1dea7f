import { applyPrintStyle } from "./apply-print-styles.ts";
import { readMark } from "../source/canvas-marks.ts";

/** Marks what belongs to a later repeat of a section, and to a section that prints nothing. */
export const repeatAttribute = "data-platen-repeat";
export const emptyAttribute = "data-platen-empty";

type OpenRepeat = { id: number; isDimmed: boolean; isHidden: boolean; isEmpty: boolean };

function isElement(node: Node): node is Element {
  return node.nodeType === Node.ELEMENT_NODE;
}

/**
 * Goes over the children of an element and of what is in it. What a section prints again is marked to be dimmed, and
 * what it would print if it printed anything is taken out unless it is revealed.
 */
function markRepeats(parent: Element, revealed: ReadonlySet<number>): void {
  const open: OpenRepeat[] = [];
  const seen = new Set<number>();
  for (const node of Array.from(parent.childNodes)) {
    const mark = node.nodeType === Node.COMMENT_NODE ? readMark(node.nodeValue ?? "") : undefined;
    if (mark?.isEnd === false) {
      const isHidden = mark.isEmpty && !revealed.has(mark.id);
      open.push({ id: mark.id, isDimmed: seen.has(mark.id), isHidden, isEmpty: mark.isEmpty });
      seen.add(mark.id);
    } else if (mark) {
      const at = open.findLastIndex(({ id }) => id === mark.id);
      if (at >= 0) open.length = at;
      if (open.length === 0) continue;
    } else if (open.some(({ isHidden }) => isHidden)) {
      node.remove();
      continue;
    }
    if (!isElement(node)) continue;
    if (open.some(({ isDimmed }) => isDimmed)) node.setAttribute(repeatAttribute, "");
    if (open.some(({ isEmpty }) => isEmpty)) node.setAttribute(emptyAttribute, "");
    markRepeats(node, revealed);
  }
}

/** The canvas has one place for the focus, and it is not in the document. */
const focusable =
  "a, area, button, input, select, textarea, summary, iframe, audio, video, details, [tabindex], [contenteditable]";

/**
 * Makes a document for the frame from what `canvasHtml` gives. Nothing in it is loaded or run. `frame` is the frame's
 * window, whose policy allows styles; ours would refuse those of the template.
 */
export function parseCanvasHtml(
  html: string,
  frame: Pick<typeof globalThis, "DOMParser">,
  page: { width: number; height: number },
  revealed: ReadonlySet<number>,
): Document {
  const parsed = new frame.DOMParser().parseFromString(html, "text/html");
  for (const element of parsed.querySelectorAll(focusable)) {
    element.setAttribute("tabindex", "-1");
    element.removeAttribute("contenteditable");
    element.removeAttribute("autofocus");
  }
  for (const element of parsed.querySelectorAll<HTMLElement>("[style]")) applyPrintStyle(element, page);
  markRepeats(parsed.body, revealed);
  return parsed;
}

/** Shows the variables by their names instead of their values. */
export function writeNames(document: Document): void {
  for (const element of document.querySelectorAll("[data-name][data-platen]")) {
    element.textContent = `{{${element.getAttribute("data-name") ?? ""}}}`;
  }
}
