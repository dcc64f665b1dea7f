import type { TemplateNode } from "@platen/template-source";

/** Whether a node can be selected. Text and opaque nodes cannot. */
export function isSelectable(node: TemplateNode): boolean {
  return node.kind !== "text" && node.kind !== "opaque";
}
