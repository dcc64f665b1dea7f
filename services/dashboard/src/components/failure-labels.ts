import type { failureCodes, RenderStage } from "@platen/contracts";

/** Why a document failed, in plain words. A code that a newer server adds is not among them. */
const failureWords: Readonly<Record<string, string>> = {
  template_syntax: "The template has a mistake",
  data_invalid: "The data does not fit the template",
  document_too_large: "The document is too large",
  too_many_pages: "The document has too many pages",
  render_failed: "It cannot be rendered as it is",
  render_timeout: "It took too long",
  browser_crashed: "The browser crashed on every try",
  browser_unavailable: "No browser was available",
  template_unavailable: "The template could not be read",
  cancelled: "It was cancelled",
  unknown: "Something unexpected went wrong",
} satisfies Record<(typeof failureCodes)[number], string>;

/** Why a document failed, by the failure's code. */
export function failureInWords(code: string): string {
  return failureWords[code] ?? "It could not be rendered";
}

/** When it failed: "It happened …". */
export const stageWords: Readonly<Record<RenderStage, string>> = {
  opening: "while its record was made",
  queue: "while it waited for a worker",
  template: "while the data was filled in",
  load: "while the page was loaded",
  print: "while it was printed",
};
