import { textKeyOf } from "../expressions/text-key.ts";
import { useDesign } from "./design-context.ts";
import { followNode } from "./follow-node.ts";
import { holdsText, mayMove, sourceOf } from "./source/find-node.ts";
import { duplicate, duplicateAll, move, moveAll, remove } from "./source/move.ts";
import type { ElementNode, ParentNode, Template, TemplateNode } from "./source/nodes.ts";
import { placeOf, removeColumn } from "./source/edit-table.ts";
import { columnsAround, isCell } from "./source/table-columns.ts";
import { readTemplate } from "./source/read-template.ts";

/** Whether a node can be selected. Text and opaque nodes cannot. */
export function isSelectable(node: TemplateNode): boolean {
  return node.kind !== "text" && node.kind !== "opaque";
}

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

/** The first selectable child of a node. */
export function firstChild(node: TemplateNode): TemplateNode | undefined {
  return "children" in node ? node.children.find(isSelectable) : undefined;
}

/** The parent that a second click, or Escape, selects; undefined for the outermost printed nodes. */
export function selectableParent(node: TemplateNode): ParentNode | undefined {
  const { parent } = node;
  return parent?.kind === "element" && (parent.name === "html" || parent.name === "body") ? undefined : parent;
}

/** Whether the text of a node can be edited on the canvas. */
export function isTextEditable(node: TemplateNode): node is ElementNode {
  return node.kind === "element" && holdsText(node);
}

/** The key of the text of translations that a variable prints as it is; undefined for any other node. */
export function textKeyAt(node: TemplateNode): string | undefined {
  return node.kind === "variable" && node.expression ? textKeyOf(node.expression) : undefined;
}

type NodeActions = Partial<Record<"moveUp" | "moveDown" | "duplicate" | "remove", (() => void) | undefined>>;

/** The actions for the selected node; those that are not possible are undefined. */
export function useNodeActions(): NodeActions {
  const { template, selected: node, mayEdit, ownership, apply, select, announce } = useDesign();
  if (!node || !mayEdit || !mayMove(node) || !ownership.isOwn(node)) return {};
  if (isCell(node)) return columnActions(node);

  /** A cell alone would tear its table apart: the actions are those of its column. */
  function columnActions(cell: ElementNode): NodeActions {
    const place = placeOf(template, cell);
    const removal = place && removeColumn(template, place);
    const removed = () => {
      if (apply(removal)) announce("Column deleted");
    };
    // Without its last column, a table is empty.
    const remove = removal && removed;
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
      return () => {
        if (apply(moveAll(template, moves, cell))) announce(direction < 0 ? "Column moved left" : "Column moved right");
      };
    };
    return {
      moveUp: moved(-1),
      moveDown: moved(1),
      duplicate: () => {
        if (apply(duplicateAll(template, column, cell))) announce("Column duplicated");
      },
      remove,
    };
  }

  const moved = (direction: -1 | 1) => {
    const sibling = neighbour(template, node, direction);
    if (!sibling || !ownership.isOwn(sibling)) return undefined;
    return () => {
      const edit = move(template, node, { where: direction < 0 ? "before" : "after", node: sibling });
      if (apply(edit)) announce(direction < 0 ? "Moved up" : "Moved down");
    };
  };
  return {
    moveUp: moved(-1),
    moveDown: moved(1),
    duplicate: () => {
      if (apply(duplicate(template, node))) announce("Duplicated");
    },
    remove: () => {
      const edit = remove(template, node);
      if (!edit) return;
      const after = readTemplate(edit.html);
      if (!apply(edit)) return;
      const next = followNode(template, node, after);
      if (next && sourceOf(after, next).trim() !== "") select(next);
      announce("Deleted");
    },
  };
}
