import { skipSpace } from "./start-of-html.ts";

/** Selectors that may match a style element or the head: `*`, their names, pseudo-classes alone, the type attribute. */
const mayMatchStyle = /(?:^|[\s,>~+|&])(?:\*|(?:style|head)(?![\w-])|:(?!:)|\[\s*type)/;

/**
 * Tells whether the document's styles may show its own style elements as text. It may be true for a document that shows
 * none. `text` is the HTML in lower case. The time grows with its length alone.
 */
export function mayShowStyles(text: string): boolean {
  for (let at = text.indexOf("<style"); at !== -1;) {
    const close = text.indexOf("</style", at);
    const end = close === -1 ? text.length : close;
    if (mayShowElement(text.slice(at + "<style".length, end))) return true;
    at = text.indexOf("<style", end);
  }
  return false;
}

/** The same for one style element. `css` starts within its tag. */
function mayShowElement(css: string): boolean {
  /** For each open block, whether its selector, or that of a block around it, may match. */
  const blocks: boolean[] = [];
  const mayMatch = () => blocks.at(-1) ?? false;
  const marks = /[{};"']|\/\*|\\[0-9a-f]/g;
  marks.lastIndex = css.indexOf(">") + 1;
  let piece = "";
  let start = marks.lastIndex;
  for (let mark = marks.exec(css); mark !== null; mark = marks.exec(css)) {
    const [found] = mark;
    // An escape may stand for any letter.
    if (found.startsWith("\\")) return true;
    piece += css.slice(start, mark.index);
    if (found === "{") {
      blocks.push(mayMatch() || mayMatchStyle.test(piece));
      piece = "";
    } else if (found === "}" || found === ";") {
      if (mayMatch() && mayShow(piece)) return true;
      if (found === "}") blocks.pop();
      piece = "";
    } else {
      marks.lastIndex = found === "/*" ? afterComment(css, mark.index) : afterString(css, mark.index);
      piece += " ";
    }
    start = marks.lastIndex;
  }
  return mayMatch() && mayShow(piece + css.slice(start));
}

/** Whether a declaration sets `display`, or all properties. */
function mayShow(declaration: string): boolean {
  const name = skipSpace(declaration, 0);
  const property = ["display", "all"].find((property) => declaration.startsWith(property, name));
  if (property === undefined) return false;
  const colon = skipSpace(declaration, name + property.length);
  if (declaration[colon] !== ":") return false;
  const value = skipSpace(declaration, colon + 1);
  return property === "all" || !/^none\b/.test(declaration.slice(value, value + 5));
}

function afterComment(css: string, at: number): number {
  const end = css.indexOf("*/", at + 2);
  return end === -1 ? css.length : end + 2;
}

/** Where a string ends: at its quote, or at the end of its line if it has none. */
function afterString(css: string, at: number): number {
  const ends = css[at] === '"' ? /["\\\n]/g : /['\\\n]/g;
  ends.lastIndex = at + 1;
  for (let end = ends.exec(css); end !== null; end = ends.exec(css)) {
    if (end[0] !== "\\") return ends.lastIndex;
    ends.lastIndex = end.index + 2;
  }
  return css.length;
}
