import type { Range } from "./nodes.ts";

/** The line break that a text uses. */
export function lineBreakOf(html: string): string {
  return html.includes("\r\n") ? "\r\n" : "\n";
}

function lineStart(html: string, offset: number): number {
  return html.lastIndexOf("\n", offset - 1) + 1;
}

/** The indentation of the line at an offset. */
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

/** Extends a range that is alone on its lines to whole lines with one line break; any other range stays the same. */
export function wholeLines(html: string, range: Range): Range {
  if (!standsAlone(html, range)) return { start: range.start, end: range.end };
  const start = lineStart(html, range.start);
  const end = nextLine(html, range.end);
  if (html.charAt(end - 1) === "\n" || start === 0) return { start, end };
  // The last line includes the line break before it.
  return { start: html.charAt(start - 2) === "\r" ? start - 2 : start - 1, end };
}

/** Converts the line breaks of markup from `\n`, and indents all lines but the first. */
export function fitLines(markup: string, indent: string, lineBreak: string): string {
  return markup
    .split("\n")
    .map((line, index) => (index === 0 || line === "" ? line : indent + line))
    .join(lineBreak);
}
