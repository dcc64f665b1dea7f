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
  ["liquid", /\{%[-+]?\s*(?:if|for)\b/],
  ["liquid", /\{\{[^}|]*\|\s*(?:upcase|downcase|capitalize|escape|newline_to_br|strip|size)\b[^}]*\}\}/],
];

/** The language of a template's tags; undefined for Mustache, and for HTML without tags. */
export function detectLanguage(source: string): Language | undefined {
  const text = source.slice(0, 1_000_000);
  const hasTags = text.includes("{{") || text.includes("{%");
  return signs.find(([language, sign]) => (hasTags || language === "carbone") && sign.test(text))?.[0];
}
