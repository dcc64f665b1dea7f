import {
  builtins,
  createEvaluator,
  formatKinds,
  formats,
  signatureOf,
  type Example,
  type Format,
  type FormatKind,
} from "@platen/formats";
import { fillParts, parseMustache } from "@platen/mustache";

const locales = ["en-US", "de-DE", "fr-FR"] as const;

const titles: Readonly<Record<FormatKind, string>> = {
  numbers: "Numbers",
  dates: "Dates",
  text: "Texts",
  choice: "Choice",
  lists: "Lists",
  reach: "Reach",
  codes: "Codes",
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
    .replaceAll(/<svg.*?<\/svg>/gs, "(code)")
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
