import { idAttribute, readMark, variableElement } from "@platen/template-source";

/** The element on the canvas for new styles. A browser makes none by itself, as it makes a `span`. */
export const formatElement = "font";

/** Marks a part of an element that formatting has split, other than the first. */
export const copyAttribute = "data-platen-copy";

export type TextFormat = "bold" | "italic" | "underline";

const formatTags: Readonly<Record<TextFormat, readonly [string, ...string[]]>> = {
  bold: ["b", "strong"],
  italic: ["i", "em"],
  underline: ["u", "ins"],
};

/** The style that takes a format away where a stylesheet sets it. */
const plainStyles: Readonly<Record<TextFormat, readonly [property: string, value: string]>> = {
  bold: ["font-weight", "normal"],
  italic: ["font-style", "normal"],
  underline: ["text-decoration", "none"],
};

/** Whether a node is an element, also one of another window. */
export function isElement(node: Node): node is HTMLElement {
  return node.nodeType === Node.ELEMENT_NODE;
}

function isText(node: Node): node is Text {
  return node.nodeType === Node.TEXT_NODE;
}

/** A variable or value of a page, which is formatted as a whole. */
function isWhole(node: Node): boolean {
  return isElement(node) && (node.localName === variableElement || node.contentEditable === "false");
}

function overlaps(text: Text, { startContainer, startOffset, endContainer, endOffset }: Range): boolean {
  const from = startContainer === text ? startOffset : 0;
  const to = endContainer === text ? endOffset : text.length;
  return to > from;
}

/** The texts and whole variables that a range touches, in order. */
export function unitsIn(parent: Node, range: Range): ChildNode[] {
  return [...parent.childNodes].flatMap((node): ChildNode[] => {
    if (!range.intersectsNode(node)) return [];
    if (isText(node)) return overlaps(node, range) ? [node] : [];
    return isWhole(node) ? [node] : unitsIn(node, range);
  });
}

/** The units of a range, with the texts at its ends split there. */
function splitUnits(element: HTMLElement, range: Range): ChildNode[] {
  const { startContainer, startOffset, endContainer, endOffset } = range.cloneRange();
  return unitsIn(element, range).map((unit) => {
    if (!isText(unit)) return unit;
    if (unit === endContainer && endOffset < unit.length) unit.splitText(endOffset);
    return unit === startContainer && startOffset > 0 ? unit.splitText(startOffset) : unit;
  });
}

/** The nearest element with one of these names around a node, inside the edited element. */
function around(element: HTMLElement, node: Node, names: readonly string[]): HTMLElement | undefined {
  const { parentElement } = node;
  if (!parentElement || parentElement === element || !element.contains(parentElement)) return undefined;
  return names.includes(parentElement.localName) ? parentElement : around(element, parentElement, names);
}

function hasMarks(element: Node): boolean {
  return [...element.childNodes].some((node) =>
    node.nodeType === Node.COMMENT_NODE ? readMark(node.nodeValue ?? "") !== undefined : hasMarks(node),
  );
}

/** Whether an element can be divided: a section in it would lose one of its ends. */
export function isDivisible(element: HTMLElement): boolean {
  return !hasMarks(element);
}

function idsIn(fragment: ParentNode): Set<string | null> {
  return new Set([...fragment.querySelectorAll(`[${idAttribute}]`)].map((one) => one.getAttribute(idAttribute)));
}

/** Takes a node out of an element around it, which stays around what was before and after the node. */
function liftOut(wrapper: HTMLElement, unit: ChildNode): boolean {
  if (!isDivisible(wrapper)) return false;
  const range = wrapper.ownerDocument.createRange();
  range.setStartBefore(wrapper);
  range.setEndBefore(unit);
  const before = range.extractContents();
  range.setStartAfter(unit);
  range.setEndAfter(wrapper);
  const after = range.extractContents();
  const known = idsIn(before);
  const inside = [wrapper, ...wrapper.querySelectorAll(`[${idAttribute}]`)];
  for (const one of [...inside, ...after.querySelectorAll(`[${idAttribute}]`)]) {
    const id = one.getAttribute(idAttribute);
    if (known.has(id)) one.setAttribute(copyAttribute, "");
    known.add(id);
  }
  for (const [part, put] of [
    [before, "before"],
    [after, "after"],
  ] as const) {
    if (part.textContent !== "" || part.querySelector(variableElement)) wrapper[put](part);
  }
  wrapper.replaceWith(...wrapper.childNodes);
  return true;
}

