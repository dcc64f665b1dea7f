import { makeEdit, rangeAfter, type Change, type Edit } from "./edit.ts";
import { ancestorsOf, mayMove, nodesIn, outermost } from "../model/find-node.ts";
import { containerOf, type Gap } from "../model/gap.ts";
import { keptGroups, movedNodes, sourceOfGroups, withEmptied } from "./kept-sections.ts";
import { hasSameDelimiters, ifAccepted, insertion, removal, sourceOfNodes } from "./move.ts";
import type { ElementNode, Range, Template, TemplateNode } from "../model/nodes.ts";
import { readTemplate } from "../model/read-template.ts";
import { styleChanges } from "./set-styles.ts";

/** Removes nodes, each with the lines that it has for itself, and the sections that are empty without them. */
export function removeNodes(template: Template, nodes: readonly TemplateNode[]): Edit | undefined {
  const all = withEmptied(template, nodes);
  return all.length > 0 && all.every(mayMove) ? makeEdit(template, removals(template, all)) : undefined;
}

/**
 * Moves nodes into one gap, in their order and with the sections around them. Undefined for a gap at or in one of them.
 */
export function moveNodes(template: Template, nodes: readonly TemplateNode[], gap: Gap): Edit | undefined {
  const all = outermost(nodes);
  if (!all.every(mayMove) || all.some((node) => isAt(gap, node))) return undefined;
  const groups = keptGroups(template, all, gap);
  const change = all.length > 0 ? insertion(template, gap, sourceOfGroups(template, groups)) : undefined;
  const written = groups.flatMap((group) => [
    ...group.nodes,
    ...group.sections.flatMap(({ open, close }) => [open, close]),
  ]);
  if (!change || !written.every(({ start }) => hasSameDelimiters(template, start, change.start))) return undefined;
  const gone = withEmptied(template, all, (section) => !isAt(gap, section));
  const edit = accepted(template, makeEdit(template, [...removals(template, gone), change], change), gap);
  if (!edit?.selection) return edit;
  const after = readTemplate(edit.html);
  const moved = movedNodes({ template, groups, wanted: all }, after, nodesIn(after, edit.selection));
  return moved.length > 0 ? { ...edit, several: moved } : edit;
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
