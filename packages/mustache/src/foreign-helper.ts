import { mustacheName } from "./foreign-path.ts";

/** What other template languages open with a word: `if total`, `each items as |item|`, `for item in items`. */
const helper = /^(if|unless|each|with|for|range)\s+(\S.*)$/s;

export type ForeignHelper = {
  word: string;
  /** The name that it is about; undefined where it is about more than a name. */
  subject: string | undefined;
};

/** Reads the helper that a section is opened with; undefined where the section has a plain name. */
export function readHelper(text: string): ForeignHelper | undefined {
  const [, word, rest] = helper.exec(text) ?? [];
  if (word === undefined || rest === undefined) return undefined;
  const path = word === "for" ? rest.replace(/^\S+\s+(?:in|of)\s+/, "") : rest.replace(/\sas\s.*$/s, "");
  return { word, subject: mustacheName(path.trim()) };
}

function section(name: string, sigil: "#" | "^" = "#"): string {
  return `{{${sigil}${name}}} … {{/${name}}}`;
}

/** What to write in place of such a word. */
export function insteadOfHelper({ word, subject }: ForeignHelper): string {
  if ((word === "if" || word === "unless") && subject === undefined) {
    const example = section("isPaid", word === "if" ? "#" : "^");
    return `send a value that is true or false, such as isPaid, and write ${example}.`;
  }
  const name = subject ?? "items";
  if (word === "if")
    return `write ${section(name)}, which prints its content when ${name} is true or a list has items.`;
  if (word === "unless")
    return `write ${section(name, "^")}, which prints its content when ${name} is false, missing or an empty list.`;
  if (word === "with") return `write ${section(name)}, inside which names reach into ${name}.`;
  return `write ${section(name)}, which prints its content once for each item. Inside it, {{.}} is the item, and {{name}} a value of the item.`;
}
