import type { Range } from "./nodes.ts";

/** The line break that a text uses. */
export function lineBreakOf(html: string): string {
  return html.includes("\r\n") ? "\r\n" : "\n";
}

function lineStart(html: string, offset: number): number {
  return html.lastIndexOf("\n", offset - 1) + 1;
}

/** The white space with which the line of an offset begins. */
export function indentAt(html: string, offset: number): string {
  const start = lineStart(html, offset);
  return /^[ \t]*/.exec(html.slice(start, Math.max(start, offset)))?.[0] ?? "";
}

export function startsLine(html: string, offset: number): boolean {
  return html.slice(lineStart(html, offset), offset).trim() === "";
}

export function endsLine(html: string, offset: number): boolean {
  return /^[ \t]*(\r?\n|$)/.test(html.slice(offset, nextLine(html, offset)));
}

export function standsAlone(html: string, { start, end }: Range): boolean {
  return startsLine(html, start) && endsLine(html, end);
}

/** The start of the line after an offset's, or the end of the text. */
function nextLine(html: string, offset: number): number {
  const lineEnd = html.indexOf("\n", offset);
  return lineEnd === -1 ? html.length : lineEnd + 1;
}

/** The lines of what stands alone on them, with one line break. Of what does not, itself. */
export function wholeLines(html: string, range: Range): Range {
  if (!standsAlone(html, range)) return { start: range.start, end: range.end };
  const start = lineStart(html, range.start);
  const end = nextLine(html, range.end);
  if (html.charAt(end - 1) === "\n" || start === 0) return { start, end };
  // The last line takes the break before it.
  return { start: html.charAt(start - 2) === "\r" ? start - 2 : start - 1, end };
}

/** Writes markup that has line breaks of `\n` for a place: with its line break, and its indentation on all lines but the first. */
export function fitLines(markup: string, indent: string, lineBreak: string): string {
  return markup
    .split("\n")
    .map((line, index) => (index === 0 || line === "" ? line : indent + line))
    .join(lineBreak);
}
