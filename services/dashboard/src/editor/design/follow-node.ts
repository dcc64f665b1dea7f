import type { Template, TemplateNode } from "@platen/template-source";

/** The path to a node: its index among its siblings at each level, outermost first. */
function pathOf(template: Template, node: TemplateNode): number[] {
  const path: number[] = [];
  for (let at: TemplateNode | undefined = node; at; at = at.parent) {
    const siblings: readonly TemplateNode[] = at.parent?.children ?? template.children;
    path.unshift(siblings.indexOf(at));
  }
  return path;
}

function isLike(a: TemplateNode, b: TemplateNode): boolean {
  if (a.kind !== b.kind) return false;
  return a.kind === "element" && b.kind === "element" ? a.name === b.name : true;
}

/** Finds a node at the same path in a newer template, or the innermost of its ancestors that is still there. */
export function followNode(from: Template, node: TemplateNode, to: Template): TemplateNode | undefined {
  let source: readonly TemplateNode[] = from.children;
  let target: readonly TemplateNode[] = to.children;
  let found: TemplateNode | undefined;
  for (const index of pathOf(from, node)) {
    const was: TemplateNode | undefined = source[index];
    const is: TemplateNode | undefined = target[index];
    if (!was || !is || !isLike(was, is)) return found;
    found = is;
    source = "children" in was ? was.children : [];
    target = "children" in is ? is.children : [];
  }
  return found;
}
