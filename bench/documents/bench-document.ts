import type { PageSettings } from "@platen/contracts";
import Mustache from "mustache";

/** A template with its data, the same in every run except for a mark that identifies the PDF. */
export type BenchDocument = {
  name: string;
  html: string;
  css: string;
  settings: PageSettings;
  pageCount: number;
  data(mark: string): Record<string, unknown>;
  /** Texts that the PDF must contain besides the mark, from its start and its end. */
  texts: readonly string[];
};

/**
 * The mark of a PDF. All marks have the same length, so that they can replace each other in filled text. They have only
 * letters and digits, because fonts draw a hyphen between these in several ways.
 */
export const markOf = (run: number) => `RUN${String(run).padStart(8, "0")}`;

const anyMark = markOf(99_999_999);

/** Filled HTML for a run. Mustache fills it once, because the benchmarks compare printing. */
export function filledHtml(document: BenchDocument): (run: number) => string {
  const filled = Mustache.render(styledHtml(document), document.data(anyMark));
  return (run) => filled.replaceAll(anyMark, markOf(run));
}

/** Data for a run, as JSON. */
export function dataJson(document: BenchDocument): (run: number) => string {
  const json = JSON.stringify(document.data(anyMark));
  return (run) => json.replaceAll(anyMark, markOf(run));
}

/** The template with its CSS inside, for competitors that take one text. */
export function styledHtml({ html, css }: BenchDocument): string {
  return html.replace("</head>", () => `<style>${css}</style></head>`);
}
