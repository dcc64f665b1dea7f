import type { Tolerant, Warning } from "@platen/contracts";

/** What the warnings of a document say of its data, by the paths of the fields. */
export function notesOf(warnings: readonly Tolerant<Warning>[]): ReadonlyMap<string, string> {
  return new Map(
    warnings.flatMap(({ code, path, message }) =>
      path === undefined || !code.startsWith("data.")
        ? []
        : [[path, code === "data.missing" ? "The document prints nothing here." : message] as const],
    ),
  );
}
