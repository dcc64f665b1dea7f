/** The separator of the cells in the first line: a tab, as spreadsheet programs copy, or the semicolon or comma of CSV. */
function separatorOf(text: string): string {
  const [line = ""] = text.replaceAll(/"[^"]*"/g, "").split(/[\r\n]/, 1);
  if (line.includes("\t")) return "\t";
  return line.includes(";") && line.split(";").length >= line.split(",").length ? ";" : ",";
}

/** The rows of cells that were copied from a spreadsheet program, or of a CSV text. Rows without a value are left out. */
export function readSheetText(text: string): string[][] {
  const separator = separatorOf(text);
  const cells = new RegExp(`(?:[ ]*"((?:[^"]|"")*)"[ ]*|([^${separator}\r\n]*))(${separator}|\r\n|\r|\n|$)`, "gy");
  const rows: string[][] = [[]];
  for (const [, quoted, plain = "", end] of text.matchAll(cells)) {
    rows.at(-1)?.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    if (end === "") break;
    if (end !== separator) rows.push([]);
  }
  return rows.filter((row) => row.some((cell) => cell !== ""));
}
