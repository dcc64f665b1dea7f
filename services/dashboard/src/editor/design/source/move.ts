import { delimitersAt } from "@platen/mustache";
import { makeEdit, type Change, type Edit } from "./edit.ts";
import { ancestorsOf, mayMove, nodeIn } from "./find-node.ts";
import { indentAt, standsAlone, wholeLines } from "./lines.ts";
import type { ParentNode, Range, Template, TemplateNode } from "./nodes.ts";
import { containerOf, findPoint, fitToPoint, inkOf, type Place } from "./slot.ts";
import { readTemplate } from "./read-template.ts";

/**
 * Puts markup in a place, with lines and indentation as around it. Undefined where it cannot stand: where the HTML
 * parser would not leave it there, such as a paragraph within a paragraph.
 */
export function insert(template: Template, place: Place, markup: string): Edit | undefined {
  const change = insertion(template, place, markup);
  return change && ifItStays(template, makeEdit(template, [change], change), containerOf(template, place));
}

/** Takes a node out, with the lines that it alone stands on. */
export function remove(template: Template, node: TemplateNode): Edit | undefined {
  return mayMove(node) ? makeEdit(template, [removal(template, node)]) : undefined;
}

/** Puts a node elsewhere. Undefined within itself, and where it cannot stand. */
export function move(template: Template, node: TemplateNode, place: Place): Edit | undefined {
  const target = place.node;
  if (!mayMove(node) || target === node || (target && ancestorsOf(target).includes(node as ParentNode)))
    return undefined;
  const change = insertion(template, place, liftedSource(template, node));
  if (!change || !hasSameDelimiters(template, node.start, change.start)) return undefined;
  const edit = makeEdit(template, [removal(template, node), change], change);
  return ifItStays(template, edit, containerOf(template, place));
}

/** Puts a copy of a node after it. */
export function duplicate(template: Template, node: TemplateNode): Edit | undefined {
  if (!mayMove(node)) return undefined;
  const change = insertion(template, { where: "after", node }, liftedSource(template, node));
  return change && ifItStays(template, makeEdit(template, [change], change), node.parent);
}

function insertion(template: Template, place: Place, markup: string): Change | undefined {
  const point = findPoint(template, place, markup.includes("\n"));
  if (!point || holdsRawText(containerOf(template, place))) return undefined;
  return { start: point.offset, end: point.offset, text: fitToPoint(template, point, markup) };
}

function removal(template: Template, node: TemplateNode): Change {
  return { ...wholeLines(template.html, inkOf(template, node)), text: "" };
}

/** A node's source with `\n` for line breaks, and without the indentation that it has where it stands. */
function liftedSource(template: Template, node: TemplateNode): string {
  const ink = inkOf(template, node);
  const source = template.html.slice(ink.start, ink.end).replaceAll("\r\n", "\n");
  const indent = indentAt(template.html, ink.start);
  if (indent === "" || !standsAlone(template.html, ink) || keepsSpace(node)) return source;
  return source.replaceAll(`\n${indent}`, "\n");
}

/** Whether white space at the start of its lines means something in a node: in a `<pre>`, or an attribute's value. */
function keepsSpace(node: TemplateNode): boolean {
  if (node.kind === "opaque") return node.what === "comment" || node.what === "style" || node.what === "note";
  if (node.kind !== "element" && node.kind !== "section") return false;
  if (node.kind === "element" && (node.name === "pre" || node.name === "textarea")) return true;
  return node.children.some(keepsSpace);
}

function holdsRawText(parent: ParentNode | undefined): boolean {
  return parent?.kind === "element" && ["title", "textarea", "option", "select"].includes(parent.name);
}

function hasSameDelimiters({ tags }: Template, offset: number, other: number): boolean {
  return delimitersAt(tags, offset).open === delimitersAt(tags, other).open;
}

/** The edit, if what it brings is read as whole nodes within the parent, and nothing becomes a mistake. */
function ifItStays(before: Template, edit: Edit, parent: ParentNode | undefined): Edit | undefined {
  if (!edit.selection) return edit;
  const after = readTemplate(edit.html);
  const node = nodeIn(after, edit.selection);
  const isThere = node !== undefined && pathOf(node.parent) === pathOf(parent) && fillsItsPlace(after, edit.selection);
  return isThere && after.mistakes.length <= before.mistakes.length ? edit : undefined;
}

function pathOf(node: ParentNode | undefined): string {
  return node ? [node, ...ancestorsOf(node)].map(({ name }) => name).join(" ") : "";
}

/** Whether a range is made of whole nodes. */
function fillsItsPlace({ nodes }: Template, { start, end }: Range): boolean {
  return nodes.every((node) => {
    if (node.kind !== "element" && node.kind !== "section") return true;
    const isOutside = node.end <= start || node.start >= end;
    const isAround = node.start <= start && node.end >= end;
    const isWithin = node.start >= start && (node.end <= end || !node.close);
    return isOutside || isAround || isWithin;
  });
}
