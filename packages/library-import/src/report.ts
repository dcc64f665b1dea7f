/** What became of an address, a tag or a file. */
export type Outcome =
  /** An address that names an asset now. */
  | "asset"
  /** A style sheet whose text is part of the template's CSS. */
  | "css"
  /** An address in the web. It stays as it is, and Platen prints the document without its content. */
  | "web"
  /** An address whose file is not among the files. */
  | "missing"
  /** An address that needs no file, such as a link. */
  | "kept"
  | "removed"
  /** A tag of another system that is a tag of Platen now. */
  | "rewritten"
  /** A tag of another system that has no equal, and stays as a text. */
  | "listed"
  /** A file that the template does not use, or that Platen does not take. */
  | "skipped";

/** One line of the report. `subject` is the address, the tag or the name as written; empty for a note about the whole. */
export type ReportRow = {
  kind: "address" | "tag" | "file" | "note" | "script";
  subject: string;
  outcome: Outcome;
  /** What stands in its place now. */
  became?: string;
  message?: string;
  /** The file with the address or the tag, and its position there, from 1. */
  file?: string;
  line?: number;
  column?: number;
};

/** Finds lines and columns in a text. */
export function positionsIn(text: string): (offset: number) => { line: number; column: number } {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}
