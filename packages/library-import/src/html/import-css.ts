import { applyEdits, type Edit } from "../edits.ts";
import { extensionOf, textOf } from "../files/import-file.ts";
import { pathOf } from "../files/file-set.ts";
import { positionsIn, type ReportRow } from "../report.ts";
import { completeSheet } from "./complete-sheet.ts";
import { askForSheet, findSheet, type FoundSheet } from "./find-sheet.ts";
import type { ImportContext, Place } from "./import-context.ts";
import { isWebAddress, resolveAddress, shown, useFile } from "./resolve-address.ts";
import { readUrl, scanCss, splitOutside, type CssUrl } from "./scan-css.ts";

/** Style sheets that import each other deeper than this are a mistake. */
const deepest = 20;

/** CSS to import. `base` is where it stands in its file. */
export type CssSource = {
  text: string;
  /** The file from which its addresses count. */
  from: string;
  /** The file with the text, and the position of the text's beginning there. */
  file: string;
  line?: number;
  column?: number;
};

/** Writes the addresses of CSS as names of assets, and puts style sheets in place of their imports. */
export function importCss(source: CssSource, context: ImportContext, open: readonly string[] = []): string {
  const { text, from, file } = source;
  const positionAt = positionsIn(text);
  const placeAt = (offset: number): Place => {
    const { line, column } = positionAt(offset);
    const isFirst = line === 1;
    return {
      from,
      file,
      line: line + (source.line ?? 1) - 1,
      column: isFirst ? column + (source.column ?? 1) - 1 : column,
    };
  };
  const edits: Edit[] = [];
  for (const mark of scanCss(text)) {
    if (mark.kind === "charset") edits.push({ start: mark.start, end: mark.end, text: "" });
    else if (mark.kind === "url") edits.push(...editUrl(mark.url, placeAt(mark.url.start), context));
    else if (mark.kind === "font face") {
      const content = text.slice(mark.contentStart, mark.contentEnd);
      if (isUnusedFace(content, placeAt(mark.start), context)) {
        edits.push({ start: mark.start, end: mark.end, text: "" });
        continue;
      }
      const written = importFontFace(content, (offset) => placeAt(mark.contentStart + offset), context);
      if (written !== content) edits.push({ start: mark.contentStart, end: mark.contentEnd, text: written });
    } else {
      const written = importSheet(text.slice(mark.start, mark.end), placeAt(mark.start), context, open);
      if (written !== undefined) edits.push({ start: mark.start, end: mark.end, text: written });
    }
  }
  return applyEdits(text, edits);
}

