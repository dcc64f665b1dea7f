/** A part of a text: words, or a placeholder as written, such as `{due, date, long}`. */
export type MessagePiece = { words: string } | { placeholder: string };

/** Writes words so that ICU reads them as they are. */
function escapeWords(words: string): string {
  const first = words.search(/[{}]/);
  if (first !== -1) {
    // One quotation from the first brace to the last. Each apostrophe beside it could end or begin it.
    const last = Math.max(words.lastIndexOf("{"), words.lastIndexOf("}"));
    const doubled = [words.slice(0, first), words.slice(first, last + 1), words.slice(last + 1)].map((part) =>
      part.replaceAll("'", "''"),
    );
    return doubled.join("'");
  }
  return words.replaceAll(/'(?=['<>]|$)/g, "''");
}

/** The text of parts. */
export function writeMessagePieces(pieces: readonly MessagePiece[]): string {
  let text = "";
  let words = "";
  for (const piece of pieces) {
    // Words side by side are one: an apostrophe means something else at their end.
    if ("words" in piece) words += piece.words;
    else {
      text += escapeWords(words) + piece.placeholder;
      words = "";
    }
  }
  return text + escapeWords(words);
}
