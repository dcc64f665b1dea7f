/** A replacement of a piece of a text. */
export type Edit = { start: number; end: number; text: string };

/** Applies edits. Of two that overlap, the first counts. */
export function applyEdits(source: string, edits: readonly Edit[]): string {
  const pieces: string[] = [];
  let position = 0;
  for (const { start, end, text } of edits.toSorted((one, other) => one.start - other.start)) {
    if (start < position) continue;
    pieces.push(source.slice(position, start), text);
    position = end;
  }
  pieces.push(source.slice(position));
  return pieces.join("");
}
