import { escapeHtml, markAttributes, parseMustache, type Part } from "@platen/mustache";
import { chipLabel } from "../expressions/chip-label.ts";
import {
  boxElement,
  idAttribute,
  labelAttribute,
  layoutAttribute,
  nameAttribute,
  variableElement,
  writeMark,
} from "./canvas-marks.ts";
import type { SectionNode, SnippetNode, Template, VariableNode } from "../model/nodes.ts";

export type AnnotateOptions = {
  /** Whether a section without repeats is shown once, or not at all. */
  emptySections: "once" | "none";
  /** The HTML of snippets by name, without tags of snippets in it. */
  snippets?: ReadonlyMap<string, string>;
  /** The elements and variables of a layout that hold nothing of the template. */
  foreign?: ReadonlySet<number>;
  /** Gets the parts that no document prints with this data, and those that another text has. */
  uncounted?: WeakSet<Part>;
};

/**
 * Parses a template and adds marks, so that its nodes can be found in the filled HTML. The marks go between the parts,
 * not into the text, so that Mustache still drops the same lines. Throws a MustacheError if the template is invalid.
 */
export function annotate(template: Template, options: AnnotateOptions): Part[] {
  const elements = template.nodes.flatMap((node) => (node.kind === "element" ? [node] : []));
  const labels = elements
    .map(({ id, nameEnd }) => ({ offset: nameEnd, text: ` ${idAttribute}="${id}"${layoutMark(id, options)}` }))
    .toSorted((a, b) => a.offset - b.offset);
  const variables = new Map<number, VariableNode>();
  const sections = new Map<number, SectionNode>();
  const snippets = new Map<number, SnippetNode>();
  for (const node of template.nodes) {
    if (node.kind === "variable") variables.set(node.start, node);
    else if (node.kind === "section") sections.set(node.start, node);
    else if (node.kind === "snippet") snippets.set(node.start, node);
  }
  const takesWholeDocument = elements.some(({ name }) => name === "html" || name === "head" || name === "body");
  let nextLabel = 0;

  /** Takes the next labels up to `end`. */
  function labelsUpTo(end: number): { offset: number; text: string }[] {
    const first = nextLabel;
    while ((labels[nextLabel]?.offset ?? Infinity) <= end) nextLabel += 1;
    return labels.slice(first, nextLabel);
  }

  function annotateText(part: Part & { kind: "text" }): Part[] {
    const end = part.start + part.text.length;
    const pieces: string[] = [];
    let position = part.start;
    for (const { offset, text } of labelsUpTo(end)) {
      pieces.push(template.html.slice(position, offset), text);
      position = offset;
    }
    pieces.push(template.html.slice(position, end));
    return [{ ...part, text: pieces.join("") }];
  }

  /** The parts of a snippet, between its marks. Nothing in them can be edited here, so they have no marks of their own. */
  function annotateSnippet(node: SnippetNode): Part[] {
    const html = options.snippets?.get(node.name);
    const parts = html === undefined ? [markup(snippetBox(node.name))] : parseMustache(html);
    markAttributes(parts);
    for (const part of allParts(parts)) options.uncounted?.add(part);
    const mark = (isEnd: boolean) => markup(writeMark({ id: node.id, isEnd, isEmpty: false }));
    return [mark(false), ...parts, mark(true)];
  }

  function annotateValue(part: Part & { kind: "value" }): Part[] {
    const snippet = snippets.get(part.start);
    if (snippet) return [...annotateSnippet(snippet), ...labelsUpTo(part.end).map(({ text }) => markup(text))];
    const annotated = [part, ...labelsUpTo(part.end).map(({ text }) => markup(text))];
    const node = variables.get(part.start);
    if (!node) return annotated;
    const [before, after] = marksOf(node, takesWholeDocument, layoutMark(node.id, options));
    return [markup(before), ...annotated, markup(after)];
  }

  function annotateSection(part: Part & { kind: "section" }): Part[] {
    const parts = annotateParts(part.parts);
    const node = sections.get(part.start);
    if (!node || !mayHoldComments(node)) return [{ ...part, parts }];
    const marked = (isEmpty: boolean): Part[] => [
      markup(writeMark({ id: node.id, isEnd: false, isEmpty })),
      ...parts,
      markup(writeMark({ id: node.id, isEnd: true, isEmpty })),
    ];
    const shown: Part[] = [{ ...part, parts: marked(false) }];
    if (!part.inverted && options.emptySections === "once") {
      const copies = copyParts(marked(true));
      for (const copy of allParts(copies)) options.uncounted?.add(copy);
      shown.push({ ...part, inverted: true, parts: copies });
    }
    return shown;
  }

  function annotateParts(parts: readonly Part[]): Part[] {
    return parts.flatMap((part) => {
      if (part.kind === "text") return annotateText(part);
      if (part.kind === "value") return annotateValue(part);
      return part.kind === "section" ? annotateSection(part) : [part];
    });
  }

  const parts = parseMustache(withValuesForSnippets(template, [...snippets.values()]));
  markAttributes(parts);
  return annotateParts(parts);
}

