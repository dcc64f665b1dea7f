import type { PageSettings } from "@platen/contracts";
import Mustache from "mustache";

/** A template with data for it, the same in every run but for a mark that tells one PDF from all others. */
export type BenchDocument = {
  name: string;
  html: string;
  css: string;
  settings: PageSettings;
  pageCount: number;
  data(mark: string): Record<string, unknown>;
  /** What must stand in a PDF's text, besides the mark: something of its start and of its end. */
  texts: readonly string[];
};

/**
 * The mark of one PDF. All are of the same length, so that they can be put into text that is filled already; letters and
 * digits only, as fonts draw a hyphen between them in ways of their own.
 */
export const markOf = (run: number) => `RUN${String(run).padStart(8, "0")}`;

const anyMark = markOf(99_999_999);

/**
 * Filled HTML for a run. Mustache fills it once: what is compared here is printing, and every competitor is given the
 * same text.
 */
export function filledHtml(document: BenchDocument): (run: number) => string {
  const filled = Mustache.render(styledHtml(document), document.data(anyMark));
  return (run) => filled.replaceAll(anyMark, markOf(run));
}

/** Data for a run, as JSON. */
export function dataJson(document: BenchDocument): (run: number) => string {
  const json = JSON.stringify(document.data(anyMark));
  return (run) => json.replaceAll(anyMark, markOf(run));
}

/** The template as one text, as those want it who know no separate CSS. */
export function styledHtml({ html, css }: BenchDocument): string {
  return html.replace("</head>", () => `<style>${css}</style></head>`);
}
