import type { Box } from "../canvas/canvas-nodes.ts";
import { isTextEditable } from "../node-actions.ts";
import { isSelectable } from "../selectable.ts";
import type { TemplateNode } from "@platen/template-source";

/** The nodes that count one by one: sections and the document's own elements are not elements of the page. */
function onPage(nodes: readonly TemplateNode[]): TemplateNode[] {
  return nodes.flatMap((node): TemplateNode[] => {
    if (node.kind === "section") return onPage(node.children);
    if (node.kind === "element" && node.name === "head") return [];
    if (node.kind === "element" && (node.name === "html" || node.name === "body")) return onPage(node.children);
    return isSelectable(node) ? [node] : [];
  });
}

/** Whether a node only holds other blocks. The parts of a text or a table are no blocks. */
function holdsBlocks(node: TemplateNode): boolean {
  return (
    node.kind === "element" &&
    !node.isForeign &&
    !["table", "ul", "ol"].includes(node.name) &&
    onPage(node.children).length > 0 &&
    !isTextEditable(node)
  );
}

/** Whether an element is the sheet's own wrapper: a block around everything else. */
export function isWrapper(top: readonly TemplateNode[], node: TemplateNode): boolean {
  const level = onPage(top);
  const [only] = level;
  if (only?.kind !== "element" || level.length !== 1 || !holdsBlocks(only)) return false;
  return only === node || isWrapper(only.children, node);
}

function isTouching(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

function isAround(outer: Box, inner: Box): boolean {
  return (
    outer.x <= inner.x &&
    outer.y <= inner.y &&
    outer.x + outer.width >= inner.x + inner.width &&
    outer.y + outer.height >= inner.y + inner.height
  );
}

/**
 * The nodes that an area touches, the outermost. A block around the whole area counts by what it holds, and so does the
 * wrapper of everything.
 */
export function touchedNodes(
  nodes: readonly TemplateNode[],
  area: Box,
  boxesOf: (node: TemplateNode) => readonly Box[],
): TemplateNode[] {
  const level = onPage(nodes);
  return level.flatMap((node) => {
    const boxes = boxesOf(node).filter((box) => isTouching(box, area));
    if (boxes.length === 0) return [];
    const isOpened = level.length === 1 || boxes.some((box) => isAround(box, area));
    return isOpened && holdsBlocks(node) && "children" in node ? touchedNodes(node.children, area, boxesOf) : [node];
  });
}
