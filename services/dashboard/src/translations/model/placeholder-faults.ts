import { placeholdersOf } from "@platen/formats";

const list = new Intl.ListFormat("en", { type: "conjunction" });
const inBraces = (names: readonly string[]) => list.format(names.map((name) => `{${name}}`));

export type PlaceholderFaults = {
  /** Names that the text of the default language uses and this one lacks. */
  missing: string[];
  /** Names that only this text uses. */
  extra: string[];
};

/** Compares the placeholders of a translation with those of the text of the default language. */
export function placeholderFaults(text: string, defaultText: string): PlaceholderFaults {
  const [own, expected] = [placeholdersOf(text), placeholdersOf(defaultText)];
  return {
    missing: expected.filter((name) => !own.includes(name)),
    extra: own.filter((name) => !expected.includes(name)),
  };
}

/** The faults in plain words, each as a sentence. */
export function describeFaults({ missing, extra }: PlaceholderFaults): string[] {
  return [
    ...(missing.length > 0 ? [`The text of the default language uses ${inBraces(missing)}; this one does not.`] : []),
    ...(extra.length > 0 ? [`This text uses ${inBraces(extra)}; that of the default language does not.`] : []),
  ];
}
