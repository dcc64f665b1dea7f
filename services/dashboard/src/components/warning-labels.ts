import type { WarningCode } from "@platen/contracts";

/** What a warning means for a reader of the document. A newer server may send codes that are not in this table. */
export const warningLabels: Readonly<Record<string, string>> = {
  "data.missing": "Missing data",
  "data.unformattable": "Data in a wrong form",
  "data.replaced": "Data replaced by calculated fields",
  "translation.missing": "Missing translation",
  "resource.blocked": "Files not loaded",
  "asset.missing": "Files missing in the library",
  "glyph.missing": "Characters without a font",
  "font.replaced": "Replaced fonts",
  "font.failed": "Refused fonts",
  "page.shrunk": "Pages printed smaller",
  "page.cut": "Pages cut off",
  "text.cut": "Text cut off",
  "page.empty": "Empty pages",
  "page.size": "Unknown page size",
  "text.picture": "Text as a picture",
  "script.pending": "Scripts without an end",
} satisfies Record<WarningCode, string>;

/** The choices of a filter by warnings. */
export const warningOptions: readonly { value: string; label: string }[] = [
  { value: "any", label: "With warnings" },
  ...Object.entries(warningLabels).map(([value, label]) => ({ value, label })),
];

/** The label of a warning's code. */
export function warningLabel(code: string): string {
  return warningLabels[code] ?? code;
}

/** A cause of warnings, and each of them: a tag may stand in several places. */
type Cause<Item> = { code: string; message: string; warnings: readonly Item[] };

/** The warnings of a document by their causes. */
export function causesOf<Item extends { code: string; message: string }>(warnings: readonly Item[]): Cause<Item>[] {
  const causes = Map.groupBy(warnings, ({ code, message }) => JSON.stringify([code, message]));
  return [...causes.values()].flatMap((same) => {
    const [first] = same;
    return first ? [{ code: first.code, message: first.message, warnings: same }] : [];
  });
}

/** How many warnings a document has, in words. */
export function warningCount(count: number): string {
  return count === 1 ? "1 warning" : `${count} warnings`;
}

/** The warnings of a document in few words; undefined for a complete document. */
export function warningSummary(warnings: readonly { code: string; message: string }[]): string | undefined {
  const [code, ...others] = new Set(warnings.map((warning) => warning.code));
  if (code === undefined) return undefined;
  return others.length === 0 ? warningLabel(code) : warningCount(causesOf(warnings).length);
}
