import { ancestorsOf, isBlank, outermost, sourceOf } from "../model/find-node.ts";
import { containerOf, type Gap } from "../model/gap.ts";
import { wholeLines } from "../model/lines.ts";
import type { ParentNode, SectionNode, Template, TemplateNode } from "../model/nodes.ts";
import { readTemplate } from "../model/read-template.ts";
import { makeEdit } from "./edit.ts";
import { haveLines, sourceOfNodes } from "./move.ts";

/** Whether a node is a section, a condition or a repetition. */
function isSection(node: TemplateNode): node is SectionNode {
  return node.kind === "section";
}

function printedChildren(template: Template, { children }: ParentNode): TemplateNode[] {
  return children.filter((child) => !isBlank(template, child));
}

/** Nodes with the sections that hold nothing else in their place, outermost first. `isFree` tells which sections can go. */
export function withEmptied(
  template: Template,
  nodes: readonly TemplateNode[],
  isFree: (section: SectionNode) => boolean = () => true,
): TemplateNode[] {
  const all = outermost(nodes);
  const around = all
    .map(({ parent }) => parent)
    .find(
      (parent): parent is SectionNode =>
        parent !== undefined &&
        isSection(parent) &&
        isFree(parent) &&
        printedChildren(template, parent).every((child) => all.includes(child)),
    );
  return around ? withEmptied(template, [...all, around], isFree) : all;
}

/** What the tag of a section says. */
function wordsOf({ name, isInverted }: SectionNode): string {
  return `${isInverted ? "^" : "#"}${name}`;
}

function sectionsAround(template: Template, gap: Gap): SectionNode[] {
  const container = containerOf(template, gap);
  return (container ? [container, ...ancestorsOf(container)] : []).filter(isSection);
}

/** Nodes that are written one after the other in the same sections. */
export type KeptGroup = { nodes: TemplateNode[]; sections: SectionNode[] };

/**
 * The nodes that go to a gap, in groups with the sections around them, innermost first, that are not around the gap: an
 * element keeps its conditions and repetitions wherever it goes.
 */
export function keptGroups(template: Template, nodes: readonly TemplateNode[], gap: Gap | undefined): KeptGroup[] {
  const there = gap ? sectionsAround(template, gap) : [];
  const known = new Set(there.map(wordsOf));
  const isLeft = (section: SectionNode) => !there.includes(section) && !known.has(wordsOf(section));
  const groups: KeptGroup[] = [];
  for (const node of withEmptied(template, nodes, isLeft)) {
    const sections = ancestorsOf(node).filter(isSection).filter(isLeft);
    const last = groups.at(-1);
    const isSame = last?.nodes.at(-1)?.parent === node.parent;
    if (last && isSame) last.nodes.push(node);
    else groups.push({ nodes: [node], sections });
  }
  return groups;
}

/** The source of groups, each in its sections. */
export function sourceOfGroups(template: Template, groups: readonly KeptGroup[]): string {
  const hasLines = haveLines(
    template,
    groups.flatMap(({ nodes }) => nodes),
  );
  return groups.map((group) => sourceOfGroup(template, group)).join(hasLines ? "\n" : "");
}

function sourceOfGroup(template: Template, { nodes, sections }: KeptGroup): string {
  const between = haveLines(template, nodes) ? "\n" : "";
  return sections.reduce(
    (inner, { open, close }) => sourceOf(template, open) + between + inner + between + sourceOf(template, close),
    sourceOfNodes(template, nodes),
  );
}

type Moved = { template: Template; groups: readonly KeptGroup[]; wanted: readonly TemplateNode[] };

/** The nodes `wanted` in the text after their move: `copies` are the outermost nodes that the move wrote there. */
export function movedNodes(
  { template, groups, wanted }: Moved,
  after: Template,
  copies: readonly TemplateNode[],
): TemplateNode[] {
  const left = [...copies];
  const inside = (node: TemplateNode) => ("children" in node ? printedChildren(after, node) : []);

  function find(node: TemplateNode, copy: TemplateNode | undefined): TemplateNode[] {
    if (!copy) return [];
    if (wanted.includes(node)) return [copy];
    const copied = inside(copy);
    return "children" in node
      ? printedChildren(template, node).flatMap((child, index) => find(child, copied[index]))
      : [];
  }

  return groups.flatMap(({ nodes, sections }) => {
    const roots = left.splice(0, sections.length > 0 ? 1 : nodes.length);
    const here = sections.reduce((level, _section) => level.flatMap(inside), roots);
    return nodes.flatMap((node, index) => find(node, here[index]));
  });
}

/** Copied elements as they go to a gap: without the outermost sections that are around the gap already. */
export function copiedFor(template: Template, gap: Gap, source: string): string {
  const known = new Set(sectionsAround(template, gap).map(wordsOf));
  const copied = readTemplate(source);
  const sharedIn = (nodes: readonly TemplateNode[]): SectionNode[] =>
    nodes
      .filter(isSection)
      .flatMap((section) => (known.has(wordsOf(section)) ? [section, ...sharedIn(section.children)] : []));
  const tags = sharedIn(copied.children).flatMap(({ open, close }) => [open, close]);
  return makeEdit(
    copied,
    tags.map((tag) => ({ ...wholeLines(source, tag), text: "" })),
  ).html;
}
