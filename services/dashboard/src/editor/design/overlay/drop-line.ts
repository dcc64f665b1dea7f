import { ancestorsOf, type Gap, type Template, type TemplateNode } from "@platen/template-source";
import type { Box } from "../canvas/canvas-nodes.ts";
import type { Point } from "../design-state.ts";
import { mayHold, neighbour, selectableParent } from "../node-actions.ts";
import { isSelectable } from "../selectable.ts";
import type { Target } from "./canvas-hits.ts";

/** The line, or for a place in an element the area, where dragged nodes go. In pixels of the paper. */
export type DropLine = { where: Gap["where"]; box: Box; gap: Gap };

/** How the canvas shows the template. */
export type Look = {
  boxOf: (target: Target) => Box | undefined;
  /** Whether an element stands beside its siblings. */
  isSideways: (node: TemplateNode) => boolean;
};

/** The thickness of the line, and how near the edge of an element the pointer is beside the elements around it. */
const thickness = 3;
const edge = 5;
/** How near the sides of a column the pointer is beside the column. */
const side = 8;

/** The elements in a node, and in the sections in it. */
function elementsIn(node: TemplateNode): TemplateNode[] {
  if (!("children" in node)) return [];
  return node.children
    .filter(isSelectable)
    .flatMap((child) => (child.kind === "section" ? elementsIn(child) : [child]));
}

/** The place in the free space of a column, or of a row of columns, one of which the pointer is in or below. */
function placeInColumn({ node }: Target, box: Box, point: Point, look: Look): DropLine | undefined {
  const { x, y } = point;
  if (!mayHold(node) || y - box.y < edge || box.y + box.height - y < edge) return undefined;
  const inside = elementsIn(node).flatMap((child) => {
    const found = look.boxOf({ node: child, repeat: 0 });
    return found ? [{ node: child, box: found }] : [];
  });
  const last = inside.at(-1);
  if (!last) return undefined;
  if (look.isSideways(last.node)) {
    const column = inside.find((child) => x >= child.box.x && x <= child.box.x + child.box.width);
    if (!column || !look.isSideways(column.node)) return undefined;
    // A column may end above the end of its row.
    const height = box.y + box.height - column.box.y;
    return placeInColumn({ node: column.node, repeat: 0 }, { ...column.box, height }, point, look);
  }
  const isAside = x - box.x < side || box.x + box.width - x < side;
  if (!look.isSideways(node) || isAside) return undefined;
  const next = inside.find((child) => y < child.box.y + child.box.height / 2);
  if (next) return { where: "before", box: lineAt(next.box, "before"), gap: { where: "before", node: next.node } };
  return { where: "after", box: lineAt(last.box, "after"), gap: { where: "last", node } };
}

function lineAt({ x, y, width, height }: Box, where: "before" | "after"): Box {
  return { x, y: (where === "before" ? y : y + height) - thickness / 2, width, height: thickness };
}

/**
 * A gap beside the first or last element of a section is outside of it, unless the dragged nodes come from there: nothing
 * gets a condition by standing beside one.
 */
function outsideSections(template: Template, gap: Gap, dragged: readonly TemplateNode[]): Gap {
  if (gap.where !== "before" && gap.where !== "after") return gap;
  const { parent } = gap.node;
  if (parent?.kind !== "section" || dragged.some((node) => ancestorsOf(node).includes(parent))) return gap;
  if (neighbour(template, gap.node, gap.where === "before" ? -1 : 1)) return gap;
  return outsideSections(template, { where: gap.where, node: parent }, dragged);
}

/** Where nodes that are dragged over a target go. */
export function dropLineAt(
  { template, dragged }: { template: Template; dragged: readonly TemplateNode[] },
  target: Target,
  point: Point,
  look: Look,
): DropLine | undefined {
  const { x, y } = point;
  let { node } = target;
  let box = look.boxOf(target);
  // At the edge of an element, the place is beside the element around it.
  for (let parent = selectableParent(node); parent; parent = selectableParent(parent)) {
    if (parent.kind === "section") continue;
    const around = look.boxOf({ node: parent, repeat: 0 });
    const isAtEdge = around && (y - around.y < edge || around.y + around.height - y < edge);
    if (!around || !isAtEdge || parent.name === "tr" || parent.name === "tbody") break;
    [node, box] = [parent, around];
  }
  if (!box) return undefined;
  const isEmpty = mayHold(node) && !("children" in node && node.children.some((child) => child.kind !== "text"));
  if (node.kind === "element" && (node.name === "td" || node.name === "th" || isEmpty)) {
    return { where: "last", box, gap: { where: "last", node } };
  }
  const isOver = node === target.node;
  const inColumn = isOver ? placeInColumn(target, box, point, look) : undefined;
  if (inColumn) return { ...inColumn, gap: outsideSections(template, inColumn.gap, dragged) };
  const isSideways = look.isSideways(node);
  const where = (isSideways ? x < box.x + box.width / 2 : y < box.y + box.height / 2) ? "before" : "after";
  const left = where === "before" ? box.x : box.x + box.width;
  const shown = isSideways
    ? { x: left - thickness / 2, y: box.y, width: thickness, height: box.height }
    : lineAt(box, where);
  return { where, box: shown, gap: outsideSections(template, { where, node }, dragged) };
}
