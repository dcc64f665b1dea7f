import type { Language } from "./language.ts";

const signs: readonly (readonly [Language, RegExp])[] = [
  ["carbone", /\{d(?:\.[\w[]|\[)/],
  ["handlebars", /\{\{[~#]*\s*(?:#(?:each|if|unless|with)\s|else\s*\}\}|(?:\.\.\/|this\b)|@(?:key|root)\b)/],
  ["handlebars", /\{\{\{?\s*(?:asset|component|childTemplate)\s+["']/],
  [
    "jinja",
    /\{%[-+]?\s*(?:elif|set|block|extends|macro|endset)\b|\bloop\.\w|\|\s*\w+\(|\.items\(\)|\{\{[^}]* if [^}]*\}\}|\{#/,
  ],
  [
    "liquid",
    /\{%-?\s*(?:elsif|assign|capture|unless|case|tablerow)\b|\bforloop\.\w|\|\s*\w+\s*:|\b(?:blank|contains)\b[^%}]*%\}/,
  ],
  ["jinja", /\{%[-+]?\s*(?:load|trans|autoescape|from|import)\s/],
  ["liquid", /\{%[-+]?\s*(?:if|for)\b/],
  ["liquid", /\{\{[^}|]*\|\s*(?:upcase|downcase|capitalize|escape|newline_to_br|strip|size)\b[^}]*\}\}/],
];

/** Filters that Jinja, Django and Twig have, and Liquid does not. Platen has some of them, but no statements. */
const filtersOfJinja = /\{\{[^{}|]*\|\s*(?:safe|raw|upper|lower|title|trim|nl2br|linebreaksbr|length|trans)\s*[|}]/;

/** The language of a template's tags; undefined for Mustache, and for HTML without tags. */
export function detectLanguage(source: string): Language | undefined {
  const text = source.slice(0, 1_000_000);
  const hasTags = text.includes("{{") || text.includes("{%");
  const found = signs.find(([language, sign]) => (hasTags || language === "carbone") && sign.test(text))?.[0];
  return found === "liquid" && text.includes("{%") && filtersOfJinja.test(text) ? "jinja" : found;
}
