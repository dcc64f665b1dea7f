/** A use of a variable of the brand, such as `var(--brand-main)`. */
export type BrandUse = {
  start: number;
  /** The name without `--brand-`; of one with tags in it, the fixed beginning. */
  name: string;
  /** Whether tags of the template are in the name. */
  isDynamic: boolean;
  /** Whether the text means something without the variable: it has another value, or is a comment. */
  isOptional: boolean;
};

export type BrandNames = {
  uses: BrandUse[];
  /** The names of the variables that the text defines itself. */
  own: Set<string>;
};

const commentsAndUses = /\/\*|\*\/|<!--|-->|var\(\s*--brand-([^\s(){}<>,;:"'*/]*)\s*([),]?)/gi;
// Short names, because the search may start again within a name.
const definitions = /--brand-([^\s(){}<>,;:"'*/]{1,60})\s*:/g;

/** Whether a text may name variables of the brand. */
export function mayNameBrand(text: string): boolean {
  return text.includes("--brand-");
}

/** Finds the variables of the brand that HTML or CSS uses, and those that it defines. Reads the text a fixed number of times. */
export function readBrandNames(text: string): BrandNames {
  const uses: BrandUse[] = [];
  if (!mayNameBrand(text)) return { uses, own: new Set() };
  let isComment = false;
  for (const { 0: found, 1: name, 2: end, index } of text.matchAll(commentsAndUses)) {
    if (name === undefined) isComment = found === "/*" || found === "<!--";
    else uses.push({ start: index, name, isDynamic: end === "", isOptional: isComment || end !== ")" });
  }
  return { uses, own: new Set([...text.matchAll(definitions)].map(([, name = ""]) => name)) };
}
