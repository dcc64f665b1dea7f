import { isBlank } from "./find-node.ts";
import { endsLine, fitLines, indentAt, lineBreakOf, startsLine } from "./lines.ts";
import type { ParentNode, Range, Template, TemplateNode } from "./nodes.ts";

/** A gap for a new node. Without a node, `first` and `last` refer to the body, or to the whole text without a body. */
export type Gap =
  | { where: "before"; node: TemplateNode }
  | { where: "after"; node: TemplateNode }
  | { where: "first"; node: ParentNode | undefined }
  | { where: "last"; node: ParentNode | undefined }
  /** At an offset in a parent, or outside of all elements. */
  | { where: "at"; offset: number; node: ParentNode | undefined };

/** The offset for new markup, the indentation of its lines, and the text before and after it. */
export type InsertPoint = { offset: number; indent: string; before: string; after: string };

/** Finds the insert point of a gap. New markup gets its own lines if its neighbour has them. Undefined if nothing can go there. */
export function findInsertPoint(template: Template, gap: Gap, isLarge: boolean): InsertPoint | undefined {
  if (gap.where === "before" || gap.where === "after") return besidePoint(template, gap.node, gap.where);
  if (gap.where === "at") return { offset: gap.offset, indent: "", before: "", after: "" };
  const container = containerOf(template, gap);
  const children = (container?.children ?? template.children).filter((child) => !isBlank(template, child));
  const neighbour = gap.where === "first" ? children[0] : children.at(-1);
  if (neighbour) {
    const point = besidePoint(template, neighbour, gap.where === "first" ? "before" : "after");
    if (point) return point;
  }
  return container ? emptyPoint(template, container, isLarge) : { offset: 0, indent: "", before: "", after: "" };
}

/** Adapts markup to an insert point. */
export function fitToPoint({ html }: Template, { indent, before, after }: InsertPoint, markup: string): string {
  return before + fitLines(markup, indent, lineBreakOf(html)) + after;
}

/** The parent of a new node in a gap; undefined at the top level. */
export function containerOf(template: Template, gap: Gap): ParentNode | undefined {
  if (gap.where === "before" || gap.where === "after") return gap.node.parent;
  if (gap.node || gap.where === "at") return gap.node;
  const body = template.nodes.find((node) => node.kind === "element" && node.name === "body");
  return body?.kind === "element" ? body : undefined;
}

const notBeside = new Set(["html", "head", "body"]);

function besidePoint(template: Template, node: TemplateNode, where: "before" | "after"): InsertPoint | undefined {
  const { html } = template;
  if (node.kind === "element" && notBeside.has(node.name)) return undefined;
  if (node.kind === "opaque" && node.what === "doctype") return undefined;
  const { start, end } = trimmedRange(template, node);
  const indent = indentAt(html, start);
  const lineBreak = lineBreakOf(html);
  const ownLines = startsLine(html, start) && endsLine(html, end);
  if (where === "before") return { offset: start, indent, before: "", after: ownLines ? lineBreak + indent : "" };
  return { offset: end, indent, before: ownLines ? lineBreak + indent : "", after: "" };
}

/** The insert point in an element or section that is empty or contains only white space. */
function emptyPoint({ html }: Template, container: ParentNode, isLarge: boolean): InsertPoint | undefined {
  const start = container.open.end;
  const end = container.close?.start ?? container.end;
  if (container.kind === "element" && !container.close && start === end) return undefined;
  const own = indentAt(html, container.start);
  // The content of a section is not indented.
  const unit = container.kind === "section" ? "" : /^\t/m.test(html) ? "\t" : "  ";
  const lineBreak = lineBreakOf(html);
  const hasLines = html.slice(start, end).includes("\n");
  if (!hasLines && !isLarge) return { offset: start, indent: own, before: "", after: "" };
  const indent = own + unit;
  return { offset: start, indent, before: lineBreak + indent, after: hasLines ? "" : lineBreak + own };
}

/** A range without the white space at its ends, which text and elements without an end tag may have. */
export function trimmedRange({ html }: Template, { start, end }: Range): Range {
  const source = html.slice(start, end);
  const from = start + (source.length - source.trimStart().length);
  return { start: Math.min(from, end), end: Math.max(from, start + source.trimEnd().length) };
}
