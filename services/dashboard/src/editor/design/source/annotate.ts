import { escapeHtml, parseMustache, type Part } from "@platen/mustache";
import { idAttribute, nameAttribute, variableElement, writeMark } from "./canvas-marks.ts";
import type { SectionNode, Template, VariableNode } from "./nodes.ts";

export type AnnotateOptions = {
  /** Whether a section that has no repeat with the data is shown once all the same, or not at all. */
  emptySections: "once" | "none";
};

/**
 * A template's parts, to be filled, with marks by which its nodes are found in what comes out. They are put between
 * the parts, not into the text, so that they change nothing about which lines Mustache leaves out. Throws a
 * MustacheError where the template does not parse.
 */
export function annotate(template: Template, options: AnnotateOptions): Part[] {
  const elements = template.nodes.flatMap((node) => (node.kind === "element" ? [node] : []));
  const labels = elements
    .map(({ id, nameEnd }) => ({ offset: nameEnd, text: ` ${idAttribute}="${id}"` }))
    .toSorted((a, b) => a.offset - b.offset);
  const variables = new Map<number, VariableNode>();
  const sections = new Map<number, SectionNode>();
  for (const node of template.nodes) {
    if (node.kind === "variable") variables.set(node.start, node);
    else if (node.kind === "section") sections.set(node.start, node);
  }
  const takesWholeDocument = elements.some(({ name }) => name === "html" || name === "head" || name === "body");
  let nextLabel = 0;

  /** The labels that belong at or before `end`. */
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

  function annotateValue(part: Part & { kind: "value" }): Part[] {
    const annotated = [part, ...labelsUpTo(part.end).map(({ text }) => markup(text))];
    const node = variables.get(part.start);
    if (!node) return annotated;
    const [before, after] = marksOf(node, takesWholeDocument);
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
      shown.push({ ...part, inverted: true, parts: marked(true) });
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

  return annotateParts(parseMustache(template.html));
}

function markup(text: string): Part {
  return { kind: "text", text, start: 0 };
}

/** What goes before and after a variable's value. */
function marksOf(node: VariableNode, takesWholeDocument: boolean): [before: string, after: string] {
  if (!mayHoldComments(node)) return ["", ""];
  if (!node.isEscaped) {
    // Its value may be any markup, which must not find itself within another element.
    const { id } = node;
    return [writeMark({ id, isEnd: false, isEmpty: false }), writeMark({ id, isEnd: true, isEmpty: false })];
  }
  const element = elementFor(node, takesWholeDocument);
  if (!element) return ["", ""];
  return [`<${element} ${idAttribute}="${node.id}" ${nameAttribute}="${escapeHtml(node.name)}">`, `</${element}>`];
}

const holdRawText = new Set("title textarea script style xmp iframe noembed noframes plaintext".split(" "));
const holdNoElements = new Set(
  "html head table thead tbody tfoot tr colgroup select optgroup option frameset".split(" "),
);
const svgText = new Set(["text", "tspan", "textPath"]);

/** The element that can hold a variable's value where it stands. */
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
  // A line's end that comes first in these is left out, if it does come first.
  if (parent.name === "pre" || parent.name === "listing") return node.start > parent.open.end;
  return !holdRawText.has(parent.name);
}

function elementAround(node: VariableNode | SectionNode) {
  let { parent } = node;
  while (parent?.kind === "section") ({ parent } = parent);
  return parent;
}
