import { nestTexts, sizeOfTable, type Texts, type TranslationFormat, type TranslationTable } from "@platen/contracts";
import { stringify } from "csv-stringify/sync";
import { guardCell } from "./formula-cells.ts";

export type TranslationFile = { filename: string; mediaType: string; content: string };

export type FileRequest = {
  format: TranslationFormat;
  /** The one language to write. */
  locale: string | undefined;
  defaultLocale: string;
};

const mediaTypes = { json: "application/json", csv: "text/csv", xliff: "application/xliff+xml" } as const;
const extensions = { json: "json", csv: "csv", xliff: "xlf" } as const;

/** The text of a key, which may be a word such as `constructor`. */
function textOf(texts: Texts | undefined, key: string): string | undefined {
  return texts && Object.hasOwn(texts, key) ? texts[key] : undefined;
}

function writeCsv(table: TranslationTable): string {
  const languages = Object.keys(table);
  const keys = [...sizeOfTable(table).keys].toSorted();
  const rows = keys.map((key) => [key, ...languages.map((one) => textOf(table[one], key) ?? "")].map(guardCell));
  return stringify([["key", ...languages], ...rows]);
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? "");

/** Writes the texts of two languages beside each other. A text of the second one alone stands there with its key as source. */
function writeXliff(source: { locale: string; texts: Texts }, target: { locale: string; texts: Texts }): string {
  const keys = [...new Set([...Object.keys(source.texts), ...Object.keys(target.texts)])].toSorted();
  const units = keys.map((key, index) => {
    const text = textOf(target.texts, key);
    const state = text === undefined ? "initial" : "translated";
    return [
      `    <unit id="u${index + 1}" name="${escaped(key)}">`,
      `      <segment state="${state}">`,
      `        <source>${escaped(textOf(source.texts, key) ?? key)}</source>`,
      ...(text === undefined ? [] : [`        <target>${escaped(text)}</target>`]),
      "      </segment>",
      "    </unit>",
    ].join("\n");
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="${escaped(source.locale)}" trgLang="${escaped(target.locale)}">`,
    '  <file id="translations" xml:space="preserve">',
    ...units,
    "  </file>",
    "</xliff>",
    "",
  ].join("\n");
}

/** Writes a table of translations as a file. XLIFF has one language beside the default one. */
export function writeTranslationFile(
  table: TranslationTable,
  { format, locale, defaultLocale }: FileRequest,
): TranslationFile {
  const textsOf = (language: string): Texts => (Object.hasOwn(table, language) ? (table[language] ?? {}) : {});
  const chosen = locale === undefined ? table : { [locale]: textsOf(locale) };
  const nested = () => Object.fromEntries(Object.entries(chosen).map(([one, texts]) => [one, nestTexts(texts)]));
  const contents = {
    json: () => `${JSON.stringify(nested(), null, 2)}\n`,
    csv: () => writeCsv(chosen),
    xliff: () => {
      const target = locale ?? defaultLocale;
      return writeXliff(
        { locale: defaultLocale, texts: textsOf(defaultLocale) },
        { locale: target, texts: textsOf(target) },
      );
    },
  };
  return {
    filename: `translations${locale === undefined ? "" : `-${locale}`}.${extensions[format]}`,
    mediaType: mediaTypes[format],
    content: contents[format](),
  };
}
