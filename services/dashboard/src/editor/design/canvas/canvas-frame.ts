import type { PageSettings } from "@platen/contracts";
import { parseCanvasHtml, writeNames } from "./canvas-document.ts";
import { firstPageStyle, hasPages, layoutStyles, pageArea, sheetGap } from "./canvas-styles.ts";
import { drawMargins } from "./draw-margins.ts";
import { morph, morphAttributes } from "./morph.ts";
import { pageRulesOf, type PageRule } from "./page-rules.ts";
import { paperOf, type Paper } from "./paper.ts";
import { applyPrintStyles } from "./apply-print-styles.ts";

export type CanvasContent = {
  /** Annotated and filled, as `canvasHtml` gives it. */
  html: string;
  css: string;
  settings: PageSettings;
  /** Filled and harmless. */
  header: string;
  footer: string;
  /** Sections that print nothing, whose content is shown all the same. */
  revealed: ReadonlySet<number>;
  showNames: boolean;
};

/** How the template lies on its sheets. */
export type CanvasLayout = { paper: Paper; pageCount: number; pitch: number; background: string };

/** Stylesheets whose rules are those of paper already. */
type Treated = { sheets: WeakSet<CSSStyleSheet>; page: string };

type Shown = { pageRules: PageRule[]; title: string; settings: PageSettings; header: string; footer: string };

export type CanvasFrame = ReturnType<typeof createCanvasFrame>;

const authorPart = "author";
const layoutPart = "layout";

function styleElement(document: Document, part: string, text: string): HTMLStyleElement {
  const element = document.createElement("style");
  element.dataset["part"] = part;
  element.textContent = text;
  return element;
}

function sheetOf(document: Document, part: string): CSSStyleSheet | null {
  return document.querySelector<HTMLStyleElement>(`style[data-part="${part}"]`)?.sheet ?? null;
}

function isShown(colour: string): boolean {
  return colour !== "" && colour !== "transparent" && colour !== "rgba(0, 0, 0, 0)";
}

/** The first thing on the first page, if the page ends after it. */
function lonelyFirst(body: HTMLElement): HTMLElement | undefined {
  const [first, second] = [...body.children];
  const view = body.ownerDocument.defaultView;
  if (!first || !view) return undefined;
  const endsPage =
    view.getComputedStyle(first).breakAfter === "column" ||
    (second !== undefined && view.getComputedStyle(second).breakBefore === "column");
  // What stands in a body of HTML is an HTML element or a picture, both of which have a style.
  return endsPage ? (first as HTMLElement) : undefined;
}

/** Shows a template in the empty document of a frame, laid out as on paper. */
export function createCanvasFrame(document: Document, view: Window & typeof globalThis) {
  const treated: Treated = { sheets: new WeakSet(), page: "" };
  let paper: Paper = paperOf({}, []);
  let shown: Shown = { pageRules: [], title: "", settings: {}, header: "", footer: "" };

  function setHead(parsed: Document, css: string): void {
    const kept = [...parsed.head.querySelectorAll("style")];
    parsed.head.replaceChildren(...kept, styleElement(parsed, authorPart, css), styleElement(parsed, layoutPart, ""));
    // The layout's own text is written once it is known.
    const layout = parsed.head.lastElementChild;
    if (layout) layout.textContent = document.querySelector(`style[data-part="${layoutPart}"]`)?.textContent ?? "";
    morph(document.head, parsed.head);
  }

  /** Rules that the template brings, in its head, its body or its stylesheet. */
  function authorSheets(): CSSStyleSheet[] {
    const layout = sheetOf(document, layoutPart);
    return [...document.styleSheets].filter((sheet) => sheet !== layout);
  }

  function treatStyles({ media = "print" }: PageSettings): void {
    const area = pageArea(paper);
    const key = `${area.width} ${area.height} ${media}`;
    if (treated.page !== key) {
      // Lengths by the page, or the styles that apply, were worked out for another page: read the styles again.
      for (const style of document.querySelectorAll(`style:not([data-part="${layoutPart}"])`)) {
        // Chromium takes text that is set to what it is already for no change; a text node that is another, it reads.
        if (treated.page !== "") style.replaceChildren(style.textContent);
      }
      treated.page = key;
      treated.sheets = new WeakSet();
    }
    const fresh = authorSheets().filter((sheet) => !treated.sheets.has(sheet));
    applyPrintStyles(fresh, { page: area, media });
    for (const sheet of fresh) treated.sheets.add(sheet);
  }

  function setLayout(settings: PageSettings): void {
    const layout = document.querySelector(`style[data-part="${layoutPart}"]`);
    const text = layoutStyles(paper, settings.printBackground ?? true);
    if (layout && layout.textContent !== text) layout.textContent = text;
    const topDifference = paper.firstMargin.top - paper.margin.top;
    const first = firstPageStyle(paper);
    const lonely = first ? lonelyFirst(document.body) : undefined;
    for (const [property, value] of Object.entries((lonely && first) ?? {})) {
      lonely?.style.setProperty(property, value, "important");
    }
    if (!lonely && topDifference !== 0)
      document.body.style.setProperty("margin-top", `${topDifference}px`, "important");
  }

  function background(settings: PageSettings): string {
    if (settings.printBackground === false) return "#fff";
    const own = [document.body].map((element) => view.getComputedStyle(element).backgroundColor);
    return own.find(isShown) ?? "#fff";
  }

  function measure(): CanvasLayout {
    const { pageRules, title, settings, header, footer } = shown;
    const pitch = paper.height + sheetGap;
    const height = document.documentElement.getBoundingClientRect().height;
    const area = pageArea(paper);
    const pages = hasPages() ? (height + pitch - area.height) / pitch : height / area.height;
    // Of a hair's breadth no page is made.
    const pageCount = Math.max(1, Math.ceil(pages - 0.01));
    drawMargins(document, { paper, pageCount, pitch, pageRules, header, footer, title });
    return { paper, pageCount, pitch, background: background(settings) };
  }

  return {
    document,

    /** Shows other content, changing no more of what is shown than has to be. */
    render(content: CanvasContent): CanvasLayout {
      const { settings } = content;
      const parsed = parseCanvasHtml(content.html, view, pageArea(paper), content.revealed);
      const { title } = parsed;
      setHead(parsed, content.css);
      const pageRules = pageRulesOf(authorSheets());
      paper = paperOf(settings, pageRules);
      if (content.showNames) writeNames(parsed);
      morphAttributes(document.documentElement, parsed.documentElement);
      morph(document.body, parsed.body);
      treatStyles(settings);
      setLayout(settings);

      shown = { pageRules, title, settings, header: content.header, footer: content.footer };
      return measure();
    },

    /** The layout as it is now: what is shown may have grown since, with a picture that came in. */
    measure,
  };
}
