import type { PageSettings } from "@platen/contracts";
import { findForeignPageSizes, withLengthsOfPages } from "@platen/contracts/page-size";
import { placeAddresses } from "../../../library/assets/asset-addresses.ts";
import { markMissing, parseCanvasHtml, writeNames } from "./canvas-document.ts";
import { firstPageStyle, hasPages, isPaintedApart, layoutStyles, pageArea, sheetGap } from "./canvas-styles.ts";
import { drawMargins, type Strip } from "./draw-margins.ts";
import { morph, morphAttributes } from "./morph.ts";
import { pageRulesOf, type PageRule } from "./page-rules.ts";
import { paperOf, type Paper } from "./paper.ts";
import { placeMonospace } from "./place-monospace.ts";
import { applyPrintStyles } from "./apply-print-styles.ts";

export type CanvasContent = {
  /** The result of `canvasHtml`. */
  html: string;
  css: string;
  /** The language of a document whose HTML names none. */
  language: string | undefined;
  settings: PageSettings;
  header: Strip;
  footer: Strip;
  /** Sections that print nothing, but whose content is shown. */
  revealed: ReadonlySet<number>;
  showNames: boolean;
  /** The variables whose value the data lacks, by id. */
  missing: ReadonlySet<number>;
  /** The addresses of the project's files by name, and the rules of its fonts and of those of the workers. */
  urls: ReadonlyMap<string, string>;
  fontRules: string;
};

/** The layout of the template on its sheets of paper. */
export type CanvasLayout = { paper: Paper; pageCount: number; pitch: number; look: PageLook };

/** What a page shows under its content: its colour, that of the area in its margins, and the border of that area. */
export type PageLook = { page: string; area: string; borderStyle: string; borderColor: string };

/** The stylesheets whose rules are adapted to paper already. */
type Adapted = { sheets: WeakSet<CSSStyleSheet>; page: string };

type Shown = {
  pageRules: PageRule[];
  title: string;
  settings: PageSettings;
  header: Strip;
  footer: Strip;
  /** The texts that the author's styles are in. */
  styled: readonly string[];
};

export type CanvasFrame = ReturnType<typeof createCanvasFrame>;

const noStrip: Strip = { html: "", missing: new Set() };

function withAddresses({ html, missing }: Strip, urls: CanvasContent["urls"]): Strip {
  return { html: placeAddresses(html, urls), missing };
}

const authorOrigin = "author";
const fontOrigin = "fonts";
const layoutOrigin = "layout";

function styleElement(document: Document, origin: string, text: string): HTMLStyleElement {
  const element = document.createElement("style");
  element.dataset["origin"] = origin;
  element.textContent = text;
  return element;
}

function sheetOf(document: Document, origin: string): CSSStyleSheet | null {
  return document.querySelector<HTMLStyleElement>(`style[data-origin="${origin}"]`)?.sheet ?? null;
}

function isShown(colour: string): boolean {
  return colour !== "" && colour !== "transparent" && colour !== "rgba(0, 0, 0, 0)";
}

/** The first element, if the first page ends after it. */
function onlyElementOfFirstPage(body: HTMLElement): HTMLElement | undefined {
  const [first, second] = [...body.children];
  const view = body.ownerDocument.defaultView;
  if (!first || !view) return undefined;
  const endsPage =
    view.getComputedStyle(first).breakAfter === "column" ||
    (second !== undefined && view.getComputedStyle(second).breakBefore === "column");
  // The children of a body are HTML or SVG elements, and both have a style.
  return endsPage ? (first as HTMLElement) : undefined;
}

