import { delimitersAt, listTags } from "@platen/mustache";
import { makeEdit, type Edit } from "./edit.ts";
import { mayMove } from "../model/find-node.ts";
import { trimmedRange } from "../model/gap.ts";
import { fitLines, indentAt, lineBreakOf, standsAlone } from "../model/lines.ts";
import type { ElementNode, Template, TemplateNode } from "../model/nodes.ts";
import { removal } from "./move.ts";
import { readTemplate } from "../model/read-template.ts";
import { contentChanges, keepsTags, writePieces, type Piece } from "./set-content.ts";

/** The elements whose text Enter splits, with the element that continues it. */
const continued: Readonly<Record<string, string>> = {
  p: "p",
  li: "li",
  dd: "dd",
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, "p"])),
};

/** Whether other blocks can follow the text of an element. */
export function maySplit({ name }: ElementNode): boolean {
  return Object.hasOwn(continued, name);
}

function isEmpty(pieces: readonly Piece[]): boolean {
  return pieces.every((piece) =>
    typeof piece === "string" ? piece.trim() === "" : "pieces" in piece && isEmpty(piece.pieces),
  );
}

/** The start tag of the element after a heading or text: one of the same kind looks the same. */
function startTag({ html }: Template, { name, open }: ElementNode): string {
  const tag = html.slice(open.start, open.end);
  // An id must not be there twice.
  return continued[name] === name && !/\sid\s*=/i.test(tag) && !tag.includes("{{")
    ? tag
    : `<${continued[name] ?? "p"}>`;
}

/**
 * Ends an element's text early: the rest, `tail`, becomes the next paragraph or item, with blocks of markup between
 * the two. An element without text gives its place to the blocks. Undefined if the HTML does not allow that.
 */
export function splitContent(
  template: Template,
  element: ElementNode,
  { head, blocks = [], tail }: { head: readonly Piece[]; blocks?: readonly string[]; tail: readonly Piece[] },
): Edit | undefined {
  const { html, tags, mistakes } = template;
  if (!maySplit(element) || !element.close) return undefined;
  const delimiters = delimitersAt(tags, element.open.end);
  // White space at the end of the text stays where it is.
  const [first, rest] = isEmpty(tail)
    ? [[...head, ...tail], writePieces(template, [], delimiters)]
    : [head, writePieces(template, tail, delimiters)];
  if (!rest) return undefined;
  const isLast = blocks.length === 0 || !isEmpty(tail);
  const name = continued[element.name] ?? "p";
  const next = isLast ? [`${startTag(template, element)}${rest.text}</${name}>`] : [];
  const range = trimmedRange(template, element);
  const indent = indentAt(html, range.start);
  const lineBreak = lineBreakOf(html);
  const between = standsAlone(html, range) ? lineBreak + indent : "";
  const parts = [...blocks.map((block) => fitLines(block, indent, lineBreak)), ...next];
  const text = parts.join(between);
  const { open, close } = delimiters;
  const added = listTags(`{{=${open} ${close}=}}${blocks.join("\n")}`).length - 1;
  const tagCount = added + (isLast ? rest.tagCount : 0);
  const isReplaced = blocks.length > 0 && isEmpty(head);
  const content = isReplaced ? [] : contentChanges(template, element, first);
  if (!content) return undefined;
  const insertion = isReplaced ? { ...range, text } : { start: range.end, end: range.end, text: between + text };
  const marked = [...content, { ...insertion, tagCount }];
  const edit = makeEdit(
    template,
    [...content.map(({ start, end, text: written }) => ({ start, end, text: written })), insertion],
    insertion,
  );
  const isRead = readTemplate(edit.html).mistakes.length <= mistakes.length;
  return isRead && keepsTags(template, edit, marked) ? edit : undefined;
}

/** Removes a paragraph that stayed empty, and selects the one before it. */
export function removeParagraph(template: Template, element: ElementNode): Edit | undefined {
  const siblings: readonly TemplateNode[] = element.parent?.children ?? template.children;
  const before = siblings.slice(0, siblings.indexOf(element)).findLast(({ kind }) => kind === "element");
  return mayMove(element) ? makeEdit(template, [removal(template, element)], before) : undefined;
}
