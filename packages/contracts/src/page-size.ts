/** The papers that page settings know by name. */
export const pageFormats = ["A3", "A4", "A5", "A6", "Letter", "Legal", "Tabloid"] as const;

/** A size of an `@page` rule that CSS does not know. */
export type ForeignPageSize = {
  /** Where its value stands in the text. */
  start: number;
  end: number;
  value: string;
  /** The two lengths of a standard size, such as those of A6; undefined if no paper has that name. */
  lengths: string | undefined;
};

/** The papers that CSS has names for. */
const cssPapers = new Set(["a3", "a4", "a5", "b4", "b5", "jis-b4", "jis-b5", "letter", "legal", "ledger"]);

/** Other standard papers: width and height. */
const standardPapers = new Map<string, readonly [width: string, height: string]>(
  Object.entries({
    a0: ["841mm", "1189mm"],
    a1: ["594mm", "841mm"],
    a2: ["420mm", "594mm"],
    a6: ["105mm", "148mm"],
    a7: ["74mm", "105mm"],
    a8: ["52mm", "74mm"],
    a9: ["37mm", "52mm"],
    a10: ["26mm", "37mm"],
    b0: ["1000mm", "1414mm"],
    b1: ["707mm", "1000mm"],
    b2: ["500mm", "707mm"],
    b3: ["353mm", "500mm"],
    b6: ["125mm", "176mm"],
    b7: ["88mm", "125mm"],
    b8: ["62mm", "88mm"],
    b9: ["44mm", "62mm"],
    b10: ["31mm", "44mm"],
    c4: ["229mm", "324mm"],
    c5: ["162mm", "229mm"],
    c6: ["114mm", "162mm"],
    dl: ["110mm", "220mm"],
    tabloid: ["11in", "17in"],
    executive: ["7.25in", "10.5in"],
    statement: ["5.5in", "8.5in"],
  }),
);

const orientations = new Set(["portrait", "landscape"]);
const wordsOfAnyProperty = new Set(["inherit", "initial", "unset", "revert", "revert-layer"]);
const length =
  /^\+?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?(?:mm|cm|in|pt|px|pc|q|r?(?:em|ex|ch|ic|cap|lh)|[sld]?v(?:w|h|i|b|min|max))$/;
const zero = /^\+?(?:0+(?:\.0*)?|\.0+)$/;

const rules = /@page(?![\w-])/gi;
/** The same, with what hides a rule: comments, and text outside of style elements. */
const rulesOfCss = /\/\*|@page(?![\w-])/gi;
const rulesOfHtml = /\/\*|@page(?![\w-])|<style\b[^>]*|<\/style/gi;
const marks = /\/\*|["'{};]/g;

/**
 * Finds the sizes of `@page` rules that CSS does not know, for which a browser takes its default without a word. A size
 * that stands beside one that CSS knows is the author's choice for other browsers. The time grows with the length of the
 * text alone, and is short for a text with known sizes.
 */
export function findForeignPageSizes(text: string, kind: "css" | "html"): ForeignPageSize[] {
  // Most rules have a size that CSS knows, so the rest of the text is rarely read.
  rules.lastIndex = 0;
  for (let rule = rules.exec(text); ; rule = rules.exec(text)) {
    if (rule === null) return [];
    const { sizes, end } = readRule(text, rules.lastIndex);
    if (sizes.length > 0) break;
    rules.lastIndex = end;
  }
  const pattern = kind === "css" ? rulesOfCss : rulesOfHtml;
  const found: ForeignPageSize[] = [];
  let isCss = kind === "css";
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [mark] = match;
    if (mark.startsWith("<")) {
      isCss = mark[1] !== "/";
    } else if (isCss) {
      if (mark === "/*") {
        pattern.lastIndex = afterComment(text, match.index);
        continue;
      }
      const { sizes, end } = readRule(text, pattern.lastIndex);
      found.push(...sizes);
      pattern.lastIndex = end;
    }
  }
  return found;
}

/** Writes the lengths of standard sizes in the place of their names. */
export function withLengthsOfPages(text: string, sizes: readonly ForeignPageSize[]): string {
  let result = "";
  let done = 0;
  for (const { start, end, lengths } of sizes) {
    if (lengths === undefined) continue;
    result += text.slice(done, start) + lengths;
    done = end;
  }
  return result + text.slice(done);
}

/** Reads one rule from behind its name. Its sizes are those that CSS does not know, unless one holds. */
function readRule(text: string, from: number): { sizes: ForeignPageSize[]; end: number } {
  const sizes: ForeignPageSize[] = [];
  let hasSize = false;
  let depth = 0;
  let start = from;
  function declare(end: number): void {
    if (depth !== 1) return;
    const size = readSize(text, start, end);
    if (size === "known") hasSize = true;
    else if (size !== undefined) sizes.push(size);
  }
  const given = () => sizes.filter(({ lengths }) => !hasSize || lengths !== undefined);
  marks.lastIndex = from;
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    const [found] = mark;
    if (found === "/*" || found === '"' || found === "'") {
      marks.lastIndex = found === "/*" ? afterComment(text, mark.index) : afterString(text, mark.index);
      continue;
    }
    if (found === "{") {
      depth += 1;
    } else {
      declare(mark.index);
      if (found === "}") depth -= 1;
      if (depth <= 0) return { sizes: given(), end: marks.lastIndex };
    }
    start = marks.lastIndex;
  }
  declare(text.length);
  return { sizes: given(), end: text.length };
}

const comment = /\/\*[^]*?(?:\*\/|$)/g;

function readSize(text: string, start: number, end: number): ForeignPageSize | "known" | undefined {
  // Blanks in place of comments keep the places.
  const written = text.slice(start, end).replaceAll(comment, (found) => " ".repeat(found.length));
  const head = /^\s*size\s*:\s*/i.exec(written)?.[0];
  if (head === undefined) return undefined;
  const value = written
    .slice(head.length)
    .trim()
    .replace(/!\s{0,9}important$/i, "")
    .trim();
  const at = start + head.length;
  const foreign = { start: at, end: at + value.length, value };
  // Only the browser can tell what is calculated or escaped.
  if (value === "" || /[()\\]/.test(value)) return "known";
  const words = value.toLowerCase().split(/\s+/);
  const [first = "", ...others] = words;
  if (others.length > 1) return { ...foreign, lengths: undefined };
  if (words.every((word) => length.test(word) || zero.test(word))) return "known";
  const orientation = words.find((word) => orientations.has(word));
  const isAlone = others.length === 0;
  if (isAlone && (orientation !== undefined || first === "auto" || wordsOfAnyProperty.has(first))) return "known";
  if (!isAlone && orientation === undefined) return { ...foreign, lengths: undefined };
  const name = words.find((word) => word !== orientation) ?? "";
  if (cssPapers.has(name)) return "known";
  const paper = standardPapers.get(name);
  const lengths = orientation === "landscape" ? paper?.toReversed() : paper;
  return { ...foreign, lengths: lengths?.join(" ") };
}

function afterComment(text: string, at: number): number {
  const end = text.indexOf("*/", at + 2);
  return end === -1 ? text.length : end + 2;
}

/** Where a string ends: at its quote, or at the end of its line if it has none. */
function afterString(text: string, at: number): number {
  const ends = text[at] === '"' ? /["\\\n]/g : /['\\\n]/g;
  ends.lastIndex = at + 1;
  for (let end = ends.exec(text); end !== null; end = ends.exec(text)) {
    if (end[0] !== "\\") return ends.lastIndex;
    ends.lastIndex = end.index + 2;
  }
  return text.length;
}
