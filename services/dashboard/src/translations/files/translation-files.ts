import { tableLanguage, type TranslationFormat } from "@platen/contracts";
import { formatCount } from "../../ui/format.ts";
import { languageName } from "../model/languages.ts";
import type { TableDifference } from "../model/text-table.ts";

/** What the server needs to import a file. */
export type ImportRequest = {
  format: TranslationFormat;
  content: string;
  locale?: string;
  mode: "merge" | "replace";
};

const endings: readonly [RegExp, TranslationFormat][] = [
  [/\.json$/i, "json"],
  [/\.csv$/i, "csv"],
  [/\.(?:xlf|xliff|xml)$/i, "xliff"],
];

/** The format of a file by its name; undefined for a name that says none. */
export function formatOfFile(name: string): TranslationFormat | undefined {
  return endings.find(([ending]) => ending.test(name))?.[1];
}

/** Whether a JSON text has an object for each language, rather than the texts of one. */
export function namesLanguages(content: string): boolean {
  try {
    const table: unknown = JSON.parse(content);
    if (typeof table !== "object" || table === null || Array.isArray(table)) return true;
    return Object.entries(table).every(
      ([name, texts]) =>
        typeof texts === "object" && texts !== null && tableLanguage(name) !== undefined && languageName(name) !== name,
    );
  } catch {
    // The server says where the mistake is.
    return true;
  }
}

/** The language that a file's name ends with, as in `texts.de-CH.json`; undefined for another name. */
export function localeOfFile(name: string): string | undefined {
  const tag = /(?:^|[._ ])([a-z]{2,3}(?:-[a-z0-9]+)*)\.json$/i.exec(name)?.[1];
  return tag === undefined ? undefined : tableLanguage(tag);
}

/** Says what an import changed: "12 texts added, 3 changed. French is new." */
export function describeDifference({ added, changed, removed, newLocales }: TableDifference): string {
  const counts = [
    [added, "added"],
    [changed, "changed"],
    [removed, "removed"],
  ] as const;
  const parts = counts.flatMap(([count, word]) => (count > 0 ? [{ count, word }] : []));
  const [first, ...others] = parts;
  const texts = first
    ? `${[`${formatCount(first.count, "text")} ${first.word}`, ...others.map(({ count, word }) => `${count.toLocaleString("en")} ${word}`)].join(", ")}.`
    : "The file changed no text.";
  const names = new Intl.ListFormat("en").format(newLocales.map(languageName));
  return newLocales.length === 0 ? texts : `${texts} ${names} ${newLocales.length === 1 ? "is" : "are"} new.`;
}
