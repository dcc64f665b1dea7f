import { missingStyles } from "./canvas-styles.ts";
import { markMissing } from "./canvas-document.ts";
import type { PageRule, PageStyle } from "./page-rules.ts";
import type { Paper, Sides } from "./paper.ts";
import { printedFamilies } from "./printed-fonts.ts";
import { pageValues, type StripName } from "@platen/template-source";

/** A filled and sanitized header or footer, with the ids of its variables whose value the data lacks. */
export type Strip = { html: string; missing: ReadonlySet<number> };

/** The content of the pages' margins. */
export type Margins = {
  paper: Paper;
  pageCount: number;
  /** The distance from the top of a page to the top of the next. */
  pitch: number;
  pageRules: readonly PageRule[];
  /** Of the page settings. */
  header: Strip;
  footer: Strip;
  title: string;
};

const hostName = "platen-margins";

/** Marks an element whose text is a value of the page, such as its number. */
export const pageValueAttribute = "data-platen-page-value";

const ownStyles = `
:host { all: initial; position: absolute; inset: 0; display: block; pointer-events: none; font-family: inherit; }
.page { position: absolute; }
.edge { position: absolute; display: flex; align-items: center; }
.box { box-sizing: border-box; flex: 0 1 auto; min-width: 0; }
.box[data-at="center"] { margin: 0 auto; text-align: center; }
.box[data-at="right"] { margin-left: auto; text-align: right; }
.strip { position: absolute; left: 0; right: 0; display: flex; overflow: hidden; font-size: 10px; font-family: ${printedFamilies.printed("system-ui")}; }
.strip[data-edge="top"] { top: 0; align-items: flex-start; padding-top: 0.4cm; }
.strip[data-edge="bottom"] { bottom: 0; align-items: flex-end; padding-bottom: 0.4cm; }
.strip > div { flex: 1; }
${missingStyles}
[contenteditable="true"] { min-width: 1em; outline: 1.5px solid #0f6f58; outline-offset: 2px; pointer-events: auto; white-space: pre-wrap; cursor: text; }
[contenteditable="true"] :is([${pageValueAttribute}], platen-variable) { border-radius: 2px; background: #d8ede5; }
`;

/** The text that `content` prints on a page; undefined if it prints nothing. */
function contentOf(value: string, root: Element, pageNumber: number, pageCount: number): string | undefined {
  if (value === "" || value === "none" || value === "normal") return undefined;
  const token = /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|attr\(\s*([\w-]+)[^)]*\)|counters?\(\s*([\w-]+)[^)]*\)/g;
  const texts = [...value.matchAll(token)].map(([, double, single, attribute, counter]) => {
    if (attribute !== undefined) return root.getAttribute(attribute) ?? "";
    if (counter !== undefined) return String(counter === "pages" ? pageCount : counter === "page" ? pageNumber : 0);
    return (double ?? single ?? "").replaceAll(/\\(.)/g, "$1");
  });
  return texts.join("");
}

function appliesTo(selector: string, pageNumber: number): boolean {
  if (selector === ":first") return pageNumber === 1;
  if (selector === ":right") return pageNumber % 2 === 1;
  if (selector === ":left") return pageNumber % 2 === 0;
  return selector === "";
}

function weight({ selector }: PageRule): number {
  if (selector === "") return 0;
  return selector === ":first" ? 2 : 1;
}

/** General rules first, so that more specific ones win. */
function rulesFor(rules: readonly PageRule[], pageNumber: number): PageRule[] {
  return rules.filter(({ selector }) => appliesTo(selector, pageNumber)).toSorted((a, b) => weight(a) - weight(b));
}

function copyStyle(from: PageStyle, to: CSSStyleDeclaration, skipped: RegExp): void {
  for (const property of from) {
    if (!skipped.test(property)) to.setProperty(property, from.getPropertyValue(property));
  }
}

