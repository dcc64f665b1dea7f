import type { Edit } from "../edits.ts";
import { positionsIn, type ReportRow } from "../report.ts";
import type { ImportContext, Place } from "./import-context.ts";
import type { Attribute } from "./list-elements.ts";
import { maskTags } from "./mask-tags.ts";

/** HTML that is imported: what is edited in it, and the style sheets that leave it. */
export type HtmlPage = {
  html: string;
  /** The name of its file. */
  name: string;
  /** The file from which its addresses count. */
  from: string;
  context: ImportContext;
  edits: Edit[];
  sheets: string[];
  positionAt(offset: number): { line: number; column: number };
  placeOf(offset: number): Place;
  report(offset: number, row: Omit<ReportRow, "kind" | "file">): void;
  /** The value of an attribute as the author wrote it: the reader of HTML has seen masked tags. */
  valueOf(attribute: Attribute): string;
  write(attribute: Attribute, value: string): void;
};

export function createHtmlPage(html: string, name: string, context: ImportContext): HtmlPage {
  const positionAt = positionsIn(html);
  const edits: Edit[] = [];
  const page: HtmlPage = {
    html,
    name,
    from: name,
    context,
    edits,
    sheets: [],
    positionAt,
    placeOf: (offset) => ({ from: page.from, file: name, ...positionAt(offset) }),
    report(offset, row) {
      context.rows.push({ kind: "address", file: name, ...positionAt(offset), ...row });
    },
    valueOf({ value, start, end }) {
      const written = html.slice(start, end);
      const equals = written.indexOf("=");
      const hasTags = maskTags(written) !== written;
      if (!hasTags || equals === -1) return value;
      return written
        .slice(equals + 1)
        .trim()
        .replaceAll(/^["']|["']$/g, "");
    },

    write({ name: attribute, start, end }, value) {
      const written = html.slice(start, end);
      const spelled = /^[^\s=]+/.exec(written)?.[0] ?? attribute;
      edits.push({ start, end, text: `${spelled}="${escapeAttribute(value)}"` });
    },
  };
  return page;
}

function escapeAttribute(value: string): string {
  return value
    .replaceAll(/&(?=#?\w+;)/g, "&amp;")
    .replaceAll(/\{\{[^}]*\}\}|"/g, (found) => (found === '"' ? "&quot;" : found));
}
