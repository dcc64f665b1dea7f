import { ancestorsOf, isCell, mayMove, type Ownership, type TemplateNode } from "@platen/template-source";

/** The type of a drag of the selected nodes. */
export const draggedType = "application/x-platen-nodes";

/** Whether a node can be dragged to another place. A cell alone would tear its table apart. */
export function isDraggable(node: TemplateNode, { isOwn }: Ownership): boolean {
  return mayMove(node) && isOwn(node) && !isCell(node);
}

/** Whether a node is one of others, or inside one. */
export function isIn(nodes: readonly TemplateNode[], node: TemplateNode): boolean {
  return [node, ...ancestorsOf(node)].some((one) => nodes.includes(one));
}
