import { completeSheet } from "./complete-sheet.ts";
import { askForSheet, findSheet } from "./find-sheet.ts";
import type { HtmlPage } from "./html-page.ts";
import { importCss, textOfSheet, withConditions } from "./import-css.ts";
import type { Element } from "./list-elements.ts";
import { maskTags } from "./mask-tags.ts";
import { isWebAddress, shown } from "./resolve-address.ts";

export function importStyle(page: HtmlPage, { start, content, attributes }: Element): void {
  if (!content) return;
  const text = page.html.slice(content.start, content.end);
  const { line, column } = page.positionAt(content.start);
  const css = importCss({ text, from: page.from, file: page.name, line, column }, page.context);
  if (maskTags(text) !== text) {
    // The template's CSS is not filled with data: a style sheet with tags stays in the HTML.
    if (css !== text) page.edits.push({ start: content.start, end: content.end, text: css });
    return;
  }
  page.sheets.push(withConditions(completeSheet(css).trim(), attributes.get("media")?.value.trim() ?? ""));
  page.edits.push({ start, end: content.closed, text: "" });
}

export function importLink(page: HtmlPage, element: Element): void {
  const { attributes, start, tagEnd } = element;
  const href = attributes.get("href");
  const rel = (attributes.get("rel")?.value ?? "").toLowerCase().split(/\s+/);
  if (!href) return;
  const address = page.valueOf(href);
  const subject = shown(address);
  if (!rel.includes("stylesheet") || rel.includes("alternate") || attributes.has("disabled")) {
    page.report(start, {
      subject,
      outcome: "removed",
      message: "A PDF has no icons, preloads and alternative styles.",
    });
    page.edits.push({ start, end: tagEnd, text: "" });
    return;
  }
  const sheet = findSheet(address, page.placeOf(start), page.context);
  if (!sheet) {
    const isWeb = isWebAddress(address);
    const message = isWeb ? askForSheet(address) : "No such file is among the files.";
    page.report(start, { subject, outcome: isWeb ? "web" : "missing", message });
    return;
  }
  const css = textOfSheet(sheet, page.from, page.context);
  page.sheets.push(withConditions(completeSheet(css).trim(), attributes.get("media")?.value.trim() ?? ""));
  page.edits.push({ start, end: tagEnd, text: "" });
}
