import type { Edit } from "../edits.ts";
import { pathOf } from "../files/file-set.ts";
import { positionsIn, type ReportRow } from "../report.ts";
import { completeSheet } from "./complete-sheet.ts";
import { importCss, textOfSheet, withConditions } from "./import-css.ts";
import { askForSheet, findSheet } from "./find-sheet.ts";
import type { ImportContext, Place } from "./import-context.ts";
import { listElements, type Attribute, type Element } from "./list-elements.ts";
import { maskTags } from "./mask-tags.ts";
import { isWebAddress, resolveAddress, shown, useFile } from "./resolve-address.ts";

/** Attributes that name a picture. */
const pictures: Readonly<Record<string, readonly string[]>> = {
  img: ["src", "data-src"],
  source: ["src"],
  input: ["src"],
  video: ["poster"],
  body: ["background"],
  table: ["background"],
  td: ["background"],
  th: ["background"],
  tr: ["background"],
  image: ["href", "xlink:href"],
  feimage: ["href", "xlink:href"],
};
/** Attributes that load what a PDF does not show. */
const others: Readonly<Record<string, readonly string[]>> = {
  iframe: ["src"],
  embed: ["src"],
  object: ["data"],
  audio: ["src"],
  video: ["src"],
  track: ["src"],
  frame: ["src"],
  use: ["href", "xlink:href"],
};

/** The edits of HTML that bring its addresses into the library, and its style sheets. */
export type ImportedHtml = { edits: Edit[]; css: string; title: string | undefined };

