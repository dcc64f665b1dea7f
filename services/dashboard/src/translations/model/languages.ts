import { tableLanguage } from "@platen/contracts";

const names = new Intl.DisplayNames("en", { type: "language", fallback: "none" });

/** The English name of a language, such as "Swiss High German"; the tag itself if no name is known. */
export function languageName(locale: string): string {
  try {
    return names.of(locale) ?? locale;
  } catch {
    return locale;
  }
}

/** The language's name in the language itself. */
function ownName(locale: string): string {
  return new Intl.DisplayNames([locale], { type: "language", fallback: "none" }).of(locale) ?? "";
}

const rightToLeft = new Set(["Adlm", "Arab", "Hebr", "Mand", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa"]);

/** The direction in which a language is written. */
export function directionOf(locale: string): "ltr" | "rtl" {
  try {
    return rightToLeft.has(new Intl.Locale(locale).maximize().script ?? "") ? "rtl" : "ltr";
  } catch {
    return "ltr";
  }
}

const letters = [..."abcdefghijklmnopqrstuvwxyz"];
// Browsers can name languages, but not list them. Regions and scripts are here if their texts usually differ.
const variants = (
  "de-AT de-CH en-AU en-CA en-GB en-IE en-IN en-US es-419 es-AR es-ES es-MX fr-BE fr-CA fr-CH it-CH nl-BE pt-BR pt-PT " +
  "sr-Cyrl sr-Latn uz-Cyrl uz-Latn zh-Hans zh-Hant fil haw gsw"
).split(" ");

export type LanguageOption = { value: string; label: string };

function optionOf(locale: string): LanguageOption {
  const [name, own] = [languageName(locale), ownName(locale)];
  const isSame = own === "" || own.toLowerCase() === name.toLowerCase();
  return { value: locale, label: `${name}${isSame ? "" : `, ${own}`} (${locale})` };
}

let known: LanguageOption[] | undefined;

/** Languages to choose from, sorted by their English names. */
export function languageOptions(): LanguageOption[] {
  known ??= [
    ...new Set(
      [...letters.flatMap((first) => letters.map((second) => `${first}${second}`)), ...variants].flatMap((tag) => {
        const locale = tableLanguage(tag);
        return locale !== undefined && names.of(locale) !== undefined ? [locale] : [];
      }),
    ),
  ]
    .map(optionOf)
    .toSorted((one, other) => one.label.localeCompare(other.label, "en"));
  return known;
}

/** The languages that match what a user typed, without those that the table has. A tag such as de-LI is one itself. */
export function findLanguages(typed: string, taken: readonly string[]): LanguageOption[] {
  const search = typed.trim().toLowerCase();
  const tag = tableLanguage(typed.trim());
  const found = languageOptions().filter(({ label }) => label.toLowerCase().includes(search));
  const isNew = tag !== undefined && names.of(tag) !== undefined && !found.some(({ value }) => value === tag);
  const starts = ({ label }: LanguageOption) => (label.toLowerCase().startsWith(search) ? 0 : 1);
  return [...(isNew ? [optionOf(tag)] : []), ...found.toSorted((one, other) => starts(one) - starts(other))].filter(
    ({ value }) => !taken.includes(value),
  );
}
