import type { Language } from "./language.ts";
import { listStatementTags, type StatementTag } from "./list-statement-tags.ts";

/** What only one language writes in a tag, in the order in which the languages are tried. */
type Sign = {
  language: Language;
  /** In `{{ … }}` without a sign of Mustache, such as `#`. */
  output?: RegExp;
  /** In `{% … %}`. */
  statement?: RegExp;
  /** In `{{ … }}` of a text with statements: a name of loops, which the data of other texts may have too. */
  loop?: RegExp;
};

const blockOfHandlebars = /^#\s*(?:each|if|unless|with)\s/;

const signs: readonly Sign[] = [
  {
    language: "handlebars",
    output:
      /^(?:else(?:\s+if\s.*)?$|\.\.\/|this(?:[./[]|$)|@(?:key|root)\b|\{?\s*(?:asset|component|childTemplate)\s+'')/,
  },
  {
    language: "jinja",
    output: /\|\s*\w+\(|\.items\(\)| if /,
    statement: /^(?:elif|set|block|extends|macro|endset)\b|\bloop\.\w|\|\s*\w+\(|\.items\(\)/,
    loop: /^loop\.\w/,
  },
  {
    language: "liquid",
    output: /\|\s*\w+\s*:/,
    statement: /^(?:elsif|assign|capture|unless|case|tablerow)\b|\bforloop\.\w|\|\s*\w+\s*:|\b(?:blank|contains)\b/,
    loop: /^forloop\.\w/,
  },
  { language: "jinja", statement: /^(?:load|trans|autoescape|from|import)\s/ },
  { language: "liquid", statement: /^(?:if|for)\b/ },
  { language: "jinja", output: /\|\s*(?:safe|raw|nl2br|linebreaksbr|title|length|tojson)\b/ },
  { language: "liquid", output: /\|\s*(?:upcase|downcase|capitalize|escape|newline_to_br|strip|size)\b/ },
];

/** Filters that Jinja, Django and Twig have, and Liquid does not. Platen has some of them, but no statements. */
const filtersOfJinja = /\|\s*(?:safe|raw|upper|lower|title|trim|nl2br|linebreaksbr|length|trans)\s*(?:\||$)/;

const tagOfCarbone = /\{d(?:\.[\w[]|\[)/;
/** Mustache sets its delimiters with such a tag, which no other language has. */
const delimiters = /^=.*=$/s;
/** Statements of Blade stand in no braces. */
const statementOfBlade =
  /\{!![^{}]{1,500}!!\}|(?<![\w@])@(?:(?:foreach|forelse)\s*\(|end(?:if|foreach|forelse|unless|isset|section|php)\b)/;
const variableOfPhp = /\$\w+\s*(?:->|\[|\?\?)/;
const signOfMustache = /^[#^/>!&$<=]/;

/** The text of a tag, in which texts in quotes are empty: they say nothing about the language. */
const withoutTexts = ({ text }: StatementTag) => text.replaceAll(/"[^"]*"|'[^']*'/g, "''");

/** The language of a template's tags; undefined for Mustache, and for HTML without tags. */
export function detectLanguage(source: string): Language | undefined {
  const text = source.slice(0, 1_000_000);
  const tags = listStatementTags(text, true);
  const between = withoutScripts(outside(text, tags));
  if (tagOfCarbone.test(between)) return "carbone";
  const outputs = tags.flatMap((tag) => (tag.kind === "output" ? [withoutTexts(tag)] : []));
  if (outputs.some((each) => delimiters.test(each))) return undefined;
  if (statementOfBlade.test(between) || outputs.some((each) => !each.startsWith("!") && variableOfPhp.test(each))) {
    return "blade";
  }
  if (outputs.some((each) => blockOfHandlebars.test(each))) return "handlebars";
  const values = outputs.filter((each) => !signOfMustache.test(each));
  const statements = tags.flatMap((tag) => (tag.kind === "statement" ? [withoutTexts(tag)] : []));
  const hasComment = tags.length > outputs.length + statements.length && outputs.length + statements.length > 0;
  const found = signs.find(({ language, output, statement, loop }) => {
    if (language === "jinja" && hasComment) return true;
    if (statements.some((each) => statement?.test(each))) return true;
    return values.some((each) => output?.test(each) || (statements.length > 0 && loop?.test(each)));
  })?.language;
  const isJinja = found === "liquid" && statements.length > 0 && values.some((each) => filtersOfJinja.test(each));
  return isJinja ? "jinja" : found;
}

/** HTML without scripts, whose braces may look like those of a tag. */
function withoutScripts(html: string): string {
  const [before = "", ...scripts] = html.split(/<script\b/i);
  const behind = scripts.map((script) => {
    const end = script.search(/<\/script/i);
    return end === -1 ? "" : script.slice(end);
  });
  return [before, ...behind].join(" ");
}

/** The text between the tags. */
function outside(text: string, tags: readonly StatementTag[]): string {
  let position = 0;
  const pieces = tags.map(({ start, end }) => {
    const piece = text.slice(position, start);
    position = end;
    return piece;
  });
  return [...pieces, text.slice(position)].join(" ");
}
