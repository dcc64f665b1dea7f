import { textOf, type Cell } from "./cell.ts";

/** A part of a file name: a text, or the number of a column whose cell stands there. */
export type NamePart = string | number;

const longestFileName = 200;
const placeholder = /\{([^{}]*)\}/g;

/** Reads a pattern for file names such as `payslip-{number}.pdf`, whose braces name columns. */
export function readFileNames(
  pattern: string,
  headers: readonly string[],
): { parts: readonly NamePart[] } | { mistake: string } {
  if (pattern.trim() === "") return { parts: [] };
  const parts: NamePart[] = [];
  let end = 0;
  for (const match of pattern.matchAll(placeholder)) {
    const [whole, name = ""] = match;
    const column = headers.indexOf(name.trim());
    if (column === -1) return { mistake: `The file has no column “${name}”.` };
    parts.push(pattern.slice(end, match.index), column);
    end = match.index + whole.length;
  }
  parts.push(pattern.slice(end));
  const texts = parts.filter((part) => typeof part === "string");
  if (texts.some((text) => /[{}]/.test(text))) return { mistake: "Close each brace, such as {number}." };
  if (texts.some((text) => /[/\\]/.test(text))) return { mistake: "A file name has no slashes." };
  if (!parts.some((part) => typeof part === "number"))
    return { mistake: "Name a column in braces, such as {number}, so that the files differ." };
  return { parts };
}

/** The file name of a row, or what is wrong with it; undefined if its columns are empty. */
export function fileNameOf(
  parts: readonly NamePart[],
  cells: readonly Cell[],
): { name: string } | { mistake: string } | undefined {
  const columns = parts.filter((part) => typeof part === "number");
  if (columns.every((column) => textOf(cells[column] ?? null).trim() === "")) return undefined;
  const name = parts
    .map((part) => (typeof part === "number" ? textOf(cells[part] ?? null).trim() : part))
    .join("")
    .trim();
  if (name.length > longestFileName) return { mistake: `has more than ${longestFileName} characters` };
  if (/[\p{Cc}/\\]/u.test(name) || !name.isWellFormed()) return { mistake: "has a slash or a control character" };
  return { name };
}
