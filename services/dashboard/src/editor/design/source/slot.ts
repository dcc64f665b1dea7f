import { isBlank } from "./find-node.ts";
import { endsLine, fitLines, indentAt, lineBreakOf, startsLine } from "./lines.ts";
import type { ParentNode, Range, Template, TemplateNode } from "./nodes.ts";

/** A place for something new; `first` and `last` without a node are in the body, or the whole text where there is none. */
export type Place =
  | { where: "before"; node: TemplateNode }
  | { where: "after"; node: TemplateNode }
  | { where: "first"; node: ParentNode | undefined }
  | { where: "last"; node: ParentNode | undefined };

/** Where to put something, how its lines are to be indented, and what to put around it. */
export type Point = { offset: number; indent: string; before: string; after: string };

/** Finds where a place is; something new stands on lines of its own where its neighbours do. Undefined for no place. */
export function findPoint(template: Template, place: Place, isLarge: boolean): Point | undefined {
  if (place.where === "before" || place.where === "after") return besidePoint(template, place.node, place.where);
  const container = containerOf(template, place);
  const children = (container?.children ?? template.children).filter((child) => !isBlank(template, child));
  const neighbour = place.where === "first" ? children[0] : children.at(-1);
  if (neighbour) {
    const point = besidePoint(template, neighbour, place.where === "first" ? "before" : "after");
    if (point) return point;
  }
  return container ? emptyPoint(template, container, isLarge) : { offset: 0, indent: "", before: "", after: "" };
}

/** Markup with what belongs around it at a point. */
export function fitToPoint({ html }: Template, { indent, before, after }: Point, markup: string): string {
  return before + fitLines(markup, indent, lineBreakOf(html)) + after;
}

/** The node that something put in a place is then in; undefined for the outermost. */
export function containerOf(template: Template, place: Place): ParentNode | undefined {
  if (place.where === "before" || place.where === "after") return place.node.parent;
  if (place.node) return place.node;
  const body = template.nodes.find((node) => node.kind === "element" && node.name === "body");
  return body?.kind === "element" ? body : undefined;
}

const notBeside = new Set(["html", "head", "body"]);

function besidePoint(template: Template, node: TemplateNode, where: "before" | "after"): Point | undefined {
  const { html } = template;
  if (node.kind === "element" && notBeside.has(node.name)) return undefined;
  if (node.kind === "opaque" && node.what === "doctype") return undefined;
  const { start, end } = inkOf(template, node);
  const indent = indentAt(html, start);
  const lineBreak = lineBreakOf(html);
  const ownLines = startsLine(html, start) && endsLine(html, end);
  if (where === "before") return { offset: start, indent, before: "", after: ownLines ? lineBreak + indent : "" };
  return { offset: end, indent, before: ownLines ? lineBreak + indent : "", after: "" };
}

/** In an element or section without any content, or with white space alone. */
function emptyPoint({ html }: Template, container: ParentNode, isLarge: boolean): Point | undefined {
  const start = container.open.end;
  const end = container.close?.start ?? container.end;
  if (container.kind === "element" && !container.close && start === end) return undefined;
  const own = indentAt(html, container.start);
  // What a section holds is no deeper than the section.
  const unit = container.kind === "section" ? "" : /^\t/m.test(html) ? "\t" : "  ";
  const lineBreak = lineBreakOf(html);
  const hasLines = html.slice(start, end).includes("\n");
  if (!hasLines && !isLarge) return { offset: start, indent: own, before: "", after: "" };
  const indent = own + unit;
  return { offset: start, indent, before: lineBreak + indent, after: hasLines ? "" : lineBreak + own };
}

/** A node without the white space at its ends, which text and elements without an end tag may have. */
export function inkOf({ html }: Template, { start, end }: Range): Range {
  const source = html.slice(start, end);
  const from = start + (source.length - source.trimStart().length);
  return { start: Math.min(from, end), end: Math.max(from, start + source.trimEnd().length) };
}
