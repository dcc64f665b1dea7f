import { Tokenizer } from "parse5";
import { rawTextModes } from "./raw-text.ts";

/** An attribute as written, with its place in the HTML. */
export type Attribute = { name: string; value: string; start: number; end: number };

/** A start tag of HTML. For `style`, `title` and `script` with the range of their content. */
export type Element = {
  name: string;
  start: number;
  /** The end of the start tag. */
  tagEnd: number;
  attributes: ReadonlyMap<string, Attribute>;
  content?: { start: number; end: number; /** The end of the end tag. */ closed: number };
};

function nothing(): void {
  // Only tags matter here.
}

/** Lists the start tags of HTML as a browser reads them, in linear time. */
export function listElements(html: string): Element[] {
  const elements: Element[] = [];
  let raw: Element | undefined;
  let foreignDepth = 0;
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag(token) {
        const { location, tagName, attrs, selfClosing } = token;
        if (!location) return;
        const attributes = new Map<string, Attribute>();
        for (const { name, value } of attrs) {
          const place = location.attrs?.[name];
          if (place) attributes.set(name, { name, value, start: place.startOffset, end: place.endOffset });
        }
        const element: Element = { name: tagName, start: location.startOffset, tagEnd: location.endOffset, attributes };
        elements.push(element);
        const isForeign = foreignDepth > 0;
        if ((tagName === "svg" || tagName === "math") && !selfClosing) foreignDepth += 1;
        tokenizer.inForeignNode = foreignDepth > 0;
        // A `<style>` of an SVG is read by other rules, which differ only where it contains markup.
        const mode = isForeign && tagName !== "style" && tagName !== "script" ? undefined : rawTextModes.get(tagName);
        if (mode === undefined || (isForeign && selfClosing)) return;
        tokenizer.state = mode;
        raw = element;
      },
      onEndTag({ location, tagName }) {
        if (tagName === "svg" || tagName === "math") foreignDepth = Math.max(0, foreignDepth - 1);
        tokenizer.inForeignNode = foreignDepth > 0;
        if (!location || raw?.name !== tagName) return;
        raw.content = { start: raw.tagEnd, end: location.startOffset, closed: location.endOffset };
        raw = undefined;
      },
      onComment: nothing,
      onDoctype: nothing,
      onCharacter: nothing,
      onNullCharacter: nothing,
      onWhitespaceCharacter: nothing,
      onEof: nothing,
    },
  );
  tokenizer.write(html, true);
  if (raw) raw.content = { start: raw.tagEnd, end: html.length, closed: html.length };
  return elements;
}
