import { delimitersAt } from "@platen/mustache";
import { makeEdit, type Change, type Edit } from "./edit.ts";
import { ancestorsOf, mayMove, nodeIn } from "../model/find-node.ts";
import { indentAt, standsAlone, wholeLines } from "../model/lines.ts";
import type { ParentNode, Range, Template, TemplateNode } from "../model/nodes.ts";
import { containerOf, findInsertPoint, fitToPoint, trimmedRange, type Gap } from "../model/gap.ts";
import { readTemplate } from "../model/read-template.ts";

/**
 * Inserts markup into a gap, with the line breaks and indentation around it. Undefined if the HTML parser would move
 * the markup elsewhere, such as a paragraph inside a paragraph.
 */
export function insert(template: Template, gap: Gap, markup: string): Edit | undefined {
  const change = insertion(template, gap, markup);
  return change && ifAccepted(template, makeEdit(template, [change], change), containerOf(template, gap));
}

/** Inserts a copy of each node after it, and selects that of one of them. */
export function duplicateAll(
  template: Template,
  nodes: readonly TemplateNode[],
  chosen: TemplateNode,
): Edit | undefined {
  const copies = nodes.map((node) => ({ node, gap: { where: "after", node } as const, isMoved: false }));
  return copyAll(template, copies, chosen);
}

/** Moves each node before or after another one, and selects one of them. */
export function moveAll(
  template: Template,
  moves: readonly { node: TemplateNode; gap: Gap }[],
  chosen: TemplateNode,
): Edit | undefined {
  return copyAll(
    template,
    moves.map((one) => ({ ...one, isMoved: true })),
    chosen,
  );
}

/** Inserts markup into several gaps, with other changes, and selects what goes into one of them. */
export function insertAll(
  template: Template,
  markups: readonly { gap: Gap; markup: string; isChosen?: boolean }[],
  also: readonly Change[] = [],
): Edit | undefined {
  const changes: Change[] = [...also];
  let selected: Change | undefined;
  let parent: ParentNode | undefined;
  for (const { gap, markup, isChosen } of markups) {
    const change = insertion(template, gap, markup);
    if (!change) return undefined;
    changes.push(change);
    if (!isChosen) continue;
    selected = change;
    parent = containerOf(template, gap);
  }
  return ifAccepted(template, makeEdit(template, changes, selected), parent);
}

function copyAll(
  template: Template,
  steps: readonly { node: TemplateNode; gap: Gap; isMoved: boolean }[],
  chosen: TemplateNode,
): Edit | undefined {
  const changes: Change[] = [];
  let selected: Change | undefined;
  for (const { node, gap, isMoved } of steps) {
    const change = insertion(template, gap, liftedSource(template, node));
    if (!change || !mayMove(node) || !hasSameDelimiters(template, node.start, change.start)) return undefined;
    changes.push(change, ...(isMoved ? [removal(template, node)] : []));
    if (node === chosen) selected = change;
  }
  return ifAccepted(template, makeEdit(template, changes, selected), chosen.parent);
}

/** The change that inserts markup into a gap; undefined if nothing can go there. */
export function insertion(template: Template, gap: Gap, markup: string): Change | undefined {
  const point = findInsertPoint(template, gap, markup.includes("\n"));
  if (!point || holdsRawText(containerOf(template, gap))) return undefined;
  return { start: point.offset, end: point.offset, text: fitToPoint(template, point, markup) };
}

/** The change that removes a node, with the lines that it has for itself. */
export function removal(template: Template, node: TemplateNode): Change {
  return { ...wholeLines(template.html, trimmedRange(template, node)), text: "" };
}

/** The source of a node with `\n` for line breaks, and without its current indentation. */
export function liftedSource(template: Template, node: TemplateNode): string {
  const range = trimmedRange(template, node);
  const source = template.html.slice(range.start, range.end).replaceAll("\r\n", "\n");
  const indent = indentAt(template.html, range.start);
  if (indent === "" || !standsAlone(template.html, range) || keepsSpace(node)) return source;
  return source.replaceAll(`\n${indent}`, "\n");
}

/** The source of nodes, on lines of their own if each of them has its own. */
export function sourceOfNodes(template: Template, nodes: readonly TemplateNode[]): string {
  return nodes.map((node) => liftedSource(template, node)).join(haveLines(template, nodes) ? "\n" : "");
}

/** Whether each node has lines of its own. */
export function haveLines(template: Template, nodes: readonly TemplateNode[]): boolean {
  return nodes.every((node) => standsAlone(template.html, trimmedRange(template, node)));
}

/** Whether indentation matters inside a node, as in a `<pre>`. */
export function keepsSpace(node: TemplateNode): boolean {
  if (node.kind === "opaque") return node.what === "comment" || node.what === "style" || node.what === "note";
  if (node.kind !== "element" && node.kind !== "section") return false;
  if (node.kind === "element" && (node.name === "pre" || node.name === "textarea")) return true;
  return node.children.some(keepsSpace);
}

function holdsRawText(parent: ParentNode | undefined): boolean {
  return parent?.kind === "element" && ["title", "textarea", "option", "select"].includes(parent.name);
}

/** Whether tags at two offsets are written with the same delimiters. */
export function hasSameDelimiters({ tags }: Template, offset: number, other: number): boolean {
  return delimitersAt(tags, offset).open === delimitersAt(tags, other).open;
}

/**
 * Returns the edit if its changes do not overlap, and the result parses as whole nodes inside the parent, without new
 * mistakes. A gap may lie in the lines that go with a moved node.
 */
export function ifAccepted(before: Template, edit: Edit, parent: ParentNode | undefined): Edit | undefined {
  if (!areApart(edit.changes)) return undefined;
  if (!edit.selection) return edit;
  const after = readTemplate(edit.html);
  const node = nodeIn(after, edit.selection);
  const isThere =
    node !== undefined && pathOf(node.parent) === pathOf(parent) && consistsOfWholeNodes(after, edit.selection);
  return isThere && after.mistakes.length <= before.mistakes.length ? edit : undefined;
}

function areApart(changes: readonly Change[]): boolean {
  return changes.every(({ end }, index) => end <= (changes[index + 1]?.start ?? end));
}

function pathOf(node: ParentNode | undefined): string {
  return node ? [node, ...ancestorsOf(node)].map(({ name }) => name).join(" ") : "";
}

/** Whether a range consists of whole nodes. */
function consistsOfWholeNodes({ nodes }: Template, { start, end }: Range): boolean {
  return nodes.every((node) => {
    if (node.kind !== "element" && node.kind !== "section") return true;
    const isOutside = node.end <= start || node.start >= end;
    const isAround = node.start <= start && node.end >= end;
    const isWithin = node.start >= start && (node.end <= end || !node.close);
    return isOutside || isAround || isWithin;
  });
}
