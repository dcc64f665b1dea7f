import { mustacheName } from "./foreign-path.ts";

/** The format that does what a filter or helper of Liquid, Jinja, Twig and Handlebars does. */
const formats: Readonly<Record<string, string>> = {
  add: "plus",
  capitalize: "capital",
  currency: "money",
  date: "date",
  date_format: "date",
  default: "or",
  divide: "divide",
  divided_by: "divide",
  downcase: "lower",
  first: "first",
  formatCurrency: "money",
  formatDate: "date",
  formatMoney: "money",
  formatNumber: "number",
  groupby: "groups",
  group_by: "groups",
  join: "join",
  last: "last",
  length: "count",
  lowercase: "lower",
  map: "map",
  minus: "minus",
  money: "money",
  mul: "times",
  multiply: "times",
  newline_to_br: "lines",
  nl2br: "lines",
  nlbr: "lines",
  number_format: "number",
  numberFormat: "number",
  pluralize: "plural",
  plus: "plus",
  reverse: "reverse",
  round: "round",
  size: "count",
  sort: "sort",
  strftime: "date",
  strip: "trim",
  subtract: "minus",
  sum: "sum",
  times: "times",
  toFixed: "number",
  toLowerCase: "lower",
  toUpperCase: "upper",
  truncate: "truncate",
  uniq: "unique",
  upcase: "upper",
  uppercase: "upper",
  where: "where",
};

/** Formats whose arguments Platen writes in another way. */
const rewritten: Readonly<Record<string, string>> = { date: "date long", money: "money EUR", number: "number 2" };

function formatFor(name: string): string | undefined {
  return Object.hasOwn(formats, name) ? formats[name] : undefined;
}

/** The call of a format for a filter such as `times quantity` or `upcase`; undefined for an unknown filter. */
export function insteadOfCall(call: string): string | undefined {
  const [name = "", ...args] = call.split(/[\s,]+/).filter((word) => word !== "");
  const format = formatFor(name);
  if (format === undefined) return undefined;
  if (Object.hasOwn(rewritten, format)) return rewritten[format];
  return [format, ...args.map((arg) => mustacheName(arg) ?? arg)].join(" ");
}

/** The tag for a helper such as `formatDate due "DD.MM."` or `multiply price quantity`; undefined for an unknown one. */
export function tagForHelper(text: string): string | undefined {
  const [helper = "", subject = "", ...args] = text.split(/\s+/);
  const name = mustacheName(subject);
  const format = name === undefined ? undefined : insteadOfCall([helper, ...args].join(" "));
  return format === undefined ? undefined : `{{ ${name} | ${format} }}`;
}
