import type { TemplateNode } from "@platen/template-source";

/** Whether a node can be selected. Text and opaque nodes cannot. */
export function isSelectable(node: TemplateNode): boolean {
  return node.kind !== "text" && node.kind !== "opaque";
}

/** Whether a node is the frame of a page, which is not selected with the elements in it. */
export function isRoot(node: TemplateNode): boolean {
  return node.kind === "element" && (node.name === "html" || node.name === "body");
}
