import type { Delimiters, Tag } from "@platen/mustache";
import { parseFragment } from "parse5";
import type { Range } from "./nodes.ts";

/** A decoded character with its source range, which is longer for an entity. A Mustache tag is one unit. */
export type WrittenUnit = Range & { text: string; isTag: boolean };

const entity = /&(?:#x[\da-f]+|#\d+|[a-z][a-z\d]*);?/giy;

/** Splits source text, or an attribute's value, into decoded characters with their source ranges. */
export function readWritten(html: string, { start, end }: Range, tags: readonly Tag[]): WrittenUnit[] {
  const units: WrittenUnit[] = [];
  let nextTag = tags.findIndex((tag) => tag.start >= start);
  let position = start;
  while (position < end) {
    const tag = tags[nextTag];
    const unit = tag?.start === position ? { text: html.slice(position, tag.end), isTag: true } : undefined;
    if (unit) nextTag += 1;
    const next = unit ? position + unit.text.length : endOfCharacter(html, position, end);
    units.push({ start: position, end: next, ...(unit ?? { text: shown(html.slice(position, next)), isTag: false }) });
    position = next;
  }
  return units;
}

/** Decodes source text; Mustache tags stay as they are. */
export function decodeWritten(html: string, range: Range, tags: readonly Tag[]): string {
  return readWritten(html, range, tags)
    .map(({ text }) => text)
    .join("");
}

function endOfCharacter(html: string, position: number, end: number): number {
  if (html.charAt(position) === "\r" && html.charAt(position + 1) === "\n") return position + 2;
  if (html.charAt(position) !== "&") return position + 1;
  entity.lastIndex = position;
  const match = entity.exec(html);
  return match && position + match[0].length <= end && shown(match[0]) !== match[0]
    ? position + match[0].length
    : position + 1;
}

const known = new Map<string, string>();

function shown(written: string): string {
  if (written === "\r" || written === "\r\n") return "\n";
  if (written.length === 1) return written;
  let text = known.get(written);
  if (text === undefined) {
    const [node] = parseFragment(written).childNodes;
    text = node && "value" in node ? node.value : written;
    known.set(written, text);
  }
  return text;
}

const textEntities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\u00A0": "&nbsp;" };

/** Escapes text for both HTML and Mustache. */
export function writeText(text: string, delimiters: Delimiters): string {
  return writeCharacters(text, delimiters, textEntities);
}

/** Escapes a value for an attribute in quotes. Mustache tags in it stay tags. */
export function writeAttributeValue(value: string, tags: readonly Tag[], quote: '"' | "'"): string {
  const entities: Record<string, string> = { "&": "&amp;", [quote]: quote === '"' ? "&quot;" : "&#39;" };
  let written = "";
  let position = 0;
  const write = (end: number) => {
    written += value.slice(position, end).replace(/[&"']/g, (character) => entities[character] ?? character);
  };
  for (const tag of tags) {
    write(tag.start);
    written += value.slice(tag.start, tag.end);
    position = tag.end;
  }
  write(value.length);
  return written;
}

function writeCharacters(text: string, { open }: Delimiters, entities: Record<string, string>): string {
  let written = "";
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index);
    written += startsDelimiter(text, index, open)
      ? `&#${character.charCodeAt(0)};`
      : (entities[character] ?? character);
  }
  return written;
}

/** Whether an opening delimiter starts here, or could start together with the text around. */
function startsDelimiter(text: string, index: number, open: string): boolean {
  const rest = text.slice(index, index + open.length);
  return open.startsWith(rest) || (index === 0 && open.endsWith(text.charAt(0)));
}
