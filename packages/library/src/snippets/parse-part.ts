import {
  delimitersOf,
  listTags,
  standardDelimiters,
  takeClosed,
  type Delimiters,
  type Opened,
  type Tag,
} from "@platen/mustache";

/** Text between the tags of snippets, with the delimiters in force at its start and at its end. */
export type TextNode = {
  kind: "text";
  start: number;
  end: number;
  line: number;
  column: number;
  before: Delimiters;
  after: Delimiters;
};

/** A tag that takes in a snippet. A layout has blocks between its tags. */
export type SnippetNode = {
  kind: "snippet";
  name: string;
  isLayout: boolean;
  blocks: Map<string, BlockNode>;
  line: number;
  column: number;
  /** The white space before a tag that stands alone on its line; undefined for a tag among text. */
  indentation: string | undefined;
  /** The start of the closing tag of a layout. */
  closeStart: number | undefined;
};

export type BlockNode = {
  kind: "block";
  name: string;
  /** Where its own text starts, between its tags. */
  start: number;
  nodes: SnippetTagNode[];
  line: number;
  column: number;
  /** White space that the lines of a text get that replaces the block's own. */
  indentation: string;
  /** White space that all lines of the block's own text have. A layout takes it off. */
  margin: string;
};

export type SnippetTagNode = TextNode | SnippetNode | BlockNode;

type TagPlace = { line: number; column: number };

/** A text, cut at its tags of snippets. */
export type ParsedPart = {
  path: string;
  text: string;
  nodes: SnippetTagNode[];
  /** The first block that is nested too deeply. */
  tooDeep: TagPlace | undefined;
};

/** How deeply the blocks of a text may be nested. */
export const maxNesting = 20;

