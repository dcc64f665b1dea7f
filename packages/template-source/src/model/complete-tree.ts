import type { ParentNode, Template, TemplateNode } from "./nodes.ts";

/** Adds text nodes to a tree, sets the parent and id of each node, and lists all nodes by id. */
export function completeTree(outermost: readonly TemplateNode[], end: number): Pick<Template, "children" | "nodes"> {
  const children = withText(outermost, undefined, 0, end);
  const nodes: TemplateNode[] = [];
  // Without recursion, because elements may be nested more deeply than the call stack allows.
  const waiting = children.toReversed();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    node.id = nodes.length;
    nodes.push(node);
    if (node.kind !== "element" && node.kind !== "section") continue;
    node.children = withText(node.children, node, node.open.end, node.close?.start ?? node.end);
    for (const child of node.children.toReversed()) waiting.push(child);
  }
  return { children, nodes };
}

function withText(
  children: readonly TemplateNode[],
  parent: ParentNode | undefined,
  start: number,
  end: number,
): TemplateNode[] {
  const complete: TemplateNode[] = [];
  let position = start;
  function addUpTo(next: number): void {
    if (next > position) complete.push({ kind: "text", id: -1, parent, start: position, end: next });
  }
  for (const child of children) {
    addUpTo(child.start);
    child.parent = parent;
    complete.push(child);
    position = child.end;
  }
  addUpTo(end);
  return complete;
}
