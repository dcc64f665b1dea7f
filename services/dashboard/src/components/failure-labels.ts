import type { failureCodes, RenderStage } from "@platen/contracts";

/** A newer server may send codes that are not in this table. */
const failureLabels: Readonly<Record<string, string>> = {
  template_syntax: "The template has a mistake",
  data_invalid: "The data does not fit the template",
  document_too_large: "The document is too large",
  too_many_pages: "The document has too many pages",
  memory_exceeded: "The document needs too much memory",
  render_failed: "The document cannot be rendered",
  render_timeout: "Rendering took too long",
  browser_crashed: "The browser crashed on every attempt",
  browser_unavailable: "No browser was available",
  template_unavailable: "The template could not be read",
  storage_unavailable: "The PDF could not be kept",
  cancelled: "The request was cancelled",
  unknown: "An unexpected error occurred",
} satisfies Record<(typeof failureCodes)[number], string>;

/** The reason why a document failed, by the failure's code. */
export function failureLabel(code: string): string {
  return failureLabels[code] ?? "The document could not be rendered";
}

/** The stage in which a document failed, to follow "The document failed". */
export const stageLabels: Readonly<Record<RenderStage, string>> = {
  opening: "before it reached the queue",
  queue: "while it waited for a worker",
  template: "while its data was filled in",
  load: "while its page was loading",
  print: "while it was being printed",
};
