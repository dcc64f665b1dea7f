import { delimitersAt, listTags } from "@platen/mustache";
import {
  composeSnippets,
  placeAt,
  type ComposedBlock,
  type ComposedText,
  type OwnPiece,
  type OwnText,
  type SnippetText,
} from "@platen/library";
import { applyChanges, type Change } from "./edit.ts";
import { trimmedRange, type Gap } from "../model/gap.ts";
import { isBlank } from "../model/find-node.ts";
import { fitLines, indentAt, lineBreakOf, startsLine } from "../model/lines.ts";
import type { ElementNode, Range, SectionNode, Template, TemplateNode } from "../model/nodes.ts";

/** A layout with the blocks of a template in it. The tree of the Design view is that of its text. */
export type FilledLayout = {
  /** The template's own HTML. */
  source: string;
  /** The HTML of the layout with the blocks. The template's own tags of snippets are still in it. */
  composed: ComposedText;
  own: OwnText;
};

/** Fills the layouts that a template uses. */
export function fillLayout(source: string, snippets: readonly SnippetText[]): FilledLayout {
  const { texts, own } = composeSnippets({ html: source, css: "" }, { snippets }, { findsOwn: true });
  return { source, composed: texts.html, own };
}

const startOf = ({ copies }: OwnPiece): number => copies[0]?.at ?? 0;

function endOf({ copies }: OwnPiece): number {
  const last = copies.at(-1);
  return last ? last.at + last.length : 0;
}