/** Puts elements around units: one around those beside each other. */
function wrap(units: readonly ChildNode[], make: () => HTMLElement): void {
  let last: HTMLElement | undefined;
  for (const unit of units) {
    if (last === undefined || unit.previousSibling !== last) {
      last = make();
      unit.replaceWith(last);
    }
    last.append(unit);
  }
}

/** The element whose only content is some of the units, and which can carry a style for them. */
function carrierOf(element: HTMLElement, unit: ChildNode, units: ReadonlySet<ChildNode>): HTMLElement | undefined {
  const { parentElement } = unit;
  if (!parentElement || parentElement === element) return undefined;
  const isCovered = [...parentElement.childNodes].every((node) => units.has(node));
  if (!isCovered) return undefined;
  if (parentElement.localName === formatElement || parentElement.localName === "span") return parentElement;
  return carrierOf(element, parentElement, new Set([...units, parentElement]));
}

function setUnitStyle(element: HTMLElement, units: readonly ChildNode[], property: string, value: string): void {
  const all = new Set(units);
  const others = units.filter((unit) => {
    const carrier = carrierOf(element, unit, all);
    carrier?.style.setProperty(property, value);
    return carrier === undefined;
  });
  wrap(others, () => {
    const made = element.ownerDocument.createElement(formatElement);
    made.style.setProperty(property, value);
    return made;
  });
}

function isShown(element: HTMLElement, unit: Node, format: TextFormat): boolean {
  const { parentElement } = unit;
  const view = element.ownerDocument.defaultView;
  if (!parentElement || !view) return false;
  const { fontWeight, fontStyle, textDecorationLine } = view.getComputedStyle(parentElement);
  if (format === "bold") return Number(fontWeight) >= 600;
  if (format === "italic") return fontStyle !== "normal";
  // A line under an element is one under all of its content.
  const isUnderlined = textDecorationLine.includes("underline");
  return isUnderlined || (parentElement !== element && isShown(element, parentElement, format));
}

/** The formats that all of a range has, and the address of the link that it is in. */
export function formatsOf(element: HTMLElement, range: Range): { formats: TextFormat[]; href: string | undefined } {
  const units = unitsIn(element, range);
  const all: readonly TextFormat[] = ["bold", "italic", "underline"];
  const [first] = units;
  return {
    formats: all.filter((format) => units.length > 0 && units.every((unit) => isShown(element, unit, format))),
    href: (first && around(element, first, ["a"])?.getAttribute("href")) ?? undefined,
  };
}

/** The range around units, so that the next command meets the same text. */
function rangeOf(units: readonly ChildNode[]): Range | undefined {
  const [first, last] = [units[0], units.at(-1)];
  if (!first?.ownerDocument || !last) return undefined;
  const range = first.ownerDocument.createRange();
  if (isText(first)) range.setStart(first, 0);
  else range.setStartBefore(first);
  if (isText(last)) range.setEnd(last, last.length);
  else range.setEndAfter(last);
  return range;
}

/** Gives a range a format, or takes it away where all of the range has it. Returns the range around the same text. */
export function toggleFormat(element: HTMLElement, range: Range, format: TextFormat): Range | undefined {
  const units = splitUnits(element, range);
  const names = formatTags[format];
  const isOn = units.every((unit) => isShown(element, unit, format));
  if (isOn) {
    for (const unit of units) {
      const wrapper = around(element, unit, names);
      if (wrapper) liftOut(wrapper, unit);
    }
    const [property, value] = plainStyles[format];
    const styled = units.filter((unit) => isShown(element, unit, format));
    if (styled.length > 0) setUnitStyle(element, styled, property, value);
  } else {
    const plain = units.filter((unit) => !isShown(element, unit, format));
    wrap(plain, () => element.ownerDocument.createElement(names[0]));
  }
  return rangeOf(units);
}

/** Sets a style of a range. */
export function styleRange(element: HTMLElement, range: Range, property: string, value: string): Range | undefined {
  const units = splitUnits(element, range);
  setUnitStyle(element, units, property, value);
  return rangeOf(units);
}

/** Makes a range a link, or takes its links away. */
export function linkRange(element: HTMLElement, range: Range, href: string | undefined): Range | undefined {
  const units = splitUnits(element, range);
  const wrapped = units.filter((unit) => {
    const link = around(element, unit, ["a"]);
    return !link || liftOut(link, unit);
  });
  if (href !== undefined) {
    wrap(wrapped, () => {
      const link = element.ownerDocument.createElement("a");
      link.setAttribute("href", href);
      return link;
    });
  }
  return rangeOf(units);
}
