import type { ElementExtent } from "./element-extents.ts";
import type { TemplateMistake, TemplateNode } from "./nodes.ts";

const tableParts = new Set(["table", "thead", "tbody", "tfoot", "tr"]);

/** Finds what the HTML parser moves out of a table, as it may not stand in that. */
export function findMisplaced(
  html: string,
  nodes: readonly TemplateNode[],
  elements: ReadonlyMap<number, ElementExtent>,
): TemplateMistake[] {
  return nodes.flatMap((node) => {
    let { parent } = node;
    while (parent?.kind === "section") ({ parent } = parent);
    if (!parent || parent.isForeign || !tableParts.has(parent.name)) return [];
    if (node.kind === "text" && html.slice(node.start, node.end).trim() !== "") {
      return [{ offset: node.start, message: `Text cannot stand directly in <${parent.name}>, but in a cell.` }];
    }
    if (node.kind !== "element" || elements.get(node.start)?.parentStart === parent.start) return [];
    return [{ offset: node.start, message: `<${node.name}> cannot stand directly in <${parent.name}>.` }];
  });
}
