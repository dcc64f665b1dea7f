import { delimitersAt, isExpression, readExpression, subjectText, type Delimiters } from "@platen/mustache";
import { makeEdit, type Change, type Edit } from "./edit.ts";
import { isBlank, mayMove } from "../model/find-node.ts";
import { indentAt, lineBreakOf, standsAlone, wholeLines } from "../model/lines.ts";
import type {
  ElementNode,
  ParentNode,
  Range,
  SectionNode,
  Template,
  TemplateNode,
  VariableNode,
} from "../model/nodes.ts";
import { trimmedRange } from "../model/gap.ts";
import { readTemplate } from "../model/read-template.ts";

/** Changes the tag name of an element; undefined if the new element cannot hold the content. */
export function rename(template: Template, element: ElementNode, name: string): Edit | undefined {
  const { open, close, nameEnd, isForeign } = element;
  if (!mayMove(element) || !close || isForeign || !/^[a-z][\w-]*$/i.test(name)) return undefined;
  const written = nameEnd - open.start - 1;
  const edit = makeEdit(
    template,
    [
      { start: open.start + 1, end: nameEnd, text: name },
      { start: close.start + 2, end: close.start + 2 + written, text: name },
    ],
    element,
  );
  const after = readTemplate(edit.html);
  const renamed = after.nodes.some((node) => node.start === edit.selection?.start && node.end === edit.selection.end);
  return renamed && after.mistakes.length <= template.mistakes.length ? edit : undefined;
}

/** Changes what a section's tag says, or inverts it. The closing tag keeps its form: the whole text, or the subject. */
export function setSection(
  template: Template,
  section: SectionNode,
  { name = section.name, isInverted = section.isInverted }: { name?: string; isInverted?: boolean },
): Edit | undefined {
  const { html, tags } = template;
  const delimiters = delimitersAt(tags, section.start);
  const closing = tags.find(({ start }) => start === section.close.start);
  if (!closing) return undefined;
  const isWhole = isExpression(section.name) && closing.name === section.name;
  const closingName = isWhole ? name : subjectText(name);
  const isNew = name !== section.name;
  if (isNew && !(isTagText(name, delimiters) && isTagText(closingName, delimitersAt(tags, closing.start)))) {
    return undefined;
  }
  const kind = findFrom(html, section.open, section.isInverted ? "^" : "#", delimiters);
  const changes = [{ ...kind, text: isInverted ? "^" : "#" }];
  if (isNew) changes.push({ ...nameRange(section), text: name }, { ...nameRange(closing), text: closingName });
  return makeEdit(template, changes, section);
}

/** Puts a section around a node, on lines of its own where the node has those, and keeps the node selected. */
export function wrapInSection(
  template: Template,
  node: TemplateNode,
  { name, isInverted = false }: { name: string; isInverted?: boolean },
): Edit | undefined {
  const range = trimmedRange(template, node);
  const tags = mayMove(node) ? sectionTags(template, range, { name, isInverted }) : undefined;
  if (!tags) return undefined;
  const edit = makeEdit(template, tags, range);
  return readTemplate(edit.html).mistakes.length <= template.mistakes.length ? edit : undefined;
}

/** The changes that write the tags of a section around a range, on lines of their own where the range has those. */
export function sectionTags(
  { html, tags }: Template,
  range: Range,
  { name, isInverted }: { name: string; isInverted: boolean },
): Change[] | undefined {
  const delimiters = delimitersAt(tags, range.start);
  const closing = subjectText(name);
  if (!isTagText(name, delimiters) || !isTagText(closing, delimiters)) return undefined;
  const { open, close } = delimiters;
  const between = standsAlone(html, range) ? lineBreakOf(html) + indentAt(html, range.start) : "";
  return [
    { start: range.start, end: range.start, text: `${open}${isInverted ? "^" : "#"}${name}${close}${between}` },
    { start: range.end, end: range.end, text: `${between}${open}/${closing}${close}` },
  ];
}

/** The sections that hold nothing but a node, innermost first. */
export function sectionsAlone(template: Template, node: TemplateNode): SectionNode[] {
  const { parent } = node;
  if (parent?.kind !== "section") return [];
  const isAlone = parent.children.every((child) => child === node || isBlank(template, child));
  return isAlone ? [parent, ...sectionsAlone(template, parent)] : [];
}

/** Removes the tags of a section or element, and keeps its content. */
export function unwrap(template: Template, parent: ParentNode): Edit | undefined {
  if (!mayMove(parent) || !parent.close) return undefined;
  const before = wholeLines(template.html, parent.open);
  const after = wholeLines(template.html, parent.close);
  const changes = [before, after].map((tag) => ({ ...tag, text: "" }));
  return makeEdit(template, changes, trimmedRange(template, { start: before.end, end: after.start }));
}

/** Changes what a variable's tag says, or whether its value is escaped. */
export function setVariable(
  template: Template,
  variable: VariableNode,
  { name = variable.name, isEscaped = variable.isEscaped }: { name?: string; isEscaped?: boolean },
): Edit | undefined {
  const delimiters = delimitersAt(template.tags, variable.start);
  if (name !== variable.name && !isTagText(name, delimiters)) return undefined;
  const change =
    isEscaped === variable.isEscaped
      ? { ...nameRange(variable), text: name }
      : { start: variable.start, end: variable.end, text: variableTag(name, isEscaped, delimiters) };
  return makeEdit(template, [change], variable);
}

/** Writes the tag of a variable. */
export function variableTag(name: string, isEscaped: boolean, { open, close }: Delimiters): string {
  if (isEscaped) return `${open}${name}${close}`;
  return open === "{{" ? `{{{${name}}}}` : `${open}&${name}${close}`;
}

/** Whether a tag with this text says just that: a plain name, or an expression. */
function isTagText(text: string, { open, close }: Delimiters): boolean {
  if (text === "" || text !== text.trim() || /^[#^/>{&=!]/.test(text) || text.includes(open)) return false;
  // The tag would end earlier, also where the text ends as the delimiter begins.
  if (`${text}${close}`.indexOf(close) !== text.length || text.endsWith("}")) return false;
  return isExpression(text) ? readExpression(text).expression !== undefined : !/[\s{}]/.test(text);
}

function nameRange({ name, nameStart }: { name: string; nameStart: number }): Range {
  return { start: nameStart, end: nameStart + name.length };
}

function findFrom(html: string, tag: Range, sign: string, { open }: Delimiters): Range {
  const start = html.indexOf(sign, tag.start + open.length);
  return { start, end: start + 1 };
}
