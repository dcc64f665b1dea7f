import type { ElementNode, ParentNode, Range, Template, TemplateNode } from "./nodes.ts";

/** The source of a node. */
export function sourceOf(template: Template, { start, end }: Range): string {
  return template.html.slice(start, end);
}

/** The node with an id; undefined after edits that removed it. */
export function nodeById(template: Template, id: number): TemplateNode | undefined {
  return template.nodes[id];
}

/** The outermost node inside a range that is not white space, for example after an edit. */
export function nodeIn(template: Template, range: Range): TemplateNode | undefined {
  const isThere = (node: TemplateNode) =>
    node.start >= range.start && node.end <= range.end && !isBlank(template, node) && node.end > node.start;
  // Parents come before their children in `nodes`.
  return template.nodes.find(isThere);
}

/** The outermost nodes inside a range that are not white space. */
export function nodesIn(template: Template, range: Range): TemplateNode[] {
  const found: TemplateNode[] = [];
  let covered = range.start;
  for (const node of template.nodes) {
    if (node.start < covered || node.end > range.end || node.end <= node.start || isBlank(template, node)) continue;
    found.push(node);
    covered = node.end;
  }
  return found;
}

function isAt({ start, end }: Range, offset: number): boolean {
  return offset >= start && offset < end;
}

/** The innermost nodes at offsets, in the order of the text. */
export function nodesAt({ nodes }: Template, offsets: ReadonlySet<number>): TemplateNode[] {
  const found = new Set<TemplateNode>();
  const waiting = [...offsets].toSorted((a, b) => a - b);
  // From the last node, because those inside another come after it.
  for (const node of nodes.toReversed()) {
    const first = waiting.findLastIndex((offset) => !isAt(node, offset)) + 1;
    if (first < waiting.length) found.add(node);
    waiting.length = first;
    if (first === 0) break;
  }
  return [...found].toReversed();
}

/** Nodes in the order of the text, without those inside another of them. */
export function outermost(nodes: readonly TemplateNode[]): TemplateNode[] {
  const all = new Set(nodes);
  return [...all]
    .filter((node) => !ancestorsOf(node).some((one) => all.has(one)))
    .toSorted((a, b) => a.start - b.start);
}

/** The ancestors of a node, innermost first. */
export function ancestorsOf(node: TemplateNode): ParentNode[] {
  const ancestors: ParentNode[] = [];
  for (let { parent } = node; parent; { parent } = parent) ancestors.push(parent);
  return ancestors;
}

/** Whether a node is white space alone. */
export function isBlank(template: Template, node: TemplateNode): boolean {
  return node.kind === "text" && /^\s*$/.test(sourceOf(template, node));
}

const documentParts = new Set(["html", "head", "body"]);

/** Whether a node can be moved, copied and removed: it must be whole, and not html, head or body. */
export function mayMove(node: TemplateNode): boolean {
  if (node.kind === "element") return !documentParts.has(node.name) && isWhole(node);
  if (node.kind === "opaque") return node.what === "comment" || node.what === "note" || node.what === "style";
  return isWhole(node);
}

/** Whether a node contains no half of a pair of tags, and no tag that changes the delimiters after it. */
function isWhole(node: TemplateNode): boolean {
  if (node.kind === "opaque") return !["section tag", "stray tag", "delimiters"].includes(node.what);
  return node.kind === "element" || node.kind === "section" ? node.children.every(isWhole) : true;
}

const inlineElements = new Set(
  "a abbr b bdi bdo br cite code data del dfn em i ins kbd label mark q s samp small span strong sub sup time u var wbr".split(
    " ",
  ),
);

/** Whether an element contains only inline content, so that its text can be edited on the canvas. */
export function holdsText(element: ElementNode): boolean {
  return element.close !== undefined && !element.isForeign && element.children.every(isInline);
}

function isInline(node: TemplateNode): boolean {
  if (node.kind === "text" || node.kind === "variable") return true;
  if (node.kind === "opaque") return node.what === "comment" || node.what === "note";
  if (node.kind === "snippet" || (node.kind === "element" && !inlineElements.has(node.name))) return false;
  return node.children.every(isInline);
}