function copyParts(parts: readonly Part[]): Part[] {
  return parts.map((part) => (part.kind === "section" ? { ...part, parts: copyParts(part.parts) } : { ...part }));
}

/** All parts of a tree. */
function* allParts(parts: readonly Part[]): Generator<Part> {
  for (const part of parts) {
    yield part;
    if (part.kind === "section") yield* allParts(part.parts);
  }
}

/** Turns the tags of snippets into tags of values that are not escaped. Every offset stays. */
function withValuesForSnippets({ html }: Template, snippets: readonly SnippetNode[]): string {
  const pieces: string[] = [];
  let position = 0;
  for (const { start, end } of snippets) {
    const sign = html.indexOf(">", start);
    if (sign === -1 || sign >= end) continue;
    pieces.push(html.slice(position, sign), "&");
    position = sign + 1;
  }
  return [...pieces, html.slice(position)].join("");
}

/** Stands for a snippet that is not there, or not there yet. */
function snippetBox(name: string): string {
  return `<${boxElement}>${escapeHtml(name)}</${boxElement}>`;
}

function layoutMark(id: number, { foreign }: AnnotateOptions): string {
  return foreign?.has(id) ? ` ${layoutAttribute}=""` : "";
}

function markup(text: string): Part {
  return { kind: "text", text, start: 0 };
}

/** The markup before and after a variable's value. */
function marksOf(node: VariableNode, takesWholeDocument: boolean, mark: string): [before: string, after: string] {
  if (!mayHoldComments(node)) return ["", ""];
  if (!node.isEscaped) {
    // Its value may be any markup, which must not be wrapped in another element.
    const { id } = node;
    return [writeMark({ id, isEnd: false, isEmpty: false }), writeMark({ id, isEnd: true, isEmpty: false })];
  }
  const element = elementFor(node, takesWholeDocument);
  if (!element) return ["", ""];
  const label = chipLabel(node.name);
  const labelled = label === node.name ? "" : ` ${labelAttribute}="${escapeHtml(label)}"`;
  const name = escapeHtml(node.name);
  return [`<${element} ${idAttribute}="${node.id}" ${nameAttribute}="${name}"${labelled}${mark}>`, `</${element}>`];
}

const holdRawText = new Set("title textarea script style xmp iframe noembed noframes plaintext".split(" "));
const holdNoElements = new Set(
  "html head table thead tbody tfoot tr colgroup select optgroup option frameset".split(" "),
);
const svgText = new Set(["text", "tspan", "textPath"]);

/** The name of the element that can wrap a variable's value in its context. */
function elementFor(node: VariableNode, takesWholeDocument: boolean): string | undefined {
  const parent = elementAround(node);
  if (!parent) return takesWholeDocument ? undefined : variableElement;
  if (!parent.isForeign) return holdNoElements.has(parent.name) ? undefined : variableElement;
  if (svgText.has(parent.name)) return "tspan";
  return parent.name === "foreignObject" ? variableElement : undefined;
}

function mayHoldComments(node: VariableNode | SectionNode): boolean {
  const parent = elementAround(node);
  if (!parent || parent.isForeign) return true;
  // The parser drops a line break at the start of these elements, so nothing may come before it.
  if (parent.name === "pre" || parent.name === "listing") return node.start > parent.open.end;
  return !holdRawText.has(parent.name);
}

function elementAround(node: VariableNode | SectionNode) {
  let { parent } = node;
  while (parent?.kind === "section") ({ parent } = parent);
  return parent;
}
