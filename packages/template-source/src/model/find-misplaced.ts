import type { ElementExtent } from "./find-elements.ts";
import type { ElementNode, TemplateMistake, TemplateNode } from "./nodes.ts";

const tableParts = new Set(["table", "thead", "tbody", "tfoot", "tr"]);

/** Finds nodes that the HTML parser moves out of a table, because they are not allowed there. */
export function findMisplaced(
  html: string,
  nodes: readonly TemplateNode[],
  elements: ReadonlyMap<number, ElementExtent>,
): TemplateMistake[] {
  const elementsAround: (ElementNode | undefined)[] = [];
  return nodes.flatMap((node) => {
    // Parents come before their children in `nodes`.
    const parent = node.parent?.kind === "section" ? elementsAround[node.parent.id] : node.parent;
    elementsAround.push(parent);
    if (!parent || parent.isForeign || !tableParts.has(parent.name)) return [];
    if (node.kind === "text" && html.slice(node.start, node.end).trim() !== "") {
      return [{ offset: node.start, message: `Text cannot stand directly in <${parent.name}>. Put it into a cell.` }];
    }
    if (node.kind !== "element" || elements.get(node.start)?.parentStart === parent.start) return [];
    return [{ offset: node.start, message: `<${node.name}> cannot stand directly in <${parent.name}>.` }];
  });
}
