/** Words that stand for some font of the reader's system. */
const generic =
  /^(?:-apple-system|blinkmacsystemfont|cursive|emoji|fangsong|fantasy|inherit|initial|math|monospace|revert|revert-layer|sans-serif|serif|system-ui|ui-[a-z-]+|unset)$/;
/** Words that say that any font will do. */
const anyFont = new Set(["-apple-system", "blinkmacsystemfont", "system-ui"]);

const comments = /<!--[^]*?(?:-->|$)|\/\*[^]*?(?:\*\/|$)/g;
const styleElements = /<style\b[^>]*(?:>|$)([^]*?)(?:<\/style|$)/gi;
const styleAttributes = /\sstyle\s{0,9}=\s{0,9}(?:"([^"]*)(?:"|$)|'([^']*)(?:'|$))/gi;
/** A declaration with its end: one that goes on with a tag of the template says nothing. */
const declarations = /\bfont(-family)?\s{0,9}:([^:;{}]{1,500})(?=[;}]|$)/gi;
/** Values that a brand gives to a template, and the places that take them. */
const brandValues = /(--brand-[\w-]{1,60})\s{0,9}:\s{0,9}([^:;{}]{1,200})(?=[;}]|$)/g;
const brandUses = /var\(\s{0,9}(--brand-[\w-]{1,60})\s{0,9}(?:,[^()]{0,200})?\)/gi;
const ownFonts = /@font-face\s{0,9}\{([^{}]*)/gi;
/** The size in a `font`, after which the families come. */
const size = /\d(?:px|pt|pc|em|rem|ex|ch|mm|cm|in|q|vw|vh|%)(?:\s{0,9}\/\s{0,9}[\d.a-z%]{1,20})?\s/i;

/** More than a person reads. */
export const maxFonts = 20;
const longestName = 100;

/**
 * The fonts that the styles of a template name first and that are not in `families`, which has names in lower case. A
 * list of fonts with another one of these, or one that lets the system choose, is the author's own choice.
 */
export function replacedFonts(html: string, css: string, families: ReadonlySet<string>): string[] {
  const shown = html.replaceAll(comments, " ");
  const styles = [css.replaceAll(comments, " ")];
  for (const [, content = ""] of shown.matchAll(styleElements)) styles.push(content);
  for (const [, double, single = ""] of shown.matchAll(styleAttributes))
    styles.push(withoutReferences(double ?? single));
  const own = new Set<string>();
  for (const [, rule = ""] of styles.flatMap((style) => [...style.matchAll(ownFonts)])) {
    for (const name of listsIn(rule, new Map()).flat()) own.add(name.toLowerCase());
  }
  const ofBrand = new Map<string, string>();
  for (const [, name = "", value = ""] of styles.flatMap((style) => [...style.matchAll(brandValues)])) {
    ofBrand.set(name, value);
  }
  const replaced = new Set<string>();
  for (const list of styles.flatMap((style) => listsIn(style, ofBrand))) {
    const names = list.map((name) => name.toLowerCase());
    if (names.some((name) => families.has(name) || own.has(name) || anyFont.has(name))) continue;
    const first = list.find((name) => name !== "" && !generic.test(name.toLowerCase()));
    if (first !== undefined && replaced.size < maxFonts) replaced.add(first.slice(0, longestName));
  }
  return [...replaced];
}

/** The lists of families that a style sheet names, with the values of a brand in their places. */
function listsIn(style: string, ofBrand: ReadonlyMap<string, string>): string[][] {
  return [...style.matchAll(declarations)].flatMap(([, isFamily, written = ""]) => {
    const value = written.replaceAll(brandUses, (use, name: string) => ofBrand.get(name) ?? use);
    const list = isFamily === undefined ? afterSize(value) : value;
    // Another variable may hold any list.
    return list === undefined || list.includes("(") ? [] : [list.split(",").map(nameOf)];
  });
}

function afterSize(value: string): string | undefined {
  const found = size.exec(value);
  return found ? value.slice(found.index + found[0].length) : undefined;
}

function withoutReferences(attribute: string): string {
  return attribute.replaceAll(/&(?:quot|apos|#39|#34);/g, "'");
}

/** A family without its quotes. */
function nameOf(text: string): string {
  return text
    .replaceAll(/["']|!\s{0,9}important/gi, "")
    .trim()
    .replaceAll(/\s+/g, " ");
}
