import { delimitersAt, isExpression, listTags, readExpression, subjectText, type Delimiters } from "@platen/mustache";
import { applyChanges, makeEdit, type Change, type Edit } from "./edit.ts";
import { sourceOf } from "../model/find-node.ts";
import type { ParentNode, Template, TemplateNode } from "../model/nodes.ts";
import { styleChanges } from "./set-styles.ts";
import { readWritten, writeText } from "../model/written-text.ts";

/** Properties of a style attribute to set, or to remove where the value is undefined. */
type Styles = Readonly<Record<string, string | undefined>>;

/**
 * A piece of an element's content: decoded text; an unchanged node, by its id; an element or section that is kept around
 * new content, perhaps with other styles; a second element with the tags of one; a new element; or new markup.
 */
export type Piece =
  | string
  | { keep: number }
  | { within: number; pieces: readonly Piece[]; styles?: Styles }
  | { copy: number; pieces: readonly Piece[] }
  | { open: string; close: string; pieces: readonly Piece[] }
  | { html: string };

/** A unit of the old content: a character, or a node other than text. */
type OldUnit = { start: number; end: number; text: string } | { start: number; end: number; id: number };
/** A unit of the new content. */
type NewUnit = { text: string } | { html: string } | KeptUnit;
type KeptUnit = { id: number; pieces: readonly Piece[] | undefined; styles?: Styles | undefined };

/**
 * Sets the content of an element or section and rewrites only what is new: other text, entities and white space stay as
 * they are. Undefined if the edit would create or destroy a Mustache tag.
 */
export function setContent(template: Template, parent: ParentNode, pieces: readonly Piece[]): Edit | undefined {
  const changes = contentChanges(template, parent, pieces);
  if (!changes) return undefined;
  const plain = changes.map(({ start, end, text }) => ({ start, end, text }));
  const edit = makeEdit(template, plain, parent);
  return keepsTags(template, edit, changes) ? edit : undefined;
}

