import { makeEdit, rangeAfter, type Change, type Edit } from "./edit.ts";
import { isBlank, mayMove, outermost } from "../model/find-node.ts";
import { trimmedRange } from "../model/gap.ts";
import { fitLines, indentAt, lineBreakOf, standsAlone } from "../model/lines.ts";
import type { Range, SectionNode, Template, TemplateNode } from "../model/nodes.ts";
import { haveLines, ifAccepted, keepsSpace } from "./move.ts";
import { sectionTags, sectionsAlone, unwrap, setSection } from "./restructure.ts";

type Condition = { name: string; isInverted: boolean };

/** The nodes in runs: those of a run stand one after the other. */
function runsOf(template: Template, nodes: readonly TemplateNode[]): [TemplateNode, ...TemplateNode[]][] {
  const runs: [TemplateNode, ...TemplateNode[]][] = [];
  for (const node of outermost(nodes)) {
    const last = runs.at(-1);
    const siblings: readonly TemplateNode[] = node.parent?.children ?? template.children;
    const before = siblings.slice(0, siblings.indexOf(node)).findLast((one) => !isBlank(template, one));
    if (last && before !== undefined && before === last.at(-1)) last.push(node);
    else runs.push([node]);
  }
  return runs;
}

function rangeOf(template: Template, [first, ...others]: readonly [TemplateNode, ...TemplateNode[]]): Range {
  return trimmedRange(template, { start: first.start, end: (others.at(-1) ?? first).end });
}

/** The sections that hold nothing but a run, innermost first. */
export function sectionsAround(template: Template, nodes: readonly TemplateNode[]): SectionNode[] {
  const [run, ...others] = runsOf(template, nodes);
  if (!run || others.length > 0) return [];
  const [{ parent }] = run;
  if (parent?.kind !== "section") return [];
  const isFilled = parent.children.every((child) => run.includes(child) || isBlank(template, child));
  return isFilled ? [parent, ...sectionsAlone(template, parent)] : [];
}

/**
 * Shows nodes by a condition, or always: nodes that stand one after the other get one section together. `known` is the
 * section that holds nothing but them. Undefined where a condition cannot stand.
 */
export function showNodes(
  template: Template,
  { nodes, known }: { nodes: readonly TemplateNode[]; known: SectionNode | undefined },
  condition: Condition | undefined,
): Edit | undefined {
  const edit = condition
    ? known
      ? setSection(template, known, condition)
      : wrapRuns(template, nodes, condition)
    : known && unwrap(template, known);
  return edit && { ...edit, several: outermost(nodes).map((node) => rangeAfter(node, edit.changes)) };
}

function wrapRuns(template: Template, nodes: readonly TemplateNode[], condition: Condition): Edit | undefined {
  const changes: Change[] = [];
  const runs = runsOf(template, nodes);
  for (const run of runs) {
    const range = rangeOf(template, run);
    const tags = run.every(mayMove) ? sectionTags(template, range, condition) : undefined;
    if (!tags) return undefined;
    changes.push(...tags);
  }
  return runs[0] && makeEdit(template, changes, runs[0][0]);
}

/** Puts a block around nodes that stand one after the other. Undefined where none can stand. */
export function groupNodes(template: Template, nodes: readonly TemplateNode[]): Edit | undefined {
  const [run, ...others] = runsOf(template, nodes);
  if (!run || others.length > 0 || !run.every(mayMove)) return undefined;
  const range = rangeOf(template, run);
  const { html } = template;
  const source = html.slice(range.start, range.end);
  const [first] = run;
  const text = haveLines(template, run) && standsAlone(html, range) ? onLines() : `<div>${source}</div>`;
  const change = { ...range, text };
  return ifAccepted(template, makeEdit(template, [change], change), first.parent);

  function onLines(): string {
    const indent = indentAt(html, range.start);
    const lineBreak = lineBreakOf(html);
    const inner = run?.some(keepsSpace) ? source : fitLines(source.replaceAll("\r\n", "\n"), "  ", lineBreak);
    return `<div>${lineBreak}${indent}  ${inner}${lineBreak}${indent}</div>`;
  }
}

/** Takes a block away, keeps what is in it, and selects that. Undefined for a block with words of its own. */
export function ungroupNode(template: Template, node: TemplateNode): Edit | undefined {
  if (node.kind !== "element" || node.name !== "div" || !node.close || !mayMove(node)) return undefined;
  const inside = node.children.filter((child) => !isBlank(template, child));
  if (inside.length === 0 || inside.some(({ kind }) => kind === "text" || kind === "variable")) return undefined;
  const { html } = template;
  const content = trimmedRange(template, { start: node.open.end, end: node.close.start });
  const source = html.slice(content.start, content.end);
  const isIndented = haveLines(template, [node, ...inside]) && !inside.some(keepsSpace);
  const [outer, inner] = [indentAt(html, node.start), indentAt(html, content.start)];
  const text = isIndented ? source.replaceAll(`\n${inner}`, `\n${outer}`) : source;
  const change = { start: node.start, end: node.end, text };
  const edit = ifAccepted(template, makeEdit(template, [change], change), node.parent);
  return edit?.selection && { ...edit, several: [edit.selection] };
}
