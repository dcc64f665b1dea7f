import { delimitersAt, type Delimiters } from "@platen/mustache";
import { makeEdit, type Edit } from "./edit.ts";
import { mayMove } from "./find-node.ts";
import { wholeLines } from "./lines.ts";
import type { ElementNode, ParentNode, Range, SectionNode, Template, VariableNode } from "./nodes.ts";
import { trimmedRange } from "./gap.ts";
import { readTemplate } from "./read-template.ts";

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

/** Changes the name of a section, or inverts it. */
export function setSection(
  template: Template,
  section: SectionNode,
  { name = section.name, isInverted = section.isInverted }: { name?: string; isInverted?: boolean },
): Edit | undefined {
  const { html, tags } = template;
  const delimiters = delimitersAt(tags, section.start);
  if (name !== section.name && !isName(name, delimiters)) return undefined;
  // A closing tag may leave out the formats of its section.
  const closingName = tags.find(({ start }) => start === section.close.start)?.name ?? section.name;
  const kind = findFrom(html, section.open, section.isInverted ? "^" : "#", delimiters);
  return makeEdit(
    template,
    [
      { ...kind, text: isInverted ? "^" : "#" },
      { ...findName(html, section.open, section.name, delimiters), text: name },
      { ...findName(html, section.close, closingName, delimitersAt(tags, section.close.start)), text: name },
    ],
    section,
  );
}

/** Removes the tags of a section or element, and keeps its content. */
export function unwrap(template: Template, parent: ParentNode): Edit | undefined {
  if (!mayMove(parent) || !parent.close) return undefined;
  const before = wholeLines(template.html, parent.open);
  const after = wholeLines(template.html, parent.close);
  const changes = [before, after].map((tag) => ({ ...tag, text: "" }));
  return makeEdit(template, changes, trimmedRange(template, { start: before.end, end: after.start }));
}

/** Changes the name of a variable, or whether its value is escaped. */
export function setVariable(
  template: Template,
  variable: VariableNode,
  { name = variable.name, isEscaped = variable.isEscaped }: { name?: string; isEscaped?: boolean },
): Edit | undefined {
  const delimiters = delimitersAt(template.tags, variable.start);
  if (name !== variable.name && !isName(name, delimiters)) return undefined;
  const change =
    isEscaped === variable.isEscaped
      ? { ...findName(template.html, variable, variable.name, delimiters), text: name }
      : { start: variable.start, end: variable.end, text: variableTag(name, isEscaped, delimiters) };
  return makeEdit(template, [change], variable);
}

/** Writes the tag of a variable. */
export function variableTag(name: string, isEscaped: boolean, { open, close }: Delimiters): string {
  if (isEscaped) return `${open}${name}${close}`;
  return open === "{{" ? `{{{${name}}}}` : `${open}&${name}${close}`;
}

/** Whether Mustache reads a text as a plain name. */
function isName(name: string, { open, close }: Delimiters): boolean {
  return name !== "" && !/^[#^/>{&=!]|[\s{}]/.test(name) && !name.includes(open) && !name.includes(close);
}

function findName(html: string, tag: Range, name: string, { close }: Delimiters): Range {
  const start = html.lastIndexOf(name, tag.end - close.length - name.length);
  return { start, end: start + name.length };
}

function findFrom(html: string, tag: Range, sign: string, { open }: Delimiters): Range {
  const start = html.indexOf(sign, tag.start + open.length);
  return { start, end: start + 1 };
}
