/** What systems refuse in names of files, or read as folders. */
const unsafe = /[\p{Cc}/\\:*?"<>|]/gu;
/** Longer names do not fit into every file system. */
const longestName = 200;

type Named = { row: number; filename: string | null; reference: string | null };

function nameOf({ row, filename, reference }: Named): string {
  const given = (filename ?? reference ?? `row ${row + 1}`).replaceAll(unsafe, "_").trim();
  const name = given
    .replace(/\.pdf$/i, "")
    .slice(0, longestName)
    .toWellFormed();
  let end = name.length;
  // Windows takes no such end.
  while (name[end - 1] === "." || name[end - 1] === " ") end -= 1;
  return end === 0 ? `row ${row + 1}` : name.slice(0, end);
}

/**
 * Creates the function that names the files of a ZIP: by their `filename`, else their `reference`, else the number of their
 * row. Of files with one name, in any spelling of cases, all but the first get the number of their row too.
 */
export function uniqueNames() {
  const taken = new Set<string>();
  return (file: Named): string => {
    const name = nameOf(file);
    let unique = name;
    for (let copy = 1; taken.has(unique.toLowerCase()); copy += 1)
      unique = copy === 1 ? `${name} (row ${file.row + 1})` : `${name} (row ${file.row + 1}, ${copy})`;
    taken.add(unique.toLowerCase());
    return `${unique}.pdf`;
  };
}
