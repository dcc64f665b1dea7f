import type { Tag } from "@platen/mustache";
import type { ElementExtent } from "./find-elements.ts";
import type { HtmlToken } from "./list-html-tokens.ts";
import type { TagContext, TagContexts } from "./tag-contexts.ts";
import { createOpenTree, cutMessage, unplaced } from "./open-tree.ts";
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
  const tree = createOpenTree();

  function startElement(extent: ElementExtent): void {
    const what = opaqueElements.get(extent.name);
    if (what) {
      tree.addOpaque(extent, what);
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
    if (end === openTag.end) tree.add(node);
    else tree.open(node);
  }

  function addHtml(token: HtmlToken): void {
    if (token.kind === "comment" || token.kind === "doctype") tree.addOpaque(token, token.kind);
    else if (token.kind === "unfinished") tree.addOpaque(token, "stray tag", "This tag is incomplete.");
    else if (token.kind === "start tag") {
      const extent = input.elements.get(token.start);
      if (extent) startElement(extent);
      else tree.addOpaque(token, "stray tag", "This tag is not allowed here.");
    } else if (!tree.closeElement(token)) {
      tree.addOpaque(token, "stray tag", "This tag closes nothing that is open here.");
    }
  }

  function startSection(tag: Tag, context: TagContext): void {
    const pair = input.pairs.get(tag);
    if (!pair) tree.addOpaque(tag, "stray tag", `The section "${tag.name}" is never closed.`);
    else if (context === "markup" || !isText(input.contexts.get(pair.close)))
      tree.addOpaque(tag, "section tag", cutMessage(tag.name));
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
      tree.open(node);
    }
  }

  function endSection(tag: Tag): void {
    const pair = input.pairs.get(tag);
    if (!pair) {
      tree.addOpaque(tag, "stray tag", `The section "${tag.name}" is closed here but not opened.`);
      return;
    }
    if (pair.open.kind === "layout" || pair.open.kind === "block") {
      tree.addOpaque(tag, "section tag");
      return;
    }
    if (!tree.closeSection(pair.open.start, tag)) tree.addOpaque(tag, "section tag");
  }

  function addSnippet(tag: Tag, context: TagContext): void {
    if (context === "text") tree.add({ kind: "snippet", name: tag.name, ...rangeOf(tag), ...unplaced });
    else tree.addOpaque(tag, "stray tag", "The snippet becomes part of an HTML tag or of raw text.");
  }

  function addTag(tag: Tag, context: TagContext): void {
    if (tag.kind === "section" || tag.kind === "inverted") startSection(tag, context);
    else if (tag.kind === "layout" || tag.kind === "block") tree.addOpaque(tag, "section tag");
    else if (tag.kind === "close") endSection(tag);
    else if (tag.kind === "comment") tree.addOpaque(tag, "note");
    else if (tag.kind === "delimiters") tree.addOpaque(tag, "delimiters");
    else if (tag.kind === "partial") addSnippet(tag, context);
    else if (context === "markup") tree.addOpaque(tag, "stray tag", "The value becomes part of an HTML tag or entity.");
    else {
      const isEscaped = tag.kind === "variable";
      tree.add({ kind: "variable", ...namedBy(tag), isEscaped, ...rangeOf(tag), ...unplaced });
    }
  }

  let position = 0;
  for (const mark of marksOf(input)) {
    // The mark is inside an opaque node.
    if (mark.start < position) continue;
    tree.endUnclosed(mark.start);
    if ("html" in mark) addHtml(mark.html);
    else addTag(mark.tag, mark.context);
    const last = tree.last();
    if (last?.kind === "opaque") position = last.end;
  }
  tree.endUnclosed(input.end);
  tree.endAll(input.end);
  return { children: tree.children, mistakes: tree.mistakes };
}

function namedBy({ name, nameStart, expression }: Tag) {
  return { name, nameStart, expression };
}

function rangeOf({ start, end }: Range): Range {
  return { start, end };
}

function isText(context: TagContext | undefined): boolean {
  return context === "text" || context === "raw text";
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
