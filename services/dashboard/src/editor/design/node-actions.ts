import {
  columnsAround,
  duplicateAll,
  duplicateNodes,
  type ElementNode,
  type Gap,
  groupNodes,
  holdsText,
  isCell,
  mayMove,
  moveAll,
  moveNodes,
  type Ownership,
  type ParentNode,
  placeOf,
  readTemplate,
  removeColumn,
  removeNodes,
  sourceOf,
  type Template,
  type TemplateNode,
  textKeyOf,
  ungroupNode,
} from "@platen/template-source";
import { useDesign, useDesignStore } from "./design-context.ts";
import { followNode } from "./follow-node.ts";
import { isRoot, isSelectable } from "./selectable.ts";

function siblingsOf(template: Template, node: TemplateNode): readonly TemplateNode[] {
  return node.parent?.children ?? template.children;
}

/** The nearest selectable sibling in a direction. */
export function neighbour(template: Template, node: TemplateNode, direction: -1 | 1): TemplateNode | undefined {
  const siblings = siblingsOf(template, node);
  for (let at = siblings.indexOf(node) + direction; at >= 0 && at < siblings.length; at += direction) {
    const sibling = siblings[at];
    if (sibling && isSelectable(sibling)) return sibling;
  }
  return undefined;
}

/** The nearest selectable sibling in a direction, of a node or of the sections whose first or last it is. */
function neighbourBeyond(template: Template, node: TemplateNode, direction: -1 | 1): TemplateNode | undefined {
  const found = neighbour(template, node, direction);
  return found || node.parent?.kind !== "section" ? found : neighbourBeyond(template, node.parent, direction);
}

/** The element around a node that it can move out of. */
function elementAround(node: TemplateNode): ParentNode | undefined {
  const parent = selectableParent(node);
  return parent?.kind === "section" ? elementAround(parent) : parent;
}

/** The outermost elements of the page. */
export function pageElements(template: Template): TemplateNode[] {
  const body = template.nodes.find((node) => node.kind === "element" && node.name === "body");
  return (body && "children" in body ? body.children : template.children).filter(isSelectable);
}

/** The first selectable child of a node. */
export function firstChild(node: TemplateNode): TemplateNode | undefined {
  return "children" in node ? node.children.find(isSelectable) : undefined;
}

/** The parent that Escape selects; undefined for the outermost printed nodes. */
export function selectableParent(node: TemplateNode): ParentNode | undefined {
  const { parent } = node;
  return parent && isRoot(parent) ? undefined : parent;
}

const voidElements = new Set("area base br col embed hr img input link meta source track wbr".split(" "));

/** Whether other elements can go into a node. */
export function mayHold(node: TemplateNode): node is ParentNode {
  if (node.kind === "section") return true;
  return (
    node.kind === "element" && !node.isForeign && !voidElements.has(node.name) && !/^(?:h[1-6]|p)$/.test(node.name)
  );
}

/** Whether the text of a node can be edited on the canvas. */
export function isTextEditable(node: TemplateNode): node is ElementNode {
  return node.kind === "element" && holdsText(node);
}

/** The key of the text of translations that a variable prints as it is; undefined for any other node. */
export function textKeyAt(node: TemplateNode): string | undefined {
  return node.kind === "variable" && node.expression ? textKeyOf(node.expression) : undefined;
}

type NodeActions = Partial<
  Record<
    "moveUp" | "moveDown" | "moveOut" | "moveIn" | "duplicate" | "group" | "ungroup" | "remove",
    (() => void) | undefined
  >
>;

/** The nodes of a selection, if they can all be moved, copied and removed. A cell is a part of its column. */
function movable(selection: readonly TemplateNode[], { isOwn }: Ownership): readonly TemplateNode[] {
  const isFree = (node: TemplateNode) => mayMove(node) && isOwn(node) && !isCell(node);
  return selection.every(isFree) ? selection : [];
}

/** The actions for the selected nodes; those that are not possible are undefined. */
export function useNodeActions(): NodeActions {
  const { template, mayEdit, ownership } = useDesign((state) => state.document);
  const { selected: node, selection } = useDesign((state) => state.selecting);
  const { apply, act, select, announce } = useDesignStore();
  if (!node || !mayEdit) return {};
  if (selection.length === 1 && mayMove(node) && ownership.isOwn(node) && isCell(node)) return columnActions(node);
  const nodes = movable(selection, ownership);
  const [first] = nodes;
  const last = nodes.at(-1);
  if (!first || !last) return {};
  const counted = (word: string) => (nodes.length === 1 ? word : `${nodes.length} elements: ${word.toLowerCase()}`);

  /** A cell alone would tear its table apart: the actions are those of its column. */
  function columnActions(cell: ElementNode): NodeActions {
    const place = placeOf(template, cell);
    const removal = place && removeColumn(template, place);
    // Without its last column, a table is empty.
    const remove = removal && (() => void act(removal, "Column deleted"));
    const columns = columnsAround(template, cell);
    const at = columns?.findIndex((column) => column.includes(cell)) ?? -1;
    const column = columns?.[at];
    if (!columns || !column) return { remove };
    const moved = (direction: -1 | 1) => {
      const neighbours = columns[at + direction];
      if (!neighbours) return undefined;
      const where = direction < 0 ? "before" : "after";
      const moves = column.flatMap((node, row) => {
        const neighbour = neighbours[row];
        return neighbour ? [{ node, gap: { where, node: neighbour } as const }] : [];
      });
      return () => void act(moveAll(template, moves, cell), `Column moved ${direction < 0 ? "left" : "right"}`);
    };
    return {
      moveUp: moved(-1),
      moveDown: moved(1),
      duplicate: () => void act(duplicateAll(template, column, cell), "Column duplicated"),
      remove,
    };
  }

  const moved = (gap: Gap | undefined, done: string) =>
    gap && (() => void act(moveNodes(template, nodes, gap), counted(done)));
  const before = neighbourBeyond(template, first, -1);
  const after = neighbourBeyond(template, last, 1);
  const areSiblings = nodes.every(({ parent }) => parent === first.parent);
  const beside = (sibling: TemplateNode | undefined) => (areSiblings && sibling && ownership.isOwn(sibling)) || false;
  const around = areSiblings ? elementAround(first) : undefined;
  const ungrouped = nodes.length === 1 ? ungroupNode(template, first) : undefined;
  return {
    moveUp: moved(before && beside(before) ? { where: "before", node: before } : undefined, "Moved up"),
    moveDown: moved(after && beside(after) ? { where: "after", node: after } : undefined, "Moved down"),
    moveOut: moved(around && !isCell(around) ? { where: "after", node: around } : undefined, "Moved out"),
    moveIn: moved(
      before && beside(before) && mayHold(before) ? { where: "last", node: before } : undefined,
      "Moved into the element before",
    ),
    duplicate: () => void act(duplicateNodes(template, nodes), counted("Duplicated")),
    group: areSiblings ? () => void act(groupNodes(template, nodes), counted("Grouped")) : undefined,
    ungroup: ungrouped && (() => void act(ungrouped, "Ungrouped")),
    remove: () => {
      const edit = removeNodes(template, nodes);
      if (!edit) return;
      const after = readTemplate(edit.html);
      if (!apply(edit)) return;
      const next = nodes.length === 1 ? followNode(template, first, after) : undefined;
      if (next && sourceOf(after, next).trim() !== "") select(next);
      announce(counted("Deleted"));
    },
  };
}