/** Shows a template in a frame's empty document, laid out as on paper. */
export function createCanvasFrame(document: Document, view: Window & typeof globalThis) {
  const adapted: Adapted = { sheets: new WeakSet(), page: "" };
  let paper: Paper = paperOf({}, []);
  let shown: Shown = { pageRules: [], title: "", settings: {}, header: noStrip, footer: noStrip, styled: [] };
  let isApart = false;
  let measured = "";

  function sizeOfBody(): string {
    const { width, height } = document.body.getBoundingClientRect();
    return `${width} ${height}`;
  }

  function setHead(parsed: Document, css: string, fontRules: string): void {
    const kept = [...parsed.head.querySelectorAll("style")];
    parsed.head.replaceChildren(
      styleElement(parsed, fontOrigin, fontRules),
      ...kept,
      styleElement(parsed, authorOrigin, css),
      styleElement(parsed, layoutOrigin, ""),
    );
    // Keeps the old layout until the new one is known.
    const layout = parsed.head.lastElementChild;
    if (layout) layout.textContent = document.querySelector(`style[data-origin="${layoutOrigin}"]`)?.textContent ?? "";
    morph(document.head, parsed.head);
  }

  /** A frame without a width lays its document out for nothing, and again once it has one. */
  function takeWidth(): void {
    const frame = view.frameElement;
    if (view.innerWidth === 0 && frame instanceof HTMLIFrameElement) frame.style.width = `${paper.width}px`;
  }

  /** The template's own stylesheets, in its head, its body or its CSS. */
  function authorSheets(): CSSStyleSheet[] {
    const others = [layoutOrigin, fontOrigin].map((origin) => sheetOf(document, origin));
    return [...document.styleSheets].filter((sheet) => !others.includes(sheet));
  }

  function adaptStyles({ media = "print" }: PageSettings): void {
    const area = pageArea(paper);
    const key = `${area.width} ${area.height} ${media}`;
    if (adapted.page !== key) {
      // The styles were adapted to another page or medium, so the browser must read them again.
      for (const style of document.querySelectorAll(
        `style:not([data-origin="${layoutOrigin}"], [data-origin="${fontOrigin}"])`,
      )) {
        // Chromium ignores the same text, but it reads a new text node.
        if (adapted.page !== "") style.replaceChildren(style.textContent);
      }
      adapted.page = key;
      adapted.sheets = new WeakSet();
    }
    const fresh = authorSheets().filter((sheet) => !adapted.sheets.has(sheet));
    applyPrintStyles(fresh, { page: area, media });
    for (const sheet of fresh) adapted.sheets.add(sheet);
  }

  function writeLayoutStyles({ printBackground = true }: PageSettings): void {
    const layout = document.querySelector(`style[data-origin="${layoutOrigin}"]`);
    const text = layoutStyles(paper, { printBackground, isApart });
    if (layout && layout.textContent !== text) layout.textContent = text;
  }

  function setLayout(settings: PageSettings): void {
    writeLayoutStyles(settings);
    const topDifference = paper.firstMargin.top - paper.margin.top;
    const first = firstPageStyle(paper);
    const only = first ? onlyElementOfFirstPage(document.body) : undefined;
    for (const [property, value] of Object.entries((only && first) ?? {})) {
      only?.style.setProperty(property, value, "important");
    }
    if (!only && topDifference !== 0) document.body.style.setProperty("margin-top", `${topDifference}px`, "important");
  }

  function lookOf({ printBackground = true }: PageSettings, pageRules: readonly PageRule[]): PageLook {
    const general = pageRules.filter(({ selector }) => selector === "");
    const ofPages = (property: string) =>
      general.findLast(({ style }) => style.getPropertyValue(property) !== "")?.style.getPropertyValue(property) ?? "";
    const [page, area] = [ofPages("background-color"), view.getComputedStyle(document.body).backgroundColor];
    return {
      page: printBackground && isShown(page) ? page : "#fff",
      area: printBackground && isShown(area) ? area : "transparent",
      borderStyle: ofPages("border-top-style") || "none",
      borderColor: ofPages("border-top-color"),
    };
  }

  function measure(): CanvasLayout {
    const { pageRules, title, settings, header, footer, styled } = shown;
    const pitch = paper.height + sheetGap;
    const height = document.documentElement.getBoundingClientRect().height;
    measured = sizeOfBody();
    const area = pageArea(paper);
    const pages = hasPages() ? (height + pitch - area.height) / pitch : height / area.height;
    // A fraction of a pixel does not start another page.
    const pageCount = Math.max(1, Math.ceil(pages - 0.01));
    const wasApart = isApart;
    isApart = isPaintedApart(pageCount, styled);
    if (isApart !== wasApart) writeLayoutStyles(settings);
    drawMargins(document, { paper, pageCount, pitch, pageRules, header, footer, title });
    return { paper, pageCount, pitch, look: lookOf(settings, pageRules) };
  }

  return {
    document,

    /** Shows new content and changes only what differs. */
    render(content: CanvasContent): CanvasLayout {
      const { settings } = content;
      const parsed = parseCanvasHtml(content.html, view, pageArea(paper), content);
      const { title, documentElement } = parsed;
      if (!documentElement.hasAttribute("lang") && content.language) documentElement.lang = content.language;
      const css = withLengthsOfPages(content.css, findForeignPageSizes(content.css, "css"));
      setHead(parsed, placeAddresses(css, content.urls), content.fontRules);
      const pageRules = pageRulesOf(authorSheets());
      paper = paperOf(settings, pageRules);
      takeWidth();
      markMissing(parsed, content.missing);
      if (content.showNames) writeNames(parsed);
      morphAttributes(document.documentElement, parsed.documentElement);
      morph(document.body, parsed.body);
      adaptStyles(settings);
      placeMonospace(document.body, view, [content.css, content.html]);
      setLayout(settings);

      shown = {
        pageRules,
        title,
        settings,
        header: withAddresses(content.header, content.urls),
        footer: withAddresses(content.footer, content.urls),
        styled: [content.css, content.html],
      };
      return measure();
    },

    /** The computed style of an element of the document. */
    styleOf: (element: Element): CSSStyleDeclaration => view.getComputedStyle(element),

    /** Measures the layout again, for example after a picture has loaded. */
    measure,

    /** Whether the content has another size than when it was last measured. */
    isResized: (): boolean => sizeOfBody() !== measured,
  };
}
