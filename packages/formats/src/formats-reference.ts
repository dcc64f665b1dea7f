import { fillParts, parseMustache } from "@platen/mustache";
import { builtins } from "./builtins.ts";
import { createEvaluator } from "./create-evaluator.ts";
import { formatKinds, type Example, type Format, type FormatKind } from "./format.ts";
import { formats, signatureOf } from "./registry.ts";

const locales = ["en-US", "de-DE", "fr-FR"] as const;

const titles: Readonly<Record<FormatKind, string>> = {
  numbers: "Numbers",
  dates: "Dates",
  text: "Texts",
  choice: "Choice",
  lists: "Lists",
  reach: "Reach",
  codes: "Codes",
  charts: "Charts",
  languages: "Languages",
};

const typeNames: Readonly<Record<Format["takes"] | Format["gives"], string>> = {
  number: "a number",
  date: "a date",
  text: "a text",
  boolean: "a condition",
  list: "a list",
  object: "an object",
  any: "any value",
  markup: "markup",
};

/** Code in a cell of a table, where a bar would end the cell. */
function cell(text: string): string {
  // Markdown drops an empty code, and one of blanks alone.
  return text.trim() === "" ? "" : `\`${text.replaceAll("|", String.raw`\|`).replaceAll("\n", "\\n")}\``;
}

function printed({ template, data, texts }: Example, locale: string): string {
  const messages = texts && { defaultLocale: "en", languages: texts };
  const evaluator = createEvaluator({ locale, timeZone: "UTC", messages });
  const filled = fillParts(parseMustache(template, { dialect: 2 }), data, { maxOutputLength: 10_000, evaluator });
  return filled
    .replaceAll(/<svg[^>]*class="(chart|code).*?<\/svg>/gs, "($1)")
    .replaceAll(/[\u00A0\u202F]/g, " ")
    .replaceAll("&#x2F;", "/");
}

function describe(format: Format): string[] {
  const rows = format.examples.map((example) =>
    [example.template, JSON.stringify(example.data), ...locales.map((locale) => printed(example, locale))].map(cell),
  );
  return [
    `### ${format.name}`,
    "",
    `\`${signatureOf(format)}\` takes ${typeNames[format.takes]} and gives ${typeNames[format.gives]}.`,
    "",
    format.description,
    "",
    `| Template | Data | ${locales.join(" | ")} |`,
    `| --- | --- | ${locales.map(() => "---").join(" | ")} |`,
    ...rows.map((cells) => `| ${cells.join(" | ")} |`),
    "",
  ];
}

/** What authors look for, with the data of an invoice. */
const bill = {
  name: "ada",
  total: 1240.5,
  rate: 0.21,
  due: "2026-01-31",
  paid: "2026-02-14",
  days: 14,
  status: "paid",
  nickname: "",
  tags: ["new", "sale"],
  note: "Ring twice\nThank you",
  lines: [
    { item: "Oak", price: 19.9, quantity: 3, rate: 0.21 },
    { item: "Ash", price: 7.25, quantity: 1, rate: 0.09 },
  ],
};
const tasks: readonly [task: string, template: string][] = [
  ["Print an amount, a number, a share", "{{ total | money EUR }} · {{ total | number 0 }} · {{ rate | percent }}"],
  ["Print an amount without its symbol", "{{ total | money EUR plain }}"],
  ["Print a date", "{{ due | date long }} · {{ due | date 'dd.MM.yyyy' }}"],
  ["Move a date, count days", "{{ due | later 14 days | date }} · {{ due | until paid }}"],
  ["Choose words by a number", "{{ days | plural 'one day' '# days' }}"],
  ["Print something for a missing value", "{{ nickname | or name | capital }}"],
  ["Print by a condition", "{{# status | is 'paid' }}Paid{{/status}}{{^ status | is 'paid' }}Due{{/status}}"],
  ["Ask whether a value is there, even 0", "{{# rate | present }}{{ rate | percent }}{{/rate}}"],
  ["Ask for one of several values", "{{# status | in 'paid' 'sent' }}Done{{/status}}"],
  ["Number rows, put commas between", "{{#lines}}{{@number}} {{item}}{{^@last}}, {{/@last}}{{/lines}}"],
  ["Join a list", "{{ tags | join ', ' }} · {{ tags | join and }}"],
  ["Add a column", "{{ lines | sum quantity }}"],
  ["Add price times quantity", "{{ lines | sum price times=quantity round=2 | money EUR }}"],
  [
    "Add by group, such as tax for each rate",
    "{{# lines | groups rate total=price times=quantity }}{{ key | percent }}: {{ total | times key | money EUR }} {{/lines}}",
  ],
  ["Use a result again", "{{# lines | sum quantity | as n }}{{ n }} of {{ n | plus 6 }}{{/lines}}"],
  ["Sort, filter, take the first", "{{# lines | where rate 0.21 | sort item | take 1 }}{{item}}{{/lines}}"],
  ["Keep line breaks", "{{ note | lines }}"],
  ["Draw a code", "{{ name | qr 24mm }}"],
];

/** Prints `docs/formats.md` from the registry, with the result of each example. */
export function formatsReference(): string {
  return [
    "# Formats",
    "",
    "<!-- Generated from packages/formats/src by `npm run generate`. -->",
    "",
    "Inside a tag, `|` hands the value on its left to the format on its right. Names of data and of formats are written",
    "bare, texts in quotes. What begins with `@` comes from Platen. [templates.md](templates.md#formats) explains how they work",
    "together. Brackets mark arguments that may be left out. The results use no-break blanks where the language does.",
    "",
    "A value that does not fit a format, such as a name for `money`, is printed as it is. A missing value prints nothing.",
    "",
    "## Which format for what",
    "",
    "| To | Write | Prints |",
    "| --- | --- | --- |",
    ...tasks.map(
      ([task, template]) =>
        `| ${task} | ${cell(template)} | ${cell(printed({ template, data: bill }, "en-US").trim())} |`,
    ),
    "",
    "Formats stand one after the other, and each gets the result of the one before: numbers first, words last. Calculate and",
    "round before you print: `{{ price | times quantity | round 2 | money EUR }}`. A format that prints, such as `money` or",
    "`date`, gives a text, so nothing can calculate with it afterwards. There are no parentheses: name a result with [as](#as)",
    "where an argument should be one.",
    "",
    "## From Platen",
    "",
    "| Name | Meaning |",
    "| --- | --- |",
    ...builtins.map(({ name, description }) => `| \`@${name}\` | ${description} |`),
    "",
    ...formatKinds.flatMap((kind) => [
      `## ${titles[kind]}`,
      "",
      ...formats.filter((format) => format.kind === kind).flatMap(describe),
    ]),
  ]
    .join("\n")
    .trimEnd()
    .concat("\n");
}
