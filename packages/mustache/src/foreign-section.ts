import { insteadOfHelper, readHelper } from "./foreign-helper.ts";
import { mustacheName, nameOfForeignPath } from "./foreign-path.ts";
import { explainForeignValue, longestForeignName } from "./foreign-value.ts";

export type OpenedSection = { name: string; isInverted: boolean };

/** The name that a section applies to: `items` for `each items`. Undefined if Mustache has no such name. */
export function sectionSubject(name: string): string | undefined {
  if (name.length > longestForeignName) return undefined;
  return readHelper(name)?.subject ?? mustacheName(name);
}

/** The advice for a section of another template language; undefined for a Mustache section. */
export function explainForeignSection({ name, isInverted }: OpenedSection): string | undefined {
  if (name.length > longestForeignName) return undefined;
  const sigil = isInverted ? "^" : "#";
  if (name === "")
    return isInverted ? "Mustache has no {{^}} without a name: write {{/a}}{{^a}} in a section a." : undefined;
  const helper = readHelper(name);
  if (helper) {
    const word = helper.word === "if" && isInverted ? "unless" : helper.word;
    return `Mustache has no {{${sigil}${helper.word}}}: ${insteadOfHelper({ ...helper, word })}`;
  }
  const own = nameOfForeignPath(name);
  if (own !== undefined) return `Mustache has no {{${sigil}${name}}}: write {{${sigil}${own}}} … {{/${own}}}.`;
  return explainForeignValue(name, undefined);
}
