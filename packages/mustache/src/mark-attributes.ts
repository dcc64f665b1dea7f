import type { Part } from "./parse-mustache.ts";

/** Where a position of HTML is: in text, in a tag (with the quote of its attribute, if any), in a comment, or in raw text. */
type State =
  | { in: "text" }
  | { in: "tag"; name: string; quote: string }
  | { in: "comment" }
  | { in: "raw"; name: string };

const rawText = new Set(["script", "style", "textarea", "title"]);
const tagStart = /^<\/?([a-z][^\s/>]*)/i;

/**
 * Marks the value tags inside attributes of HTML, where markup would end the attribute. Reads each character once, and the
 * parts in the order of the text.
 */
export function markAttributes(parts: readonly Part[]): void {
  let state: State = { in: "text" };

  function readText(text: string): void {
    let at = 0;
    while (at < text.length) {
      if (state.in === "text") {
        const start = text.indexOf("<", at);
        if (start === -1) return;
        if (text.startsWith("<!--", start)) {
          state = { in: "comment" };
          at = start + 4;
          continue;
        }
        const [opening = "<", name] = tagStart.exec(text.slice(start, start + 64)) ?? [];
        if (name !== undefined)
          state = { in: "tag", name: opening.startsWith("</") ? "" : name.toLowerCase(), quote: "" };
        at = start + opening.length;
      } else if (state.in === "comment") {
        const end = text.indexOf("-->", at);
        if (end === -1) return;
        state = { in: "text" };
        at = end + 3;
      } else if (state.in === "raw") {
        const end = text.indexOf("</", at);
        if (end === -1) return;
        at = end + 2;
        if (text.slice(at, at + state.name.length).toLowerCase() === state.name) {
          state = { in: "tag", name: "", quote: "" };
          at += 1;
        }
      } else {
        at = readTag(text, at, state);
      }
    }
  }

  /** Reads the next character of a tag that matters: a quote, or the end. */
  function readTag(text: string, from: number, tag: State & { in: "tag" }): number {
    const { quote, name } = tag;
    if (quote !== "") {
      const end = text.indexOf(quote, from);
      if (end === -1) return text.length;
      tag.quote = "";
      return end + 1;
    }
    const character = text.charAt(from);
    if (character === ">") state = rawText.has(name) ? { in: "raw", name } : { in: "text" };
    else if (character === '"' || character === "'") tag.quote = character;
    return from + 1;
  }

  function read(list: readonly Part[]): void {
    for (const part of list) {
      if (part.kind === "text") readText(part.text);
      else if (part.kind === "value") part.isInAttribute = state.in === "tag";
      else if (part.kind === "section") read(part.parts);
    }
  }
  read(parts);
}
