import type { OpaqueNode, ParentNode, Range, TemplateMistake, TemplateNode } from "./nodes.ts";

/** A tree while it is read: its nodes so far, and those around the place that is read, which are open. */
export type OpenTree = {
  children: TemplateNode[];
  mistakes: TemplateMistake[];
  /** Adds a node to the innermost open one. */
  add(node: TemplateNode): void;
  addOpaque(range: Range, what: OpaqueNode["what"], mistake?: string): void;
  /** Adds a node that the next ones are inside of. */
  open(node: ParentNode): void;
  /** Ends the element with this end tag, and all inside it. False if no such element is open. */
  closeElement(endTag: Range): boolean;
  /** Ends the section that starts at `start`, and all inside it. False if it does not contain whole elements. */
  closeSection(start: number, closeTag: Range): boolean;
  /** Ends elements without an end tag that the parser ends at or before `position`. */
  endUnclosed(position: number): void;
  endAll(position: number): void;
  /** The last node of the innermost open one. */
  last(): TemplateNode | undefined;
};

/** `completeTree` sets these. */
export const unplaced = { id: -1, parent: undefined };

export function createOpenTree(): OpenTree {
  const root: TemplateNode[] = [];
  const open: ParentNode[] = [];
  const mistakes: TemplateMistake[] = [];
  // The number of open elements without an end tag. Most templates have none, which saves a search.
  let unclosed = 0;

  function childrenAt(depth: number): TemplateNode[] {
    return open[depth]?.children ?? root;
  }

  function add(node: TemplateNode): void {
    childrenAt(open.length - 1).push(node);
  }

  function addOpaque({ start, end }: Range, what: OpaqueNode["what"], mistake?: string): void {
    if (mistake !== undefined) mistakes.push({ offset: start, message: mistake });
    add({ kind: "opaque", what, start, end, ...unplaced });
  }

  /** Turns a section's opening tag into an opaque node, and its children into siblings. */
  function dissolve(depth: number): void {
    const section = open[depth];
    if (section?.kind !== "section") return;
    const siblings = childrenAt(depth - 1);
    siblings.pop();
    siblings.push({ kind: "opaque", what: "section tag", ...section.open, ...unplaced });
    for (const child of section.children) siblings.push(child);
    open.splice(depth, 1);
    mistakes.push({ offset: section.start, message: cutMessage(section.name) });
  }

  /** Ends everything that is open inside `depth`, because something around it ends at `position`. */
  function endWithin(depth: number, position: number): void {
    for (let inner = open.length - 1; inner > depth; inner--) {
      const node = open[inner];
      if (node?.kind === "section") dissolve(inner);
      else if (node) {
        node.end = position;
        if (node.close)
          mistakes.push({
            offset: node.start,
            message: `<${node.name}> ends outside the element or section that it starts in.`,
          });
        else unclosed -= 1;
        node.close = undefined;
        open.pop();
      }
    }
  }

  function endUnclosed(position: number): void {
    if (unclosed === 0) return;
    for (let depth = open.length - 1; depth >= 0; depth--) {
      const node = open[depth];
      if (node?.kind !== "element") continue;
      if (node.close || node.end > position) return;
      const section = open[depth + 1];
      if (section) {
        // The section starts inside the element, but continues after it.
        node.end = section.start;
        node.children.pop();
        childrenAt(depth - 1).push(section);
      }
      open.splice(depth, 1);
      unclosed -= 1;
    }
  }

  return {
    children: root,
    mistakes,
    add,
    addOpaque,
    open(node) {
      add(node);
      open.push(node);
      if (!node.close) unclosed += 1;
    },
    closeElement(endTag) {
      const depth = open.findLastIndex((node) => node.kind === "element" && node.close?.start === endTag.start);
      if (depth === -1) return false;
      endWithin(depth, endTag.start);
      open.pop();
      return true;
    },
    closeSection(start, closeTag) {
      const depth = open.findLastIndex((node) => node.kind === "section" && node.start === start);
      if (depth === -1) return false;
      if (open.slice(depth + 1).some((node) => node.kind === "element" && node.close)) {
        dissolve(depth);
        return false;
      }
      endWithin(depth, closeTag.start);
      open.pop();
      return true;
    },
    endUnclosed,
    endAll: (position) => endWithin(-1, position),
    last: () => childrenAt(open.length - 1).at(-1),
  };
}

export function cutMessage(name: string): string {
  return `The section "${name}" does not contain whole elements, so you can edit it only in Code.`;
}
