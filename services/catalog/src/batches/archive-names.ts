import { sameFileKey, toFileName } from "@platen/contracts/internal";

type Named = { row: number; filename: string | null; reference: string | null };

/**
 * Creates the function that names the files of a ZIP: by their `filename`, else their `reference`, else the number of their
 * row. Of files that are one on some system, all but the first get the number of their row too.
 */
export function uniqueNames() {
  const taken = new Set<string>();
  return ({ row, filename, reference }: Named): string => {
    const otherwise = `row ${row + 1}`;
    const text = filename ?? reference ?? otherwise;
    const nameOf = (number: string) => toFileName(text, { extension: ".pdf", number, otherwise });
    let name = nameOf("");
    for (let copy = 1; taken.has(sameFileKey(name)); copy += 1)
      name = nameOf(copy === 1 ? ` (${otherwise})` : ` (${otherwise}, ${copy})`);
    taken.add(sameFileKey(name));
    return name;
  };
}