/** The first piece that starts at or after an offset. Pieces are in the order of the text. */
function firstFrom(pieces: readonly OwnPiece[], offset: number): number {
  let low = 0;
  let high = pieces.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const piece = pieces[middle];
    if (piece && startOf(piece) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The piece of the template's own text that a range lies in. At a border of two pieces, it is the one before. */
function pieceAround({ own: { pieces } }: FilledLayout, { start, end }: Range): OwnPiece | undefined {
  for (let at = firstFrom(pieces, start + 1) - 1, piece = pieces[at]; piece; piece = pieces[at]) {
    const before = pieces[at - 1];
    const mayBeBefore = start === end && startOf(piece) === start && before !== undefined && endOf(before) === start;
    if (!mayBeBefore) return endOf(piece) >= end ? piece : undefined;
    at -= 1;
  }
  return undefined;
}

function isOwn(layout: FilledLayout, node: TemplateNode): boolean {
  if (!("children" in node)) return pieceAround(layout, node) !== undefined;
  return [node.open, node.close].every((tag) => !tag || pieceAround(layout, tag) !== undefined);
}

/** Whether text of the template, or a place for it, is inside an element or section. */
function holdsOwn({ own: { pieces } }: FilledLayout, { open, close, end }: ElementNode | SectionNode): boolean {
  const piece = pieces[firstFrom(pieces, open.end)];
  if (!piece) return false;
  return close ? endOf(piece) <= close.start : startOf(piece) < end && endOf(piece) <= end;
}

/** Whose text a node is. */
export type Ownership = {
  /** Whether the template writes a node itself. Of an element or section, its tags count, not its content. */
  isOwn: (node: TemplateNode) => boolean;
  /** The snippet that a node is a part of; undefined for a node that the template writes itself. */
  ownerOf: (node: TemplateNode) => string | undefined;
  /** Whether a node is the template's own, or has a block of the template in it. */
  holdsOwn: (node: TemplateNode) => boolean;
};

/** The ownership in a template without a layout: each node is its own. */
export const allOwn: Ownership = { isOwn: () => true, ownerOf: () => undefined, holdsOwn: () => true };

/** Tells the nodes of a layout from those of the template that fills it. */
export function ownershipIn(layout: FilledLayout): Ownership {
  const { composed, own } = layout;
  return {
    isOwn: (node) => isOwn(layout, node),
    ownerOf(node) {
      if (isOwn(layout, node)) return undefined;
      const written = /^snippets\.(.*)\.html$/.exec(placeAt(composed, node.start).path)?.[1];
      return written ?? own.blocks[0]?.layout ?? "";
    },
    holdsOwn: (node) => isOwn(layout, node) || ("children" in node && holdsOwn(layout, node)),
  };
}

/** The outermost elements and variables that hold nothing of the template. */
export function foreignNodes({ nodes }: Template, { holdsOwn }: Ownership): ReadonlySet<number> {
  const foreign = new Set<number>();
  const within = new Set<TemplateNode>();
  // Parents come before their children in `nodes`.
  for (const node of nodes) {
    if (node.parent && within.has(node.parent)) within.add(node);
    else if ((node.kind === "element" || node.kind === "variable") && !holdsOwn(node)) {
      within.add(node);
      foreign.add(node.id);
    }
  }
  return foreign;
}

/** The outermost part of a layout around a node that holds nothing of the template, or the node itself. */
export function wholePart(node: TemplateNode, { holdsOwn }: Ownership): TemplateNode {
  let whole = node;
  if (holdsOwn(node)) return node;
  for (let { parent } = node; parent && !holdsOwn(parent); { parent } = parent) {
    if (parent.kind === "element") whole = parent;
  }
  return whole;
}

/**
 * The changes of the template's own text that have the effect of changes of the filled layout. Undefined if one of them
 * is not wholly in a piece of own text.
 */
export function sourceChanges(layout: FilledLayout, changes: readonly Change[]): Change[] | undefined {
  const found: Change[] = [];
  for (const change of changes) {
    const inSource = sourceChange(layout, change);
    if (!inSource) return undefined;
    found.push(inSource);
  }
  found.sort((a, b) => a.start - b.start || a.end - b.end);
  // A block that the layout prints twice has one text.
  const overlaps = found.some(({ start }, index) => start < (found[index - 1]?.end ?? 0));
  return overlaps ? undefined : found;
}

/** The template's own text after changes of the filled layout. */
export function changeSource(layout: FilledLayout, changes: readonly Change[]): string | undefined {
  const inSource = sourceChanges(layout, changes);
  return inSource && applyChanges(layout.source, inSource);
}

/** The offsets in the source that an offset may stand for: at the start of a line, before and after its margin. */
function sourceOffsets({ copies }: OwnPiece, offset: number): { first: number; last: number } | undefined {
  const around = copies.filter(({ at, length }) => at <= offset && offset <= at + length);
  const [first] = around;
  const last = around.at(-1);
  return first && last && { first: first.from + offset - first.at, last: last.from + offset - last.at };
}

const isLineStart = (text: string, offset: number) => offset === 0 || text.charAt(offset - 1) === "\n";

/** A deletion of whole lines leaves the white space that is the layout's. */
function withoutBlankEnds(layout: FilledLayout, change: Change): Change {
  const { start, end, text } = change;
  const deleted = layout.composed.text.slice(start, end);
  if (text !== "" || deleted.trim() === "") return change;
  const from = end - deleted.trimStart().length;
  const to = start + deleted.trimEnd().length;
  const piece = pieceAround(layout, { start: from, end: to });
  return piece ? { start: Math.max(start, startOf(piece)), end: Math.min(end, endOf(piece)), text } : change;
}

function sourceChange(layout: FilledLayout, change: Change): Change | undefined {
  const { source } = layout;
  const { start, end, text } = withoutBlankEnds(layout, change);
  const piece = pieceAround(layout, { start, end });
  const starts = piece && sourceOffsets(piece, start);
  const ends = piece && sourceOffsets(piece, end);
  if (!piece || !starts || !ends) return undefined;
  if (start === end) {
    const isEmpty = endOf(piece) === startOf(piece);
    if (isEmpty && !hasSameDelimiters(layout, starts.last, start)) return undefined;
    const written = isEmpty ? onOwnLine(source, starts.last, text) : withMargin(text, piece, false, false);
    return { start: starts.last, end: starts.last, text: written };
  }
  // Whole lines are taken with their margins.
  const isFromLineStart = isLineStart(source, starts.first) && isLineStart(source, ends.first);
  const from = isFromLineStart ? starts.first : starts.last;
  const to = isLineStart(source, from) ? ends.first : ends.last;
  const isToLineStart = isLineStart(source, to);
  return { start: from, end: to, text: withMargin(text, piece, isLineStart(source, from), isToLineStart) };
}

function hasSameDelimiters({ source, composed }: FilledLayout, from: number, at: number): boolean {
  const { open, close } = delimitersAt(listTags(source), from);
  const there = delimitersAt(listTags(composed.text), at);
  return there.open === open && there.close === close;
}

/** Gives the lines of a text the margin that they have in the source. */
function withMargin(text: string, { indent, margin }: OwnPiece, startsLine: boolean, endsAtLineStart: boolean): string {
  if (indent === margin || text === "") return text;
  const lines = text.split("\n");
  return lines
    .map((line, index) => {
      const isLast = index === lines.length - 1;
      if (index === 0 && !startsLine) return line;
      if (isLast && index > 0 ? line === "" && endsAtLineStart : line.trim() === "") return line;
      return margin + (line.startsWith(indent) ? line.slice(indent.length) : line);
    })
    .join("\n");
}

/** A text for an empty block: if the closing tag has a line of its own, so has the text. */
function onOwnLine(source: string, offset: number, text: string): string {
  if (!isLineStart(source, offset)) return text;
  const tag = source.slice(offset).search(/[^ \t]/);
  const space = `${source.slice(offset, offset + Math.max(0, tag))}  `;
  const lineBreak = lineBreakOf(source);
  return fitLines(`${space}${text}`, space, lineBreak) + lineBreak;
}

/** The places for a new element in the blocks that the template writes, the last block first. */
export function gapsInBlocks(template: Template, { composed, own }: FilledLayout): Gap[] {
  const written = own.blocks.filter(({ isOwn }) => isOwn).toReversed();
  return written.flatMap(({ start, end }): Gap[] => {
    const isInside = (node: TemplateNode) => {
      const range = trimmedRange(template, node);
      return range.start >= start && range.end <= end;
    };
    if (composed.text.slice(start, end).trim() === "") {
      const around = template.nodes.findLast(
        (node) => "children" in node && node.open.end <= start && start <= (node.close?.start ?? node.end),
      );
      return [{ where: "at", offset: start, node: around && "children" in around ? around : undefined }];
    }
    const last = template.nodes.findLast(
      (node) => isInside(node) && !isBlank(template, node) && !(node.parent && isInside(node.parent)),
    );
    return last ? [{ where: "after", node: last }] : [];
  });
}

/** The blocks of the layouts, each once. */
export function listBlocks({ own }: FilledLayout): ComposedBlock[] {
  const blocks = new Map<string, ComposedBlock>();
  for (const block of own.blocks) {
    const key = `${block.closeStart} ${block.name}`;
    if (!blocks.has(key)) blocks.set(key, block);
  }
  return [...blocks.values()];
}

/** The template's own text with a block in it that so far prints the layout's text. It starts as that text. */
export function writeBlock(layout: FilledLayout, block: ComposedBlock): string | undefined {
  const { source, composed } = layout;
  const { name, start, end, closeStart } = block;
  const text = composed.text.slice(start, end);
  if (!hasSameDelimiters(layout, closeStart, start)) return undefined;
  const { open, close } = delimitersAt(listTags(source), closeStart);
  const written = `${open}$ ${name} ${close}${text}${open}/ ${name} ${close}`;
  const isAlone = startsLine(source, closeStart);
  const indent = indentAt(source, closeStart);
  const inserted = isAlone ? `  ${written}${lineBreakOf(source)}${indent}` : written;
  return applyChanges(source, [{ start: closeStart, end: closeStart, text: inserted }]);
}
