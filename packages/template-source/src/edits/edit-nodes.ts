import { makeEdit, rangeAfter, type Change, type Edit } from "./edit.ts";
import { ancestorsOf, mayMove, outermost } from "../model/find-node.ts";
import { containerOf, trimmedRange, type Gap } from "../model/gap.ts";
import { standsAlone } from "../model/lines.ts";
import { hasSameDelimiters, ifAccepted, insertion, liftedSource, removal } from "./move.ts";
import type { ElementNode, Range, Template, TemplateNode } from "../model/nodes.ts";
import { styleChanges } from "./set-styles.ts";

/** Removes nodes, each with the lines that it has for itself. */
export function removeNodes(template: Template, nodes: readonly TemplateNode[]): Edit | undefined {
  const all = outermost(nodes);
  return all.length > 0 && all.every(mayMove) ? makeEdit(template, removals(template, all)) : undefined;
}

/** Moves nodes into one gap, in their order. Undefined for a gap at or in one of them. */
export function moveNodes(template: Template, nodes: readonly TemplateNode[], gap: Gap): Edit | undefined {
  const all = outermost(nodes);
  if (!all.every(mayMove) || all.some((node) => isAt(gap, node))) return undefined;
  const change = all.length > 0 ? insertion(template, gap, sourceOfNodes(template, all)) : undefined;
  if (!change || !all.every((node) => hasSameDelimiters(template, node.start, change.start))) return undefined;
  return accepted(template, makeEdit(template, [...removals(template, all), change], change), gap);
}

/** Inserts copies of nodes after the last of them. */
export function duplicateNodes(template: Template, nodes: readonly TemplateNode[]): Edit | undefined {
  const all = outermost(nodes);
  const last = all.at(-1);
  if (!last || !all.every(mayMove)) return undefined;
  const gap: Gap = { where: "after", node: last };
  const change = insertion(template, gap, sourceOfNodes(template, all));
  if (!change || !all.every((node) => hasSameDelimiters(template, node.start, change.start))) return undefined;
  return accepted(template, makeEdit(template, [change], change), gap);
}

/** Sets styles of several elements, and keeps them selected, first of all `chosen`. Undefined if one of them has its styles in a Mustache section. */
export function styleElements(
  template: Template,
  elements: readonly ElementNode[],
  { values, chosen }: { values: Readonly<Record<string, string | undefined>>; chosen: ElementNode },
): Edit | undefined {
  const changes: Change[] = [];
  for (const element of elements) {
    const own = styleChanges(template, element, values);
    if (!own) return undefined;
    changes.push(...own);
  }
  const edit = makeEdit(template, changes, chosen);
  return { ...edit, several: elements.map((element) => rangeAfter(element, edit.changes)) };
}

/** The source of nodes, on lines of their own if each of them has its own. */
export function sourceOfNodes(template: Template, nodes: readonly TemplateNode[]): string {
  const hasLines = nodes.every((node) => standsAlone(template.html, trimmedRange(template, node)));
  return nodes.map((node) => liftedSource(template, node)).join(hasLines ? "\n" : "");
}

function isAt(gap: Gap, node: TemplateNode): boolean {
  return gap.node === node || (gap.node !== undefined && ancestorsOf(gap.node).some((around) => around === node));
}

/** The changes that remove nodes. At the end of the text, two of them may share a line break. */
function removals(template: Template, nodes: readonly TemplateNode[]): Change[] {
  const all: Change[] = [];
  for (const change of nodes.map((node) => removal(template, node))) {
    const last = all.at(-1);
    if (last && change.start < last.end) all[all.length - 1] = { ...last, end: Math.max(last.end, change.end) };
    else all.push(change);
  }
  return all;
}

function accepted(template: Template, edit: Edit, gap: Gap): Edit | undefined {
  const known = ifAccepted(template, edit, containerOf(template, gap));
  const ranges: Range[] = known?.selection ? [known.selection] : [];
  return known && { ...known, several: ranges };
}