function edgeBoxes(document: Document, margins: Margins, pageNumber: number, edge: "top" | "bottom"): HTMLElement[] {
  const rules = rulesFor(margins.pageRules, pageNumber);
  return ["left", "center", "right"].flatMap((at) => {
    const styles = rules.flatMap(({ marginBoxes }) =>
      marginBoxes.filter(({ name }) => name === `${edge}-${at}`).map(({ style }) => style),
    );
    const content = styles.reduce((found, style) => style.getPropertyValue("content") || found, "");
    const text = contentOf(content, document.documentElement, pageNumber, margins.pageCount);
    if (text === undefined) return [];
    const box = document.createElement("div");
    box.className = "box";
    box.dataset["at"] = at;
    for (const style of styles) copyStyle(style, box.style, /^content$/);
    printedFamilies.apply(box.style);
    box.textContent = text;
    return [box];
  });
}

function drawEdge(
  document: Document,
  margins: Margins,
  pageNumber: number,
  edge: "top" | "bottom",
): HTMLElement | undefined {
  const boxes = edgeBoxes(document, margins, pageNumber, edge);
  if (boxes.length === 0) return undefined;
  const { firstMargin, margin } = margins.paper;
  const sides: Sides = pageNumber === 1 ? firstMargin : margin;
  const element = document.createElement("div");
  element.className = "edge";
  for (const { style } of rulesFor(margins.pageRules, pageNumber))
    copyStyle(style, element.style, /^(margin|size|padding)/);
  printedFamilies.apply(element.style);
  element.style.cssText += `;left:${sides.left}px;right:${sides.right}px;height:${sides[edge]}px;${edge}:0`;
  element.append(...boxes);
  return element;
}

/** The settings' header or footer, with the values that Chromium fills in. */
function drawStrip(
  document: Document,
  margins: Margins,
  pageNumber: number,
  edge: "top" | "bottom",
): HTMLElement | undefined {
  const { html, missing } = edge === "top" ? margins.header : margins.footer;
  if (html.trim() === "") return undefined;
  const strip = document.createElement("div");
  strip.className = "strip";
  strip.dataset["edge"] = edge;
  const content = document.createElement("div");
  content.innerHTML = html;
  markMissing(content, missing);
  for (const { style } of content.querySelectorAll<HTMLElement>("[style]")) printedFamilies.apply(style);
  const values: Readonly<Record<string, string>> = {
    pageNumber: String(pageNumber),
    totalPages: String(margins.pageCount),
    title: margins.title,
    date: new Date().toLocaleDateString(),
    url: "",
  };
  for (const [name, text] of Object.entries(values)) {
    for (const element of content.getElementsByClassName(name)) {
      element.textContent = text;
      if (pageValues.some((value) => value.name === name)) element.setAttribute(pageValueAttribute, "");
    }
  }
  strip.append(content);
  return strip;
}

/**
 * Draws the margins of every page, beside the template's body, where neither its styles nor the pointer reach them.
 */
export function drawMargins(document: Document, margins: Margins): void {
  const { paper, pageCount, pitch } = margins;
  let host = document.querySelector(hostName);
  if (!host) {
    host = document.createElement(hostName);
    host.attachShadow({ mode: "open" });
    document.documentElement.append(host);
  }
  // Drawing would discard the text that is being edited.
  if (host.shadowRoot?.querySelector("[contenteditable=true]")) return;
  const styles = document.createElement("style");
  styles.textContent = ownStyles;
  const pages = Array.from({ length: pageCount }, (_, index) => {
    const page = document.createElement("div");
    page.className = "page";
    // The host starts at the content area of the first page.
    page.style.cssText = `left:${-paper.margin.left}px;top:${index * pitch - paper.margin.top}px;width:${paper.width}px;height:${paper.height}px`;
    for (const edge of ["top", "bottom"] as const) {
      const drawn = [drawEdge(document, margins, index + 1, edge), drawStrip(document, margins, index + 1, edge)];
      page.append(...drawn.filter((element) => element !== undefined));
    }
    return page;
  });
  host.shadowRoot?.replaceChildren(styles, ...pages);
}

/** A header or footer as it is drawn on each page, in the order of the pages. */
export function drawnStrips(document: Document, name: StripName): HTMLElement[] {
  const edge = name === "header" ? "top" : "bottom";
  const root = document.querySelector(hostName)?.shadowRoot;
  return [...(root?.querySelectorAll<HTMLElement>(`.strip[data-edge="${edge}"]`) ?? [])];
}
