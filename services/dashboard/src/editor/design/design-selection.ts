import {
  ancestorsOf,
  nodeById,
  nodeIn,
  outermost,
  type Range,
  type Template,
  type TemplateNode,
} from "@platen/template-source";
import { followNode } from "./follow-node.ts";
import { isRoot, isSelectable } from "./selectable.ts";

/** The chosen nodes: the one that keys start from, and the others. */
type Ids = { id: number; others: readonly number[] };

/** The last choice, in the template that was shown then. */
export type Chosen = Ids & { template: Template; repeat: number; key: number };

/** The number of versions of the HTML whose selection is remembered. */
const maxRemembered = 50;

/** The choice in each version of the HTML, so that undo selects the same nodes again. */
export type Remembered = ReadonlyMap<string, Ids>;

/** Remembers a choice, and forgets the oldest one beyond the limit. */
export function remember(remembered: Remembered, { template, id, others }: Chosen): Remembered {
  return new Map([...remembered].slice(1 - maxRemembered)).set(template.html, { id, others });
}

/** The ids of a choice: `node` and others. */
export function idsOf(node: TemplateNode, others: readonly TemplateNode[]): Ids {
  return { id: node.id, others: others.flatMap((other) => (other === node ? [] : [other.id])) };
}

/** The node to select after an edit: the element around a text, not the text itself. */
export function selectableIn(template: Template, range: Range): TemplateNode | undefined {
  const node = nodeIn(template, range);
  return node && !isSelectable(node) ? node.parent : node;
}

/** Nodes without those around a node: only one of the two can be selected. */
export function withoutAround(nodes: readonly TemplateNode[], node: TemplateNode): TemplateNode[] {
  const around = new Set<TemplateNode>(ancestorsOf(node));
  return nodes.filter((one) => !around.has(one));
}

/**
 * After undo or a change in another view, selects what was selected in this version of the HTML before, or the node at
 * the same path.
 */
function findSelected(chosen: Chosen, template: Template, remembered: Ids | undefined): TemplateNode | undefined {
  const node = nodeById(chosen.template, chosen.id);
  if (!node || chosen.template === template) return node;
  if (remembered !== undefined) return nodeById(template, remembered.id);
  const found = followNode(chosen.template, node, template);
  return found && isRoot(found) ? undefined : found;
}

export type Selection = {
  selected: TemplateNode | undefined;
  /** All selected nodes in the order of the text, without those inside another of them. */
  selection: readonly TemplateNode[];
};

/** The selected nodes in a template. After a change in another view, only one stays. */
export function selectionOf(chosen: Chosen | undefined, template: Template, remembered: Remembered): Selection {
  const here = remembered.get(template.html);
  const selected = chosen && findSelected(chosen, template, here);
  if (!chosen || !selected) return { selected: undefined, selection: [] };
  const ids = chosen.template === template ? chosen : here;
  const others = ids?.others.flatMap((id) => nodeById(template, id) ?? []) ?? [];
  return { selected, selection: others.length === 0 ? [selected] : outermost([...others, selected]) };
}
