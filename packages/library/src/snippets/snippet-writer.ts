import { standardDelimiters, type Delimiters } from "@platen/mustache";
import { createComposedWriter, type Place } from "../composed-text.ts";
import type { ParsedPart, TextNode } from "./parse-part.ts";

/** White space that the lines of a part get in place of the margin that they have there. */
export type Lines = { indent: string; margin: string };

/** Copied characters: `at` is their offset in the composed text, `from` in the template's. */
export type Copy = { at: number; from: number; length: number };

/** Writes pieces of parts one after the other, with the delimiters and the white space that they need there. */
export function createSnippetWriter({ limit, onTooLong }: { limit: number; onTooLong: (at: Place) => never }) {
  const writer = createComposedWriter();
  let delimiters = standardDelimiters;

  function write(piece: string, at: Place): void {
    if (writer.length() + piece.length > limit) onTooLong(at);
    writer.add(piece);
  }

  function setDelimiters(next: Delimiters, at: Place): void {
    if (next.open === delimiters.open && next.close === delimiters.close) return;
    write(`${delimiters.open}=${next.open} ${next.close}=${delimiters.close}`, at);
    delimiters = next;
  }

  /** Writes a text, and notes in `copies` which characters are copied. */
  function writeText(node: TextNode, part: ParsedPart, { indent, margin }: Lines, copies?: Copy[]): void {
    const { text: whole, path: partPath } = part;
    const { start, end, line, column } = node;
    const place = { path: partPath, line, column };
    if (writer.isAtLineStart() && !startsWithBreak(whole, start)) write(indent, place);
    setDelimiters(node.before, place);
    delimiters = node.after;
    const isAtMargin = start === 0 || whole.charAt(start - 1) === "\n";
    const first = start + (isAtMargin ? sharedStart(whole, start, end, margin) : 0);
    writer.startRun({ ...place, column: column + first - start }, indent.length - margin.length);
    if (indent === "" && margin === "") {
      copies?.push({ at: writer.length(), from: first, length: end - first });
      write(whole.slice(first, end), place);
      return;
    }
    for (let at = first; at < end;) {
      const breakAt = whole.indexOf("\n", at);
      const lineEnd = breakAt === -1 || breakAt >= end ? end : breakAt + 1;
      copies?.push({ at: writer.length(), from: at, length: lineEnd - at });
      write(whole.slice(at, lineEnd), place);
      if (lineEnd === end) break;
      if (!startsWithBreak(whole, lineEnd)) write(indent, place);
      at = lineEnd + sharedStart(whole, lineEnd, end, margin);
    }
  }

  return {
    write,
    writeText,
    length: writer.length,
    isAtLineStart: writer.isAtLineStart,
    finish: (path: string) => writer.finish(path),
  };
}

const startsWithBreak = (text: string, at: number) => text.startsWith("\n", at) || text.startsWith("\r\n", at);

/** How much of a margin a line has. */
function sharedStart(text: string, at: number, end: number, margin: string): number {
  let length = 0;
  while (length < margin.length && at + length < end && text.charAt(at + length) === margin.charAt(length)) length += 1;
  return length;
}