/** Reads HTML: addresses become names of assets, and style sheets leave it for the template's CSS. */
export function importHtml(html: string, name: string, context: ImportContext): ImportedHtml {
  const positionAt = positionsIn(html);
  const elements = listElements(maskTags(html));
  const edits: Edit[] = [];
  const sheets: string[] = [];
  let title: string | undefined;
  let from = name;

  const report = (offset: number, row: Omit<ReportRow, "kind" | "file">) => {
    context.rows.push({ kind: "address", file: name, ...positionAt(offset), ...row });
  };
  const placeOf = (offset: number): Place => ({ from, file: name, ...positionAt(offset) });

  /** The value of an attribute as the author wrote it: the reader of HTML has seen masked tags. */
  function valueOf({ value, start, end }: Attribute): string {
    const written = html.slice(start, end);
    const equals = written.indexOf("=");
    const hasTags = maskTags(written) !== written;
    if (!hasTags || equals === -1) return value;
    return written
      .slice(equals + 1)
      .trim()
      .replaceAll(/^["']|["']$/g, "");
  }

  function write({ name: attribute, start, end }: Attribute, value: string): void {
    const written = html.slice(start, end);
    const spelled = /^[^\s=]+/.exec(written)?.[0] ?? attribute;
    edits.push({ start, end, text: `${spelled}="${escapeAttribute(value)}"` });
  }

  function importAddress(attribute: Attribute): void {
    const value = valueOf(attribute);
    const replacement = resolveAddress(value, placeOf(attribute.start), context);
    if (replacement) write(attribute, replacement.text + value.slice(replacement.length));
  }

  function importElement(element: Element): void {
    const { attributes } = element;
    for (const each of pictures[element.name] ?? []) {
      const attribute = attributes.get(each);
      if (attribute) importAddress(attribute);
    }
    for (const each of others[element.name] ?? []) {
      const attribute = attributes.get(each);
      const address = attribute && valueOf(attribute);
      if (!attribute || !address || address.startsWith("#")) continue;
      const isWeb = isWebAddress(address);
      const message = "Platen prints no frames, sounds, films or other files here.";
      report(attribute.start, { subject: shown(address), outcome: isWeb ? "web" : "kept", message });
    }
    const srcset = attributes.get("srcset");
    if (srcset) importSrcset(srcset);
    const style = attributes.get("style");
    if (style) {
      const value = valueOf(style);
      const { line, column } = positionAt(style.start);
      const written = importCss({ text: value, from, file: name, line, column }, context);
      if (written !== value) write(style, written);
    }
    if (element.name === "a" || element.name === "area") {
      const href = attributes.get("href");
      const address = href && valueOf(href);
      if (href && address && !address.startsWith("#")) {
        report(href.start, { subject: shown(address), outcome: "kept", message: "A link needs no file." });
      }
    }
  }

  function importSrcset(attribute: Attribute): void {
    const value = valueOf(attribute);
    const written = splitSrcset(value).map(({ address, rest }) => {
      const replacement = resolveAddress(address, placeOf(attribute.start), context);
      return `${replacement ? replacement.text + address.slice(replacement.length) : address}${rest}`;
    });
    if (written.length > 0) write(attribute, written.join(", "));
  }

  function importStyle({ start, content, attributes }: Element): void {
    if (!content) return;
    const text = html.slice(content.start, content.end);
    const { line, column } = positionAt(content.start);
    const css = importCss({ text, from, file: name, line, column }, context);
    if (maskTags(text) !== text) {
      // The template's CSS is not filled with data: a style sheet with tags stays in the HTML.
      if (css !== text) edits.push({ start: content.start, end: content.end, text: css });
      return;
    }
    sheets.push(withConditions(completeSheet(css).trim(), attributes.get("media")?.value.trim() ?? ""));
    edits.push({ start, end: content.closed, text: "" });
  }

  /** Leaves a script out, or brings its file into the library. Other data in a `script` element stays. */
  function importScript({ attributes, start, tagEnd, content }: Element): void {
    if (!isScript(attributes.get("type")?.value)) return;
    const src = attributes.get("src") ?? attributes.get("href") ?? attributes.get("xlink:href");
    if (context.keepsScripts) {
      if (src) importAddress(src);
      return;
    }
    const subject = src ? shown(valueOf(src)) : "<script>";
    const message = "The document is printed as the page is without its scripts.";
    context.rows.push({ kind: "script", file: name, ...positionAt(start), subject, outcome: "removed", message });
    if (src) useFile(valueOf(src), placeOf(start), context);
    edits.push({ start, end: content?.closed ?? tagEnd, text: "" });
  }

  function importLink(element: Element): void {
    const { attributes, start, tagEnd } = element;
    const href = attributes.get("href");
    const rel = (attributes.get("rel")?.value ?? "").toLowerCase().split(/\s+/);
    if (!href) return;
    const address = valueOf(href);
    const subject = shown(address);
    if (!rel.includes("stylesheet") || rel.includes("alternate") || attributes.has("disabled")) {
      report(start, { subject, outcome: "removed", message: "A PDF has no icons, preloads and alternative styles." });
      edits.push({ start, end: tagEnd, text: "" });
      return;
    }
    const sheet = findSheet(address, placeOf(start), context);
    if (!sheet) {
      const isWeb = isWebAddress(address);
      const message = isWeb ? askForSheet(address) : "No such file is among the files.";
      report(start, { subject, outcome: isWeb ? "web" : "missing", message });
      return;
    }
    const css = textOfSheet(sheet, from, context);
    sheets.push(withConditions(completeSheet(css).trim(), attributes.get("media")?.value.trim() ?? ""));
    edits.push({ start, end: tagEnd, text: "" });
  }

  const base = elements.find((element) => element.name === "base" && element.attributes.has("href"));
  const baseAddress = base?.attributes.get("href")?.value.trim();
  if (base && baseAddress !== undefined && !isWebAddress(baseAddress)) {
    const folder = pathOf(baseAddress);
    const inFolder = context.files.all.some((file) => file.name.startsWith(folder.replace(/^\.?\//, "")));
    if (!/^file:/i.test(baseAddress) && inFolder) from = `${folder.replace(/^\.?\//, "").replace(/[^/]*$/, "")}x`;
    report(base.start, { subject: baseAddress, outcome: "removed", message: "Addresses count from it." });
    edits.push({ start: base.start, end: base.tagEnd, text: "" });
  } else if (base && baseAddress !== undefined) {
    report(base.start, {
      subject: baseAddress,
      outcome: "removed",
      message: "Addresses count from the files instead.",
    });
    edits.push({ start: base.start, end: base.tagEnd, text: "" });
  }

  for (const element of elements) {
    if (element.name === "style") importStyle(element);
    else if (element.name === "link") importLink(element);
    else if (element.name === "script") importScript(element);
    else if (element.name !== "base") importElement(element);
    if (element.name === "title" && title === undefined && element.content) {
      const text = html.slice(element.content.start, element.content.end).trim();
      if (text !== "" && maskTags(text) === text && !text.includes("&")) title = text;
    }
  }
  return { edits, css: sheets.filter((sheet) => sheet !== "").join("\n\n"), title };
}

/** Whether Chromium runs what a `script` element of this type holds. */
function isScript(type: string | undefined): boolean {
  return /^(?:|module|(?:text|application)\/(?:x-)?(?:java|ecma)script(?:;.*)?)$/i.test(type?.trim() ?? "");
}

function escapeAttribute(value: string): string {
  return value
    .replaceAll(/&(?=#?\w+;)/g, "&amp;")
    .replaceAll(/\{\{[^}]*\}\}|"/g, (found) => (found === '"' ? "&quot;" : found));
}

/** The addresses of a `srcset` and what follows each. */
function splitSrcset(value: string): { address: string; rest: string }[] {
  const found: { address: string; rest: string }[] = [];
  let at = 0;
  while (at < value.length) {
    while (/[\s,]/.test(value.charAt(at))) at += 1;
    let end = at;
    while (end < value.length && !/\s/.test(value.charAt(end))) end += 1;
    const written = value.slice(at, end);
    if (written === "") break;
    if (written.endsWith(",")) {
      found.push({ address: written.replace(/,+$/, ""), rest: "" });
      at = end;
      continue;
    }
    const comma = value.indexOf(",", end);
    const restEnd = comma === -1 ? value.length : comma;
    found.push({ address: written, rest: value.slice(end, restEnd).trimEnd() });
    at = restEnd + 1;
  }
  return found;
}