/** Whether a text may have tags of snippets. */
export function mayUseSnippets(text: string): boolean {
  return /\{\{\s*[<>$=]/.test(text);
}

type Mark = {
  tag: Tag;
  /** The tag that closes it, for a layout or a block. */
  close?: Mark;
  line: number;
  column: number;
  /** The start of the white space before the tag on its line. */
  spaceStart: number;
  /** Whether a line starts with that white space. */
  startsLine: boolean;
  /** Whether only white space and tags of snippets are before it on its line. */
  isFirst: boolean;
  /** The start of the next line, if only white space is after the tag on its own. */
  nextLine: number | undefined;
};

export type ParseOptions = {
  /** Leaves tags such as `{{> name }}` in the text, and cuts at layouts and blocks alone. */
  keepsPartials?: boolean | undefined;
};

/** Counts lines up to offsets that never decrease. */
function createLineCounter(text: string) {
  let line = 1;
  let lineStart = 0;
  let next = text.indexOf("\n");
  return (offset: number): TagPlace => {
    while (next !== -1 && next < offset) {
      line += 1;
      lineStart = next + 1;
      next = text.indexOf("\n", lineStart);
    }
    return { line, column: offset - lineStart + 1 };
  };
}

const isBlank = (character: string) => character === " " || character === "\t";

function nextLineAfter(text: string, from: number): number | undefined {
  let at = from;
  while (isBlank(text.charAt(at))) at += 1;
  if (at >= text.length) return text.length;
  if (text.charAt(at) === "\n") return at + 1;
  return text.charAt(at) === "\r" && text.charAt(at + 1) === "\n" ? at + 2 : undefined;
}

function listMarks(text: string, tags: readonly Tag[], { keepsPartials = false }: ParseOptions): Mark[] {
  const marks: Mark[] = [];
  const open: (Opened & { mark?: Mark })[] = [];
  const placeOf = createLineCounter(text);
  for (const tag of tags) {
    const { kind, name } = tag;
    if (kind === "section" || kind === "inverted") open.push({ kind: "section", name });
    const closed = kind === "close" ? takeClosed(open, name).closed : undefined;
    const opened = kind === "layout" || kind === "block" ? { kind, name } : undefined;
    if (!opened && !closed?.mark && (kind !== "partial" || keepsPartials)) continue;
    let spaceStart = tag.start;
    while (spaceStart > 0 && isBlank(text.charAt(spaceStart - 1))) spaceStart -= 1;
    const startsLine = spaceStart === 0 || text.charAt(spaceStart - 1) === "\n";
    const before = marks.at(-1);
    const isFirst = startsLine || (before?.tag.end === spaceStart && before.isFirst);
    const nextLine = nextLineAfter(text, tag.end);
    const mark: Mark = { tag, ...placeOf(tag.start), spaceStart, startsLine, isFirst, nextLine };
    marks.push(mark);
    if (opened) open.push({ ...opened, mark });
    if (closed?.mark) closed.mark.close = mark;
  }
  return marks;
}

/** The white space of the first line that has more, and whether all such lines begin with it. */
function marginOf(text: string, start: number, end: number): { margin: string; isCommon: boolean } {
  let margin: string | undefined;
  let isCommon = true;
  for (let at = start; at < end;) {
    const breakAt = text.indexOf("\n", at);
    const lineEnd = breakAt === -1 || breakAt >= end ? end : breakAt;
    let contentStart = at;
    while (contentStart < lineEnd && isBlank(text.charAt(contentStart))) contentStart += 1;
    if (contentStart < lineEnd && text.charAt(contentStart) !== "\r") {
      const space = text.slice(at, contentStart);
      if (margin === undefined) margin = space;
      else if (!space.startsWith(margin)) isCommon = false;
    }
    at = lineEnd + 1;
  }
  return { margin: margin ?? "", isCommon };
}

/**
 * Cuts a valid text at its tags of snippets. Takes the lines off that hold only such tags, as the Mustache specification
 * says.
 */
export function parsePart(path: string, text: string, options: ParseOptions = {}): ParsedPart {
  const tags = listTags(text);
  const marks = listMarks(text, tags, options);
  const setters = tags.filter(({ kind }) => kind === "delimiters");
  const placeOf = createLineCounter(text);
  let delimiters = standardDelimiters;
  let nextSetter = 0;
  let nextMark = 0;
  let tooDeep: TagPlace | undefined;

  /** The delimiters at offsets that never decrease. */
  function delimitersAt(offset: number): Delimiters {
    for (let setter = setters[nextSetter]; setter && setter.end <= offset; setter = setters[nextSetter]) {
      delimiters = delimitersOf(setter.name) ?? delimiters;
      nextSetter += 1;
    }
    return delimiters;
  }

  function addText(nodes: SnippetTagNode[], start: number, end: number): void {
    if (start >= end) return;
    nodes.push({ kind: "text", start, end, ...placeOf(start), before: delimitersAt(start), after: delimitersAt(end) });
  }

  /** Reads the nodes up to the tag that closes them. */
  function readNodes(from: number, end: number, close: Mark | undefined, depth: number): SnippetTagNode[] {
    const nodes: SnippetTagNode[] = [];
    let at = from;
    for (let mark = marks[nextMark]; mark && mark !== close; mark = marks[nextMark]) {
      nextMark += 1;
      const isBlock = mark.tag.kind === "block";
      const last = mark.close ?? mark;
      const isAlone = isBlock ? opensLine(mark) : mark.startsLine && last.nextLine !== undefined;
      addText(nodes, at, isAlone ? mark.spaceStart : mark.tag.start);
      if (isBlock) {
        nodes.push(readBlock(mark, last, opensLine(mark), depth + 1));
        at = (closesLine(mark, last) ? last.nextLine : undefined) ?? last.tag.end;
      } else {
        nodes.push(readSnippet(mark, isAlone ? text.slice(mark.spaceStart, mark.tag.start) : undefined, depth + 1));
        at = (isAlone ? last.nextLine : undefined) ?? last.tag.end;
      }
    }
    addText(nodes, at, end);
    return nodes;
  }

  function readSnippet(mark: Mark, indentation: string | undefined, depth: number): SnippetNode {
    const { tag, line, column, close } = mark;
    const blocks = close ? readReplacements(close, depth) : new Map<string, BlockNode>();
    const isLayout = close !== undefined;
    return {
      kind: "snippet",
      name: tag.name,
      isLayout,
      blocks,
      line,
      column,
      indentation,
      closeStart: close?.tag.start,
    };
  }

  /** Reads the blocks between the tags of a layout. Whatever else is there is not printed. */
  function readReplacements(close: Mark, depth: number): Map<string, BlockNode> {
    const blocks = new Map<string, BlockNode>();
    for (let mark = marks[nextMark]; mark && mark !== close; mark = marks[nextMark]) {
      nextMark += 1;
      if (mark.tag.kind === "block" && mark.close) {
        blocks.set(mark.tag.name, readBlock(mark, mark.close, mark.nextLine !== undefined, depth));
      } else if (mark.close) {
        while (marks[nextMark] !== mark.close) nextMark += 1;
        nextMark += 1;
      }
    }
    nextMark += 1;
    return blocks;
  }

  function readBlock(mark: Mark, close: Mark, startsAtNextLine: boolean, depth: number): BlockNode {
    const { tag, line, column, nextLine } = mark;
    const start = (startsAtNextLine ? nextLine : undefined) ?? tag.end;
    const end = close.isFirst && close.line > line ? Math.max(start, close.spaceStart) : close.tag.start;
    const isTooDeep = depth > maxNesting;
    if (isTooDeep) tooDeep ??= { line, column };
    const nodes = isTooDeep ? skipTo(close) : readNodes(start, end, close, depth);
    nextMark += 1;
    const space = mark.startsLine ? text.slice(mark.spaceStart, tag.start) : "";
    const { margin, isCommon } = isTooDeep || !startsAtNextLine ? noMargin : marginOf(text, start, end);
    const indentation = startsAtNextLine && margin !== "" ? margin : space;
    return { kind: "block", name: tag.name, start, nodes, line, column, indentation, margin: isCommon ? margin : "" };
  }

  function skipTo(close: Mark): [] {
    while (marks[nextMark] !== close) nextMark += 1;
    return [];
  }

  const nodes = readNodes(0, text.length, undefined, 0);
  return { path, text, nodes, tooDeep };
}

/** Whether the opening tag of a block ends a line that holds only such tags. */
const opensLine = ({ isFirst, nextLine }: Mark) => isFirst && nextLine !== undefined;

/** Whether the closing tag of a block is on a line of its own. */
const closesLine = ({ line }: Mark, close: Mark) => close.isFirst && close.line > line && close.nextLine !== undefined;

const noMargin = { margin: "", isCommon: true };
