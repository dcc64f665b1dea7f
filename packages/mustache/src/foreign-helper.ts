import { readCondition, type Condition } from "./foreign-condition.ts";
import { mustacheName } from "./foreign-path.ts";

/** A helper of another template language: `if total`, `each items as |item|`, `for item in items`. */
const helper = /^(if|elsif|elif|unless|each|with|for|range)\s+(\S.*)$/s;

export type ForeignHelper = {
  word: string;
  /** The name that the helper applies to; undefined for an expression. */
  subject: string | undefined;
  /** The comparison of `if` and `unless`. */
  condition?: Condition | undefined;
};

/** Reads the helper that opens a section; undefined for a section with a plain name. */
export function readHelper(text: string): ForeignHelper | undefined {
  const [, word, rest] = helper.exec(text) ?? [];
  if (word === undefined || rest === undefined) return undefined;
  if (word === "if" || word === "elsif" || word === "elif" || word === "unless") {
    const condition = readCondition(rest.trim());
    if (condition) return { word, subject: condition.subject, condition };
  }
  const path = word === "for" ? rest.replace(/^\S+\s+(?:in|of)\s+/, "") : rest.replace(/\sas\s.*$/s, "");
  return { word, subject: mustacheName(path.trim()) };
}

function section(name: string, sigil: "#" | "^" = "#"): string {
  return `{{${sigil}${name}}} … {{/${name}}}`;
}

/** The advice what to write instead of a helper. */
export function insteadOfHelper({ word, subject, condition }: ForeignHelper): string {
  if (condition) {
    const sigil = condition.isInverted === (word === "unless") ? "#" : "^";
    return `write {{${sigil} ${condition.subject} | ${condition.format} }} … {{/${condition.subject}}}.`;
  }
  if ((word === "if" || word === "unless") && subject === undefined) {
    const sigil = word === "if" ? "#" : "^";
    return `write a condition such as {{${sigil} status | is 'paid' }} … {{/status}}, one inside the other for "and".`;
  }
  const name = subject ?? "items";
  if (word === "if")
    return `write ${section(name)}, which prints its content when ${name} is true or a list has items.`;
  if (word === "unless")
    return `write ${section(name, "^")}, which prints its content when ${name} is false, missing or an empty list.`;
  if (word === "with") return `write ${section(name)}, inside which names refer to fields of ${name}.`;
  return `write ${section(name)}, which prints its content once for each item. Inside it, {{.}} is the item and {{name}} is a field of the item.`;
}
