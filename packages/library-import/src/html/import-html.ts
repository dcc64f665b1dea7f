import type { Edit } from "../edits.ts";
import { pathOf } from "../files/file-set.ts";
import { createHtmlPage, type HtmlPage } from "./html-page.ts";
import { importAddress, importAttributes } from "./import-attributes.ts";
import type { ImportContext } from "./import-context.ts";
import { importLink, importStyle } from "./import-sheets.ts";
import { listElements, type Element } from "./list-elements.ts";
import { maskTags } from "./mask-tags.ts";
import { isWebAddress, shown, useFile } from "./resolve-address.ts";

/** The edits of HTML that bring its addresses into the library, and its style sheets. */
export type ImportedHtml = { edits: Edit[]; css: string; title: string | undefined };

/** Reads HTML: addresses become names of assets, and style sheets leave it for the template's CSS. */
export function importHtml(html: string, name: string, context: ImportContext): ImportedHtml {
  const page = createHtmlPage(html, name, context);
  const elements = listElements(maskTags(html));
  let title: string | undefined;
  importBase(page, elements);
  for (const element of elements) {
    if (element.name === "style") importStyle(page, element);
    else if (element.name === "link") importLink(page, element);
    else if (element.name === "script") importScript(page, element);
    else if (element.name !== "base") importAttributes(page, element);
    if (element.name === "title" && title === undefined && element.content) {
      const text = html.slice(element.content.start, element.content.end).trim();
      if (text !== "" && maskTags(text) === text && !text.includes("&")) title = text;
    }
  }
  return { edits: page.edits, css: page.sheets.filter((sheet) => sheet !== "").join("\n\n"), title };
}

/** Removes the address from which the page counts its own, and counts from it where it names a folder of the files. */
function importBase(page: HtmlPage, elements: readonly Element[]): void {
  const base = elements.find((element) => element.name === "base" && element.attributes.has("href"));
  const address = base?.attributes.get("href")?.value.trim();
  if (!base || address === undefined) return;
  let message = "Addresses count from the files instead.";
  if (!isWebAddress(address)) {
    const folder = pathOf(address);
    const inFolder = page.context.files.all.some((file) => file.name.startsWith(folder.replace(/^\.?\//, "")));
    if (!/^file:/i.test(address) && inFolder) page.from = `${folder.replace(/^\.?\//, "").replace(/[^/]*$/, "")}x`;
    message = "Addresses count from it.";
  }
  page.report(base.start, { subject: address, outcome: "removed", message });
  page.edits.push({ start: base.start, end: base.tagEnd, text: "" });
}

/** Leaves a script out, or brings its file into the library. Other data in a `script` element stays. */
function importScript(page: HtmlPage, { attributes, start, tagEnd, content }: Element): void {
  if (!isScript(attributes.get("type")?.value)) return;
  const src = attributes.get("src") ?? attributes.get("href") ?? attributes.get("xlink:href");
  if (page.context.keepsScripts) {
    if (src) importAddress(page, src);
    return;
  }
  const subject = src ? shown(page.valueOf(src)) : "<script>";
  const message = "The document is printed as the page is without its scripts.";
  page.context.rows.push({
    kind: "script",
    file: page.name,
    ...page.positionAt(start),
    subject,
    outcome: "removed",
    message,
  });
  if (src) useFile(page.valueOf(src), page.placeOf(start), page.context);
  page.edits.push({ start, end: content?.closed ?? tagEnd, text: "" });
}

/** Whether Chromium runs what a `script` element of this type holds. */
function isScript(type: string | undefined): boolean {
  return /^(?:|module|(?:text|application)\/(?:x-)?(?:java|ecma)script(?:;.*)?)$/i.test(type?.trim() ?? "");
}
