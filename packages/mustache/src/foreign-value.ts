import { tagForHelper } from "./foreign-call.ts";
import { readCondition } from "./foreign-condition.ts";
import { insteadOfHelper, readHelper } from "./foreign-helper.ts";
import { mustacheName, nameOfForeignPath } from "./foreign-path.ts";

/** Longer names get no advice. */
export const longestForeignName = 300;

const loopValue = /^(?:forloop|loop)\.\w+$/;
const quoted = /^(?:"[^"]*"|'[^']*')$/;
// `first name` may be a name in the data. A string among the words, or a name such as `formatDate`, makes it a call.
const call = /\s(?:"[^"]*"|'[^']*')|^(?:[a-z]+[A-Z]\w*|lookup)\s+[\w.@]/;
// No name of the data begins with such a verb.
const plainHelper = /^(?:multiply|divide|subtract|uppercase|lowercase|capitalize|nl2br|nlbr)\s+[\w.@]/;
const operator = /^\S+\s+[-+*/%<>]\s+\S+|[=!<>]=|&&|\?\?|[\w\])][+*][\w([]/;

/** The Mustache that prints a value: the text of a string, or the tag of a name. */
function printing(value: string): string {
  if (quoted.test(value)) return value.slice(1, -1);
  const name = mustacheName(value);
  return name === undefined ? " … " : `{{${name}}}`;
}

function explainElse(condition: string, section = "a"): string {
  if (condition === "") return `Mustache has no {{else}}: write {{/${section}}}{{^${section}}} in its place.`;
  const compared = readCondition(condition);
  const name = compared?.subject ?? mustacheName(condition) ?? "b";
  const open = compared ? `{{${compared.isInverted ? "^" : "#"} ${name} | ${compared.format} }}` : `{{#${name}}}`;
  return `Mustache has no {{else if}}: write {{/${section}}}{{^${section}}}${open} … {{/${name}}}{{/${section}}}.`;
}

function explainChoice(name: string): string | undefined {
  const question = name.indexOf("?");
  const colon = question < 1 || name[question + 1] === "?" ? -1 : name.indexOf(":", question);
  if (colon === -1) return undefined;
  const asked = name.slice(0, question).trim();
  const compared = readCondition(asked);
  const condition = compared?.subject ?? mustacheName(asked) ?? "isPaid";
  const test = compared ? ` ${condition} | ${compared.format} ` : condition;
  const [yes, no] = [name.slice(question + 1, colon), name.slice(colon + 1)].map((value) => printing(value.trim()));
  return `Mustache has no {{a ? b : c}}: write {{#${test}}}${yes}{{/${condition}}}{{^${test}}}${no}{{/${condition}}}.`;
}

/**
 * The advice for a value tag of another template language; undefined for a plain name. `section` is the name that the
 * enclosing section applies to.
 */
export function explainForeignValue(tag: string, section: string | undefined): string | undefined {
  if (tag.length > longestForeignName) return undefined;
  const name = tag
    .replace(/^(?:~|-(?=\s))/, "")
    .replace(/(?:~|(?<=\s)-)$/, "")
    .trim();
  const [isElse, condition = ""] = /^(?:else|(?:else\s*|els)if\s+(\S.*))$/s.exec(name) ?? [];
  if (isElse !== undefined) return explainElse(condition, section);
  if (name === "this") return "Mustache has no {{this}}: write {{.}}, which is the item itself.";
  if (loopValue.test(name)) {
    return `Mustache has no {{${name}}}: write {{@number}}, {{@index}}, {{@count}}, {{#@first}} … {{/@first}} or {{#@last}} … {{/@last}}.`;
  }
  const choice = explainChoice(name);
  if (choice !== undefined) return choice;
  if (operator.test(name))
    return "Mustache cannot calculate or compare: write formats, such as {{ a | plus b }} or {{# a | is 'b' }}.";
  const helper = readHelper(name);
  if (helper) return `Mustache has no {{${helper.word}}}: ${insteadOfHelper(helper)}`;
  if (call.test(name) || plainHelper.test(name)) {
    const instead = tagForHelper(name) ?? "a name, | and a format, such as {{ total | number 2 }}";
    return `Mustache has no helpers: write ${instead}.`;
  }
  if (/[\w\])]\(/.test(name)) return "Mustache cannot call functions: send the result in the data, and write its name.";
  const own = nameOfForeignPath(name);
  if (own !== undefined) {
    const reach = name.includes("../") ? ", which Mustache also looks up in the enclosing sections" : "";
    return `Mustache has no {{${name}}}: write {{${own}}}${reach}.`;
  }
  return name === tag ? undefined : `Mustache cannot trim white space: write {{${name}}}.`;
}
