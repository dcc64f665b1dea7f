/** Spreadsheet programs keep no longer text in a cell. */
const longestCell = 32_767;

/** Where the quoted cell ends that begins at a quotation mark: at its last one. Undefined if the text is no such cell. */
function endOfQuoted(text: string, start: number, separator: string): number | undefined {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && text[end + 1] === '"' && end - start < 2 * longestCell) end = text.indexOf('"', end + 2);
  return end !== -1 && ["", separator, "\r", "\n"].includes(text.charAt(end + 1)) ? end : undefined;
}

/**
 * The cells of a text in which separators part the cells, and line breaks the rows. A cell with either is in quotation marks.
 * The rows beyond `mostRows` are left out.
 */
export function readCells(text: string, separator: string, mostRows = Infinity): string[][] {
  const plainEnd = new RegExp(`[${separator}\r\n]`, "g");
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  for (let isOver = false; !isOver && rows.length < mostRows; at += 1) {
    const quoted = text[at] === '"' ? endOfQuoted(text, at, separator) : undefined;
    plainEnd.lastIndex = at;
    const end = quoted === undefined ? (plainEnd.exec(text)?.index ?? text.length) : quoted + 1;
    row.push(quoted === undefined ? text.slice(at, end) : text.slice(at + 1, quoted).replaceAll('""', '"'));
    at = end;
    if (text[at] === separator) continue;
    rows.push(row);
    row = [];
    if (text[at] === "\r" && text[at + 1] === "\n") at += 1;
    // Programs end the last row with a line break too.
    isOver = at >= text.length - 1;
  }
  return rows;
}

/** The separator of the cells in the first line: a tab, as spreadsheet programs copy, or the semicolon or comma of CSV. */
function separatorOf(text: string): string {
  const [line = ""] = text.replaceAll(/"[^"]*"/g, "").split(/[\r\n]/, 1);
  if (line.includes("\t")) return "\t";
  return line.includes(";") && line.split(";").length >= line.split(",").length ? ";" : ",";
}

/** The rows of cells that were copied from a spreadsheet program, or of a CSV text. Rows without a value are left out. */
export function readSheetText(text: string): string[][] {
  return readCells(text, separatorOf(text))
    .map((row) => row.map((cell) => cell.trim()))
    .filter((row) => row.some((cell) => cell !== ""));
}