/** Splits typed text into pieces. Text that looks like a Mustache variable, or like a tag of a section, becomes one. */
export function typedPieces(text: string): Piece[] {
  return text
    .split(/(\{\{[\w.-]+\}\}|\{\{\{[\w.-]+\}\}\}|\{\{[#^/][^{}]*\}\})/)
    .map((part, index) => (index % 2 === 1 ? { html: part } : part))
    .filter((part) => part !== "");
}

const sectionTag = /^\{\{([#^/])\s*([^{}]*?)\s*\}\}$/;

/**
 * Leaves out typed tags of sections that do not open and close a section within one text: printed as text, they would be
 * in every document. Returns the first of them too.
 */
export function withoutHalfSections(pieces: readonly Piece[]): { pieces: Piece[]; refused: string | undefined } {
  const halves = new Set<number>();
  const open: { at: number; name: string }[] = [];
  for (const [at, piece] of pieces.entries()) {
    const written = typeof piece === "object" && "html" in piece ? piece.html : "";
    const [, kind, name = ""] = sectionTag.exec(written) ?? [];
    if (kind === undefined) continue;
    const isReadable = name !== "" && !(isExpression(name) && readExpression(name).mistake);
    if (kind === "/" && open.at(-1)?.name === subjectText(name)) open.pop();
    else if (kind === "/" || !isReadable) halves.add(at);
    else open.push({ at, name: subjectText(name) });
  }
  for (const { at } of open) halves.add(at);
  const kept: Piece[] = [];
  let refused: string | undefined;
  for (const [at, piece] of pieces.entries()) {
    if (typeof piece === "object" && "pieces" in piece) {
      const inner = withoutHalfSections(piece.pieces);
      refused ??= inner.refused;
      kept.push({ ...piece, pieces: inner.pieces });
    } else if (!halves.has(at)) kept.push(piece);
    else if (typeof piece === "object" && "html" in piece) refused ??= piece.html;
  }
  return { pieces: kept, refused };
}

/** A change, with the number of tags in its text. */
export type MarkedChange = Change & { tagCount: number };

/** The changes of `setContent`, not yet checked; undefined if a piece cannot be written. */
export function contentChanges(
  template: Template,
  parent: ParentNode,
  pieces: readonly Piece[],
): MarkedChange[] | undefined {
  const delimiters = delimitersAt(template.tags, parent.open.end);
  const next = newUnits(template, pieces);
  const old = parent.children.flatMap((child) => oldUnits(template, child));
  const changes: MarkedChange[] = [];
  let position = parent.open.end;
  let from = 0;
  let nextFrom = 0;
  for (const { oldIndex, nextIndex } of findAnchors(old, next)) {
    const anchor = old[oldIndex];
    const kept = next[nextIndex];
    if (!anchor || !kept || !("id" in kept)) continue;
    const gap = replaceUnits(old.slice(from, oldIndex), next.slice(nextFrom, nextIndex), position);
    if (!gap || !addGap(gap)) return undefined;
    if (kept.pieces) {
      const inner = innerChanges(template, kept);
      if (!inner) return undefined;
      changes.push(...inner);
    }
    position = anchor.end;
    from = oldIndex + 1;
    nextFrom = nextIndex + 1;
  }
  const rest = replaceUnits(old.slice(from), next.slice(nextFrom), position);
  return addGap(rest) ? changes : undefined;

  function addGap({ start, end, units }: Gap): boolean {
    if (start === end && units.length === 0) return true;
    const text = writeUnits(template, units, delimiters);
    if (text === undefined) return false;
    const tagCount = units.reduce((count, unit) => count + tagsIn(template, unit, delimiters), 0);
    changes.push({ start, end, text, tagCount });
    return true;
  }
}

/** The changes inside an element or section that is kept. */
function innerChanges(template: Template, { id, pieces, styles }: KeptUnit): MarkedChange[] | undefined {
  const node = template.nodes[id];
  const content = pieces && node && "children" in node ? contentChanges(template, node, pieces) : undefined;
  if (!content || !styles || node?.kind !== "element") return content;
  const own = styleChanges(template, node, styles);
  return own && [...own.map((change) => ({ ...change, tagCount: listTags(change.text).length })), ...content];
}

function oldUnits(template: Template, node: TemplateNode): OldUnit[] {
  return node.kind === "text"
    ? readWritten(template.html, node, [])
    : [{ start: node.start, end: node.end, id: node.id }];
}

function newUnits(template: Template, pieces: readonly Piece[]): NewUnit[] {
  return pieces.flatMap((piece): NewUnit[] => {
    if (typeof piece === "string")
      return Array.from({ length: piece.length }, (_, index) => ({ text: piece.charAt(index) }));
    if ("keep" in piece) return [{ id: piece.keep, pieces: undefined }];
    if ("within" in piece) return [{ id: piece.within, pieces: piece.pieces, styles: piece.styles }];
    if ("html" in piece) return [piece];
    const { open, close } = "copy" in piece ? tagsOf(template, piece.copy) : piece;
    return [{ html: open }, ...newUnits(template, piece.pieces), { html: close }];
  });
}

/** The tags of an element in the source. */
function tagsOf({ html, nodes }: Template, id: number): { open: string; close: string } {
  const node = nodes[id];
  if (node?.kind !== "element" || !node.close) return { open: "", close: "" };
  return { open: html.slice(node.open.start, node.open.end), close: html.slice(node.close.start, node.close.end) };
}

/** Finds the nodes that keep their order. */
function findAnchors(old: readonly OldUnit[], next: readonly NewUnit[]): { oldIndex: number; nextIndex: number }[] {
  const indexes = new Map(old.flatMap((unit, index) => ("id" in unit ? [[unit.id, index] as const] : [])));
  let last = -1;
  return next.flatMap((unit, nextIndex) => {
    const oldIndex = "id" in unit ? (indexes.get(unit.id) ?? -1) : -1;
    if (oldIndex <= last) return [];
    last = oldIndex;
    return [{ oldIndex, nextIndex }];
  });
}

type Gap = { start: number; end: number; units: readonly NewUnit[] };

/** The units to replace, without equal units at both ends. */
function replaceUnits(old: readonly OldUnit[], next: readonly NewUnit[], position: number): Gap {
  let from = 0;
  let nextFrom = 0;
  for (let unit = old[from]; unit && isAt(unit, next, nextFrom, next.length); unit = old[from]) {
    nextFrom += unit.text.length;
    from += 1;
  }
  let to = old.length;
  let nextTo = next.length;
  for (let unit = old[to - 1]; to > from && unit && isBefore(unit, next, nextFrom, nextTo); unit = old[to - 1]) {
    nextTo -= unit.text.length;
    to -= 1;
  }
  const start = old[from - 1]?.end ?? position;
  return { start, end: to > from ? (old[to - 1]?.end ?? start) : start, units: next.slice(nextFrom, nextTo) };
}

type Character = OldUnit & { text: string };

function isAt(unit: OldUnit, next: readonly NewUnit[], index: number, end: number): unit is Character {
  if (!("text" in unit) || index + unit.text.length > end) return false;
  return unit.text.split("").every((character, offset) => {
    const there = next[index + offset];
    return there !== undefined && "text" in there && there.text === character;
  });
}

function isBefore(unit: OldUnit, next: readonly NewUnit[], from: number, index: number): unit is Character {
  return "text" in unit && index - unit.text.length >= from && isAt(unit, next, index - unit.text.length, index);
}

function writeUnits(template: Template, units: readonly NewUnit[], delimiters: Delimiters): string | undefined {
  let written = "";
  let text = "";
  for (const unit of [...units, undefined]) {
    if (unit && "text" in unit) {
      text += unit.text;
      continue;
    }
    written += writeText(text, delimiters);
    text = "";
    if (!unit) return written;
    const source = "html" in unit ? unit.html : movedSource(template, unit);
    if (source === undefined) return undefined;
    written += source;
  }
  return written;
}

/** The source of a node that is kept, but has moved. */
function movedSource(template: Template, unit: KeptUnit): string | undefined {
  const node = template.nodes[unit.id];
  if (!node) return undefined;
  if (!unit.pieces) return sourceOf(template, node);
  const changes = innerChanges(template, unit);
  const ordered = changes?.toSorted((one, other) => one.start - other.start || one.end - other.end);
  return ordered && applyChanges(template.html, ordered).slice(node.start, node.end + lengthening(ordered));
}

function lengthening(changes: readonly Change[]): number {
  return changes.reduce((sum, { start, end, text }) => sum + text.length - (end - start), 0);
}

function tagsIn(template: Template, unit: NewUnit, { open, close }: Delimiters): number {
  if ("text" in unit) return 0;
  const source = "html" in unit ? unit.html : (movedSource(template, unit) ?? "");
  return listTags(`{{=${open} ${close}=}}${source}`).length - 1;
}

/** Pieces as source text, with the number of tags in it. */
export function writePieces(
  template: Template,
  pieces: readonly Piece[],
  delimiters: Delimiters,
): { text: string; tagCount: number } | undefined {
  const units = newUnits(template, pieces);
  const text = writeUnits(template, units, delimiters);
  const tagCount = units.reduce((count, unit) => count + tagsIn(template, unit, delimiters), 0);
  return text === undefined ? undefined : { text, tagCount };
}

/** Whether the Mustache tags after an edit are exactly the kept and the added ones. */
export function keepsTags(template: Template, edit: Edit, changes: readonly MarkedChange[]): boolean {
  const kept = template.tags.filter(
    ({ start }) => !changes.some((change) => change.start <= start && start < change.end),
  );
  const added = changes.reduce((count, { tagCount }) => count + tagCount, 0);
  return listTags(edit.html).length === kept.length + added;
}
