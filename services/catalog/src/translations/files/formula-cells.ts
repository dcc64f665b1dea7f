// A spreadsheet runs a cell as a formula that begins so, some after apostrophes, tabs and line breaks that they take away.
// A spreadsheet that expects other separators begins a cell after these, also within quotes.
const bare = /(^|[;\t\r\n])('*)(?=[=+\-@＝＋－＠])/g;
const guarded = /(^|[;\t\r\n])'('*)(?=[=+\-@＝＋－＠])/g;

/** Writes a text so that a spreadsheet shows it: with an apostrophe before what it would run as a formula. */
export function guardCell(text: string): string {
  return text.replaceAll(bare, "$1'$2");
}

/** Reads what {@link guardCell} wrote, exactly. */
export function unguardCell(cell: string): string {
  return cell.replaceAll(guarded, "$1$2");
}