/** Addresses in CSS may escape characters; `\` before a letter is more likely the mark between two folders of Windows. */
function plainAddress(address: string): string {
  return address.replaceAll(/\\(["'() ])/g, "$1");
}

function editUrl(url: CssUrl, place: Place, context: ImportContext): Edit[] {
  const replacement = resolveAddress(plainAddress(url.address), place, context);
  if (!replacement) return [];
  if (replacement.length < url.address.length) {
    return [{ start: url.contentStart, end: url.contentStart + replacement.length, text: replacement.text }];
  }
  return [{ start: url.start, end: url.end, text: `url(${replacement.text})` }];
}

/** Whether no element is printed in the font of a font face: its files would be asked for in vain. */
function isUnusedFace(content: string, place: Place, context: ImportContext): boolean {
  const [, family] = /(?:^|[;{\s])font-family\s*:\s*["']?([^;"'}]{1,200})/i.exec(content) ?? [];
  if (family === undefined || context.usesFont(family.trim())) return false;
  for (const mark of scanCss(content)) {
    if (mark.kind === "url") useFile(mark.url.address, place, context);
  }
  const { from: _from, ...where } = place;
  const message = "No element is printed in this font.";
  context.rows.push({ kind: "address", subject: family.trim(), outcome: "removed", message, ...where });
  return true;
}

/** Leaves out the formats that Chromium does not read, which would only be missing files. */
function importFontFace(content: string, placeAt: (offset: number) => Place, context: ImportContext): string {
  let offset = 0;
  const declarations = splitOutside(content, ";").map((declaration) => {
    const start = offset;
    offset += declaration.length + 1;
    const name = /^(?:\s|\/\*[^*]*\*\/)*src\s*:/i.exec(declaration)?.[0];
    if (name === undefined) return declaration;
    let at = start + name.length;
    const sources = splitOutside(declaration.slice(name.length), ",").flatMap((item) => {
      const place = placeAt(at + (item.length - item.trimStart().length));
      at += item.length + 1;
      const urlAt = item.search(/url\(/i);
      if (urlAt === -1) return [item];
      const url = readUrl(item, urlAt);
      const path = pathOf(url.address);
      const isOld = !/^data:/i.test(path) && ["eot", "svg"].includes(extensionOf(path));
      if (isOld && !isWebAddress(url.address)) {
        const { from: _from, ...where } = place;
        const message = "Chromium reads no fonts of this format.";
        const row: ReportRow = { kind: "address", subject: shown(url.address), outcome: "removed", message, ...where };
        context.rows.push(row);
        useFile(url.address, place, context);
        return [];
      }
      return [applyEdits(item, editUrl(url, place, context))];
    });
    return sources.length === 0 ? "" : `${name}${sources.join(",")}`;
  });
  return declarations.join(";");
}

/** The text of a style sheet with names of assets. The addresses of one that the user gave count from its place. */
export function textOfSheet(
  sheet: FoundSheet,
  from: string,
  context: ImportContext,
  open: readonly string[] = [],
): string {
  const text = textOf(sheet.bytes);
  if (sheet.isDone === true) return text;
  return importCss({ text, from: sheet.isGiven ? from : sheet.name, file: sheet.name }, context, [...open, sheet.name]);
}

/** The text of an imported style sheet, in the conditions of its import; undefined if the import stays. */
function importSheet(
  statement: string,
  place: Place,
  context: ImportContext,
  open: readonly string[],
): string | undefined {
  const rest = statement.replace(/^@import\s*/i, "");
  const start = statement.length - rest.length;
  const url = /^url\(/i.test(rest) ? readUrl(statement, start) : quotedAt(statement, start);
  if (!url) return undefined;
  const { from, ...where } = place;
  const report = (row: Pick<ReportRow, "outcome" | "message">) => {
    context.rows.push({ kind: "address", subject: shown(url.address), ...row, ...where });
  };
  const conditions = statement.slice(url.end).replace(/;\s*$/, "").trim();
  const sheet = findSheet(url.address, place, context);
  if (!sheet) {
    report(
      isWebAddress(url.address)
        ? { outcome: "web", message: askForSheet(url.address) }
        : { outcome: "missing", message: "No such file is among the files." },
    );
    return undefined;
  }
  if (open.includes(sheet.name) || open.length >= deepest) {
    report({ outcome: "removed", message: "The style sheets import each other in a circle." });
    return "";
  }
  const text = textOfSheet(sheet, from, context, open);
  return withConditions(completeSheet(text), conditions);
}

function quotedAt(text: string, start: number): CssUrl | undefined {
  const quote = text.charAt(start);
  const end = quote === '"' || quote === "'" ? text.indexOf(quote, start + 1) : -1;
  if (end === -1) return undefined;
  return { address: text.slice(start + 1, end), start, end: end + 1, contentStart: start + 1, contentEnd: end };
}

/** `layer`, `supports(…)` and media as rules around the text, as `@import` has them after its address. */
export function withConditions(text: string, conditions: string): string {
  let rest = conditions;
  let [before, after] = ["", ""];
  const layer = /^layer(?:\(([^)]*)\)|(?=\s|$))\s*/i.exec(rest);
  if (layer) {
    rest = rest.slice(layer[0].length);
    before += `@layer ${layer[1]?.trim() ?? ""} {\n`;
    after += "\n}";
  }
  if (/^supports\(/i.test(rest)) {
    const end = closingParenthesis(rest, "supports".length);
    const condition = rest.slice("supports".length, end);
    before += `@supports ${condition} {\n`;
    after += "\n}";
    rest = rest.slice(end).trim();
  }
  if (rest !== "" && rest.toLowerCase() !== "all") {
    before += `@media ${rest} {\n`;
    after += "\n}";
  }
  return `${before}${text}${after}`;
}

function closingParenthesis(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (text.charAt(at) === "(") depth += 1;
    else if (text.charAt(at) === ")") {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return text.length;
}
