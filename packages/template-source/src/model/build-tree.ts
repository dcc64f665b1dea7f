import type { Tag } from "@platen/mustache";
import type { ElementExtent } from "./find-elements.ts";
import type { HtmlToken } from "./list-html-tokens.ts";
import type { TagContext, TagContexts } from "./tag-contexts.ts";
import type { Attribute, OpaqueNode, ParentNode, Range, TemplateMistake, TemplateNode } from "./nodes.ts";
import type { SectionPairs } from "./pair-sections.ts";

/** A token of HTML or of Mustache. */
type Mark = Range & ({ html: HtmlToken } | { tag: Tag; context: TagContext });

export type TreeInput = {
  tokens: readonly HtmlToken[];
  tags: readonly Tag[];
  contexts: TagContexts;
  pairs: SectionPairs;
  elements: ReadonlyMap<number, ElementExtent>;
  /** Reads a start tag: its name as written, and its attributes. */
  readTag(open: Range): { nameEnd: number; name: string; attributes: Attribute[] };
  end: number;
};

const opaqueElements = new Map<string, OpaqueNode["what"]>([
  ["script", "script"],
  ["style", "style"],
]);

/**
 * Nests elements and sections as in the text, not as in the parser's tree. A section that cuts through an element with
 * an end tag is dissolved: its tags become opaque. An element without an end tag ends with the section around it. The
 * tree does not contain text yet.
 */
export function buildTree(input: TreeInput): { children: TemplateNode[]; mistakes: TemplateMistake[] } {
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

  /** Ends elements without an end tag that the parser ends at or before `position`. */
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

  function startElement(extent: ElementExtent): void {
    const what = opaqueElements.get(extent.name);
    if (what) {
      addOpaque(extent, what);
      return;
    }
    const { start, end, isForeign, open: openTag, close } = extent;
    const { name: written, nameEnd, attributes } = input.readTag(openTag);
    // The parser has seen placeholders instead of Mustache in the name.
    const name = /^[\w:-]+$/.test(written) ? extent.name : written;
    const node: ParentNode = {
      kind: "element",
      name,
      nameEnd,
      isForeign,
      start,
      end,
      open: openTag,
      close,
      attributes,
      children: [],
      ...unplaced,
    };
    add(node);
    if (end === openTag.end) return;
    open.push(node);
    if (!close) unclosed += 1;
  }

  function addHtml(token: HtmlToken): void {
    if (token.kind === "comment" || token.kind === "doctype") addOpaque(token, token.kind);
    else if (token.kind === "unfinished") addOpaque(token, "stray tag", "This tag is incomplete.");
    else if (token.kind === "start tag") {
      const extent = input.elements.get(token.start);
      if (extent) startElement(extent);
      else addOpaque(token, "stray tag", "This tag is not allowed here.");
    } else {
      const depth = open.findLastIndex((node) => node.kind === "element" && node.close?.start === token.start);
      if (depth === -1) addOpaque(token, "stray tag", "This tag closes nothing that is open here.");
      else {
        endWithin(depth, token.start);
        open.pop();
      }
    }
  }

  function startSection(tag: Tag, context: TagContext): void {
    const pair = input.pairs.get(tag);
    if (!pair) addOpaque(tag, "stray tag", `The section "${tag.name}" is never closed.`);
    else if (context === "markup" || !isText(input.contexts.get(pair.close)))
      addOpaque(tag, "section tag", cutMessage(tag.name));
    else {
      const node: ParentNode = {
        kind: "section",
        ...namedBy(tag),
        isInverted: tag.kind === "inverted",
        start: tag.start,
        end: pair.close.end,
        open: rangeOf(tag),
        close: rangeOf(pair.close),
        children: [],
        ...unplaced,
      };
      add(node);
      open.push(node);
    }
  }

  function endSection(tag: Tag): void {
    const pair = input.pairs.get(tag);
    if (!pair) {
      addOpaque(tag, "stray tag", `The section "${tag.name}" is closed here but not opened.`);
      return;
    }
    if (pair.open.kind === "layout" || pair.open.kind === "block") {
      addOpaque(tag, "section tag");
      return;
    }
    const depth = open.findLastIndex((node) => node.kind === "section" && node.start === pair.open.start);
    const isCut = open.slice(depth + 1).some((node) => node.kind === "element" && node.close);
    if (depth === -1 || isCut) {
      if (depth !== -1) dissolve(depth);
      addOpaque(tag, "section tag");
      return;
    }
    endWithin(depth, tag.start);
    open.pop();
  }

  function addSnippet(tag: Tag, context: TagContext): void {
    if (context === "text") add({ kind: "snippet", name: tag.name, ...rangeOf(tag), ...unplaced });
    else addOpaque(tag, "stray tag", "The snippet becomes part of an HTML tag or of raw text.");
  }

  function addTag(tag: Tag, context: TagContext): void {
    if (tag.kind === "section" || tag.kind === "inverted") startSection(tag, context);
    else if (tag.kind === "layout" || tag.kind === "block") addOpaque(tag, "section tag");
    else if (tag.kind === "close") endSection(tag);
    else if (tag.kind === "comment") addOpaque(tag, "note");
    else if (tag.kind === "delimiters") addOpaque(tag, "delimiters");
    else if (tag.kind === "partial") addSnippet(tag, context);
    else if (context === "markup") addOpaque(tag, "stray tag", "The value becomes part of an HTML tag or entity.");
    else {
      const isEscaped = tag.kind === "variable";
      add({ kind: "variable", ...namedBy(tag), isEscaped, ...rangeOf(tag), ...unplaced });
    }
  }

  let position = 0;
  for (const mark of marksOf(input)) {
    // The mark is inside an opaque node.
    if (mark.start < position) continue;
    endUnclosed(mark.start);
    if ("html" in mark) addHtml(mark.html);
    else addTag(mark.tag, mark.context);
    const last = childrenAt(open.length - 1).at(-1);
    if (last?.kind === "opaque") position = last.end;
  }
  endUnclosed(input.end);
  endWithin(-1, input.end);
  return { children: root, mistakes };
}

/** `completeTree` sets these. */
const unplaced = { id: -1, parent: undefined };

function namedBy({ name, nameStart, expression }: Tag) {
  return { name, nameStart, expression };
}

function rangeOf({ start, end }: Range): Range {
  return { start, end };
}

function isText(context: TagContext | undefined): boolean {
  return context === "text" || context === "raw text";
}

function cutMessage(name: string): string {
  return `The section "${name}" does not contain whole elements, so you can edit it only in Code.`;
}

function marksOf({ tokens, tags, contexts }: TreeInput): Mark[] {
  const marks: Mark[] = tokens.map((html) => ({ html, start: html.start, end: html.end }));
  for (const tag of tags) {
    const context = contexts.get(tag);
    if (context === "text" || context === "raw text" || context === "markup") {
      marks.push({ tag, context, start: tag.start, end: tag.end });
    }
  }
  return marks.toSorted((a, b) => a.start - b.start);
}
