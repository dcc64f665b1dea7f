import { delimitersAt, type Delimiters } from "@platen/mustache";
import { findPath, pathsOf, type DataPath } from "../data/data-paths.ts";
import type { Template } from "../model/nodes.ts";
import { findInsertPoint, type Gap } from "../model/gap.ts";
import { variableTag } from "./restructure.ts";
import { nameAt, scopeOf } from "../data/scope.ts";
import { writeText } from "../model/written-text.ts";

/** The markup of the palette's elements. Lines end with `\n`; `insert` adapts them to the gap. */
export const palette = {
  heading: () => "<h2>Heading</h2>",
  text: () => "<p>Text</p>",
  image: () => `<img src="${placeholderImage}" alt="" style="display: block; width: 50mm" />`,
  divider: () => '<hr style="margin: 16px 0; border: 0; border-top: 1px solid #c9cedb" />',
  pageBreak: () => '<div style="break-after: page"></div>',
  /** A line in small print. */
  legalLine: (line: string, delimiters: Delimiters) =>
    `<p style="font-size: 8pt; color: #66708a">${writeText(line, delimiters)}</p>`,
  columns(count: number): string {
    const column = ['  <div style="flex: 1; overflow-wrap: anywhere">', "    <p>Text</p>", "  </div>"];
    const columns = Array.from({ length: count }, () => column).flat();
    return ['<div style="display: flex; gap: 24px">', ...columns, "</div>"].join("\n");
  },
  /** A table without data: a head and two rows of three cells. */
  table(): string {
    const cells = plainRow(`<td style="${cellStyle}">Text</td>`);
    return [
      '<table style="width: 100%; border-collapse: collapse">',
      "  <thead>",
      ...plainRow(`<th scope="col" style="${headStyle}; text-align: left">Heading</th>`),
      "  </thead>",
      "  <tbody>",
      ...cells,
      ...cells,
      "  </tbody>",
      "</table>",
    ].join("\n");
  },
};

function plainRow(cell: string): string[] {
  return ["    <tr>", ...Array.from({ length: 3 }, () => `      ${cell}`), "    </tr>"];
}

