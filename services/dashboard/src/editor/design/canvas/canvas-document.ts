import { placeAddresses } from "../../../library/assets/asset-addresses.ts";
import { applyPrintStyle } from "./apply-print-styles.ts";
import { isElement } from "./morph.ts";
import { printedFamilies } from "./printed-fonts.ts";
import {
  idAttribute,
  labelAttribute,
  missingAttribute,
  nameAttribute,
  readMark,
  variableElement,
} from "@platen/template-source";

/** Mark elements of a section's later repeats, and elements of a section that prints nothing. */
export const repeatAttribute = "data-platen-repeat";
export const emptyAttribute = "data-platen-empty";

/** Marks a variable that shows its name. */
export const namedAttribute = "data-platen-named";

type OpenRepeat = { id: number; isDimmed: boolean; isHidden: boolean; isEmpty: boolean };

/** The elements that marks of sections are in. */
function parentsOfMarks(body: HTMLElement): Set<ParentNode> {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_COMMENT);
  const parents = new Set<ParentNode>();
  for (let comment = walker.nextNode(); comment; comment = walker.nextNode()) {
    if (comment.parentNode) parents.add(comment.parentNode);
  }
  return parents;
}

/**
 * Marks the later repeats of sections among the nodes of an element as dimmed. Removes the content of sections that print
 * nothing, unless it is revealed.
 */
function markRepeats(parent: ParentNode, revealed: ReadonlySet<number>): void {
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
  }
}

/** Elements that must not take the focus, because the canvas itself has it. */
const focusable =
  "a, area, button, input, select, textarea, summary, iframe, audio, video, details, [tabindex], [contenteditable]";

const namesAssets = ["src", "srcset", "href", "poster", "background", "style"]
  .map((name) => `[${name}*="asset:"]`)
  .join(", ");

/** Puts addresses of the project's files in place of those of assets. */
function placeAssets(document: Document, urls: ReadonlyMap<string, string>): void {
  for (const element of document.querySelectorAll(`${namesAssets}, image`)) {
    for (const attribute of element.attributes) attribute.value = placeAddresses(attribute.value, urls);
  }
  for (const style of document.querySelectorAll("style")) {
    const placed = placeAddresses(style.textContent, urls);
    if (placed !== style.textContent) style.textContent = placed;
  }
}

/** Attributes that name families of fonts: of SVG, and of old HTML. */
const familyAttributes = ["font-family", "face"];

function placeFamilies(document: Document): void {
  for (const name of familyAttributes) {
    for (const element of document.querySelectorAll(`[${name}]`)) {
      element.setAttribute(name, printedFamilies.printed(element.getAttribute(name) ?? ""));
    }
  }
}

/** Adapts the elements' own styles. Cells of a long table have equal ones, and a style is adapted once. */
function adaptOwnStyles(document: Document, page: { width: number; height: number }): void {
  const adapted = new Map<string, string>();
  for (const element of document.querySelectorAll<HTMLElement>("[style]")) {
    const written = element.getAttribute("style") ?? "";
    const known = adapted.get(written);
    if (known === undefined) {
      applyPrintStyle(element, page);
      adapted.set(written, element.getAttribute("style") ?? "");
    } else if (known !== written) element.setAttribute("style", known);
  }
}

/**
 * Parses the result of `canvasHtml` into a document for the frame. Nothing in it loads or runs. `frame` is the frame's
 * window: its content security policy allows the template's styles, and ours would refuse them.
 */
export function parseCanvasHtml(
  html: string,
  frame: Pick<typeof globalThis, "DOMParser">,
  page: { width: number; height: number },
  { revealed, urls }: { revealed: ReadonlySet<number>; urls: ReadonlyMap<string, string> },
): Document {
  const parsed = new frame.DOMParser().parseFromString(html, "text/html");
  for (const element of parsed.querySelectorAll(focusable)) {
    element.setAttribute("tabindex", "-1");
    element.removeAttribute("contenteditable");
    element.removeAttribute("autofocus");
  }
  placeAssets(parsed, urls);
  placeFamilies(parsed);
  adaptOwnStyles(parsed, page);
  for (const parent of parentsOfMarks(parsed.body)) markRepeats(parent, revealed);
  return parsed;
}

/** Marks the variables with these ids that print nothing. */
export function markMissing(root: ParentNode, ids: ReadonlySet<number>): void {
  for (const element of root.querySelectorAll(`${variableElement}:empty`)) {
    if (ids.has(Number(element.getAttribute(idAttribute)))) element.setAttribute(missingAttribute, "");
  }
}

/** Replaces the values of variables by their names. */
export function writeNames(document: Document): void {
  for (const element of document.querySelectorAll(`[${nameAttribute}][${idAttribute}]`)) {
    element.textContent = element.getAttribute(labelAttribute) ?? element.getAttribute(nameAttribute);
    element.setAttribute(namedAttribute, "");
  }
}
