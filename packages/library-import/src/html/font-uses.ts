import { extensionOf, textOf } from "../files/import-file.ts";
import type { TemplateSource } from "../template-source.ts";
import { findOutside } from "./scan-css.ts";

const styleElement = /<style\b[^>]{0,1000}>(.*?)(?:<\/style|$)/gis;
/** A class whose name the data completes. */
const classFromData = /class\s*=\s*["'][^"'<>]{0,1000}?(?<=["'\s])\{\{\{?\s*[\w.$]/i;
/** A snippet of the project may have any element. */
const otherSnippet = /\{\{\s*[><]/;

/**
 * Finds out whether an element may be printed in a font. A family is in use where the HTML names it, and where a rule names
 * it whose classes and ids all occur in the HTML.
 */
export function createFontUses(source: TemplateSource): (family: string) => boolean {
  const { header, footer } = source.settings;
  const texts = [source.html, ...source.snippets.map((snippet) => snippet.html), header, footer];
  const html = texts.filter((text) => typeof text === "string").join("\n");
  const sheets = [
    ...[...html.matchAll(styleElement)].map(([, text = ""]) => text),
    source.css,
    ...source.snippets.map(({ css }) => css),
    ...source.files.filter(({ name }) => extensionOf(name) === "css").map(({ bytes }) => textOf(bytes)),
  ];
  const markup = html.replaceAll(styleElement, " ").toLowerCase();
  const words = new Set(markup.match(/[\w-]+/g));
  const rules = sheets.flatMap((sheet) => [...rulesOf(sheet)]).filter(({ content }) => /font|--/.test(content));
  const isOpen = classFromData.test(html) || otherSnippet.test(html);
  return (family) => {
    const name = family.toLowerCase();
    if (isOpen || markup.includes(name)) return true;
    return rules.some(({ selector, content }) => content.includes(name) && mayMatch(selector, words));
  };
}

/** Whether one of several selectors may match an element: those of names that the HTML lacks cannot. */
function mayMatch(selectors: string, words: ReadonlySet<string>): boolean {
  return selectors
    .replaceAll(/:not\([^()]*\)/g, "")
    .split(",")
    .some((selector) => [...selector.matchAll(/[.#]((?:[\w-]|\\.)+)/g)].every(([, name = ""]) => words.has(name)));
}

/** The rules of CSS in small letters, those in other rules too, without those that begin with `@`. */
function* rulesOf(css: string): Generator<{ selector: string; content: string }> {
  const text = css.toLowerCase();
  const open: { selector: string; contentStart: number }[] = [];
  let start = 0;
  for (let at = findOutside(text, 0, "{};"); at < text.length; at = findOutside(text, at + 1, "{};")) {
    const character = text.charAt(at);
    if (character === "{") open.push({ selector: text.slice(start, at).trim(), contentStart: at + 1 });
    else if (character === "}") {
      const rule = open.pop();
      const isNested = open.some(({ selector }) => !selector.startsWith("@"));
      if (rule && !isNested && !rule.selector.startsWith("@")) {
        yield { selector: rule.selector, content: text.slice(rule.contentStart, at) };
      }
    }
    start = at + 1;
  }
}