/** A grey placeholder picture, with mountains and a sun. */
const placeholderImage = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40"><path fill="#e3e6ee" d="M0 0h60v40H0z"/><circle cx="44" cy="11" r="4" fill="#aab1c4"/><path fill="#aab1c4" d="M6 34 22 14l11 13 6-6 15 13z"/></svg>',
)}`;

/** The tag of a variable for a value of the data, with a format and the sections that it needs in a gap. */
export function variableFor(
  template: Template,
  gap: Gap,
  data: unknown,
  { path, call }: { path: readonly string[]; call?: string | undefined },
): string | undefined {
  const found = nameAt(data, scopeOf(gap), path);
  if (!found) return undefined;
  const delimiters = delimitersIn(template, gap);
  return inSections(variableTag(withFormat(found.name, call), true, delimiters), found.sections, delimiters, "");
}

/** The text of a tag for a name and, if there is one, a format. */
export function withFormat(name: string, call: string | undefined): string {
  return call === undefined ? name : `${name} | ${call}`;
}

/** The markup of a table with a header, a row for each item of a list and a column for each of its values. */
export function tableFor(template: Template, gap: Gap, data: unknown, path: readonly string[]): string | undefined {
  const list = findPath(pathsOf(data), path);
  const found = nameAt(data, scopeOf(gap), path);
  if (list?.kind !== "list" || !found) return undefined;
  const columns = columnsOf(list);
  const delimiters = delimitersIn(template, gap);
  const row = [
    "    <tr>",
    ...columns.map(
      ({ name, align }) =>
        `      <td style="${align === "left" ? cellStyle : amountStyle}; text-align: ${align}">${variableTag(name, true, delimiters)}</td>`,
    ),
    "    </tr>",
  ].join("\n");
  const rows = inSections(row, [found.name], delimiters, "    ");
  const table = [
    '<table style="width: 100%; border-collapse: collapse">',
    "  <thead>",
    "    <tr>",
    ...columns.map(
      ({ label, align }) => `      <th scope="col" style="${headStyle}; text-align: ${align}">${label}</th>`,
    ),
    "    </tr>",
    "  </thead>",
    "  <tbody>",
    rows,
    "  </tbody>",
    "</table>",
  ].join("\n");
  return inSections(table, found.sections, delimiters, "");
}

const bodyCellStyle = "padding: 6px 8px 6px 0; border-bottom: 1px solid #e3e6ee";
/** A long word breaks. The width keeps short words whole in the columns beside it. */
export const cellStyle = `${bodyCellStyle}; min-width: 5em; overflow-wrap: anywhere`;
/** An amount stays on one line. */
const amountStyle = `${bodyCellStyle}; white-space: nowrap`;
export const headStyle = "padding: 6px 8px 6px 0; border-bottom: 1px solid #1b2440";
const mostColumns = 8;

/** What a column prints: the name in its tag, the text of its head, and its alignment. */
export type Column = { name: string; label: string; align: "left" | "right" };

/** Whether a path can fill a column. */
export function isField({ kind }: DataPath): boolean {
  return kind !== "list" && kind !== "object";
}

/** The column of a field of a list. */
export function columnFor({ name, kind, example }: DataPath): Column {
  return {
    name: name === "*" ? "." : name,
    label: name === "*" ? "Item" : labelOf(name),
    align: kind === "number" || /^[^\p{L}]*\d[\d.,\s]*$/u.test(example) ? "right" : "left",
  };
}

function columnsOf(list: DataPath): Column[] {
  const columns = list.children.filter(isField).slice(0, mostColumns).map(columnFor);
  return columns.length > 0 ? columns : [{ name: ".", label: "Item", align: "left" }];
}

/** A label for a key: "Unit price" for "unitPrice". */
function labelOf(key: string): string {
  const words = key
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replace(/[_\-.\s]+/g, " ")
    .trim()
    .toLowerCase();
  const label = words.charAt(0).toUpperCase() + words.slice(1);
  return label.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("{", "&#123;");
}

/** Wraps markup in sections, the first outermost. */
function inSections(markup: string, names: readonly string[], { open, close }: Delimiters, indent: string): string {
  const between = markup.includes("\n") ? "\n" : "";
  return names.reduceRight(
    (inner, name) =>
      `${between && indent}${open}#${name}${close}${between}${inner}${between}${between && indent}${open}/${name}${close}`,
    markup,
  );
}

/** The delimiters of tags in a gap. */
export function delimitersIn(template: Template, gap: Gap): Delimiters {
  return delimitersAt(template.tags, findInsertPoint(template, gap, false)?.offset ?? 0);
}

/** The content of a page's header or footer on the left, in the middle or on the right. */
export type MarginText = "nothing" | "page number" | "page of pages" | "date" | "title" | { text: string };

const marginMarkup: Record<Exclude<MarginText, object>, string> = {
  nothing: "<span></span>",
  "page number": '<span><span class="pageNumber"></span></span>',
  "page of pages": '<span>Page <span class="pageNumber"></span> of <span class="totalPages"></span></span>',
  date: '<span><span class="date"></span></span>',
  title: '<span style="overflow-wrap: anywhere"><span class="title"></span></span>',
};

/** The HTML for the page settings' header or footer; `text` may contain Mustache. */
export function headerOrFooter(left: MarginText, middle: MarginText, right: MarginText): string {
  const style =
    "display: flex; justify-content: space-between; width: 100%; padding: 0 18mm; font: 9px Inter, Arial, sans-serif; color: #66708a";
  const parts = [left, middle, right].map((part) =>
    typeof part === "object"
      ? `<span style="overflow-wrap: anywhere">${part.text.replaceAll("<", "&lt;")}</span>`
      : marginMarkup[part],
  );
  return [`<div style="${style}">`, ...parts.map((part) => `  ${part}`), "</div>"].join("\n");
}
