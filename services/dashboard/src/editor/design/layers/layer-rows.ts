import { mayHold } from "../node-actions.ts";
import { isRoot, isSelectable } from "../selectable.ts";
import { ancestorsOf, type Gap, type Template, type TemplateNode } from "@platen/template-source";

/** A row of the tree of layers. */
export type LayerRow = {
  node: TemplateNode;
  /** Its place in the tree, which stays while edits elsewhere change its id. */
  key: string;
  depth: number;
  /** Whether its children are shown; undefined for a node without any. */
  isOpen: boolean | undefined;
  /** Its number among its siblings, from 1, and theirs. */
  position: number;
  setSize: number;
};

/** Whether a node has a row: the parts of a drawing, line breaks and the head have none. */
function isShown(node: TemplateNode): boolean {
  if (node.kind !== "element") return isSelectable(node);
  return node.isForeign ? node.name === "svg" : node.name !== "head" && node.name !== "br";
}

function shownChildren(nodes: readonly TemplateNode[]): TemplateNode[] {
  return nodes
    .filter(isShown)
    .flatMap((node) => ("children" in node && isRoot(node) ? shownChildren(node.children) : [node]));
}

/** The rows of a template's printed nodes. The children of a closed row have none, unless one of them is in `shown`. */
export function layerRows(
  template: Template,
  closed: ReadonlySet<string>,
  shown: readonly TemplateNode[] = [],
): LayerRow[] {
  const kept = new Set<TemplateNode>(shown.flatMap((node) => ancestorsOf(node)));
  const rows: LayerRow[] = [];
  const add = (nodes: readonly TemplateNode[], depth: number, path: string): void => {
    const siblings = shownChildren(nodes);
    for (const [index, node] of siblings.entries()) {
      const key = `${path}/${index}`;
      const children = "children" in node ? node.children : [];
      const isParent = shownChildren(children).length > 0;
      const isOpen = isParent ? kept.has(node) || !closed.has(key) : undefined;
      rows.push({ node, key, depth, isOpen, position: index + 1, setSize: siblings.length });
      if (isOpen) add(children, depth + 1, key);
    }
  };
  add(template.children, 0, "");
  return rows;
}

/** The gap for a drop on a row, at a part of its height from the top. */
export function gapAtRow({ node, isOpen }: LayerRow, part: number): Gap {
  if (mayHold(node)) {
    if (part > 0.25 && part < 0.75) return { where: "last", node };
    if (part >= 0.75 && isOpen) return { where: "first", node };
  }
  return { where: part < 0.5 ? "before" : "after", node };
}
