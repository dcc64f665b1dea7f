import { mask } from "./tagged-text.ts";

/** An attribute as written. Its value has no quotes, and its references stay as they are. */
export type Attribute = { name: string; start: number; valueStart: number; valueEnd: number };

/** The opening tag of an element. */
export type Element = {
  name: string;
  start: number;
  end: number;
  attributes: Attribute[];
  /** Where the text in a `style` element ends. */
  styleEnd?: number;
};

/** Elements whose content is text, up to their closing tags. */
const textContent: ReadonlySet<string> = new Set([
  "script",
  "style",
  "textarea",
  "title",
  "xmp",
  "iframe",
  "noembed",
  "noframes",
]);

const nameStart = /[a-z]/i;
const nameEnd = new RegExp(`[\\s/>${mask}]`, "g");
const attributeNameEnd = new RegExp(`[\\s/>=${mask}]`, "g");
const unquotedEnd = /[\s>]/g;
const space = /\s/;

/**
 * Reads the opening tags with attributes in HTML whose Mustache tags are masked, and `style` elements. Reads each
 * character a fixed number of times: all searches go forward, and the reader goes on where they end.
 */
export function readElements(html: string): Element[] {
  const elements: Element[] = [];
  let at = 0;

  /** The next match from an offset, or the end of the text. */
  function next(pattern: RegExp, from: number): number {
    pattern.lastIndex = from;
    return pattern.exec(html)?.index ?? html.length;
  }

  function skip(isSkipped: (character: string) => boolean): void {
    while (at < html.length && isSkipped(html.charAt(at))) at += 1;
  }

  /** Reads an attribute from its name on; undefined if the text ends first. */
  function readAttribute(): Attribute | undefined {
    const start = at;
    // A name may begin with an equals sign.
    at = next(attributeNameEnd, at + 1);
    const name = html.slice(start, at).toLowerCase();
    const nameEnds = at;
    skip(isSpace);
    if (html.charAt(at) !== "=") {
      at = nameEnds;
      return { name, start, valueStart: at, valueEnd: at };
    }
    at += 1;
    skip(isSpace);
    const quote = html.charAt(at);
    if (quote === '"' || quote === "'") {
      const end = html.indexOf(quote, at + 1);
      if (end === -1) {
        at = html.length;
        return undefined;
      }
      const attribute = { name, start, valueStart: at + 1, valueEnd: end };
      at = end + 1;
      return attribute;
    }
    const valueStart = at;
    at = next(unquotedEnd, at);
    return { name, start, valueStart, valueEnd: at };
  }

  /** Reads an opening tag from its name on. */
  function readTag(start: number): void {
    at = next(nameEnd, start + 1);
    const element: Element = { name: html.slice(start + 1, at).toLowerCase(), start, end: 0, attributes: [] };
    for (;;) {
      skip((character) => isSpace(character) || character === "/" || character === mask);
      if (at >= html.length) return;
      if (html.charAt(at) === ">") break;
      const attribute = readAttribute();
      if (!attribute) return;
      element.attributes.push(attribute);
    }
    at += 1;
    element.end = at;
    if (textContent.has(element.name)) {
      at = next(new RegExp(`</${element.name}(?=[\\s/>])`, "gi"), at);
      if (element.name === "style") element.styleEnd = at;
    }
    if (element.attributes.length > 0 || element.name === "style") elements.push(element);
  }

  while (at < html.length) {
    const start = html.indexOf("<", at);
    if (start === -1) break;
    const following = html.charAt(start + 1);
    if (html.startsWith("<!--", start)) at = after(html, "-->", start + 2);
    else if (nameStart.test(following)) readTag(start);
    else if (following === "/" || following === "!" || following === "?") at = after(html, ">", start + 2);
    else at = start + 1;
  }
  return elements;
}

function isSpace(character: string): boolean {
  return space.test(character);
}

function after(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from);
  return found === -1 ? html.length : found + mark.length;
}

/** An attribute of an element by its name. A second one of the same name does not count. */
export function attributeOf({ attributes }: Element, name: string): Attribute | undefined {
  return attributes.find((attribute) => attribute.name === name);
}
