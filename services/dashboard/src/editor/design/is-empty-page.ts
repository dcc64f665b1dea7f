import { isBlank, type Template } from "@platen/template-source";

const frameParts = new Set(["html", "head", "body", "title", "meta"]);

/** Whether a template prints nothing, and holds nothing else that its author made. */
export function isEmptyPage(template: Template): boolean {
  return template.nodes.every(
    (node) =>
      isBlank(template, node) ||
      (node.kind === "element" && frameParts.has(node.name)) ||
      (node.kind === "text" && node.parent?.kind === "element" && node.parent.name === "title") ||
      (node.kind === "opaque" && node.what === "doctype"),
  );
}
