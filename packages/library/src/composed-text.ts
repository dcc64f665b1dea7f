/**
 * A run of composed text: where it starts, the index of its part, and the line and column of its start in that part. The
 * text goes on as in the part, with each line `shift` characters longer at its beginning. A run without a shift is not
 * in the part: the whole run has one place.
 */
export type Run = [start: number, part: number, line: number, column: number, shift: number | null];

/** Where each character of a composed text was written: the names of the parts, and the runs in the order of the text. */
export type Places = { parts: string[]; runs: Run[] };

/** A text made of pieces of several parts: the template's own, and snippets. */
export type ComposedText = { text: string; places: Places };

/** A position in a text that an author wrote. Line and column count from 1. */
export type Place = { path: string; line: number; column: number };

export type PlacedMessage = Place & { message: string };

/** A text of one part, in which nothing is composed yet. */
export function writtenText(path: string, text: string): ComposedText {
  return { text, places: { parts: [path], runs: [[0, 0, 1, 1, 0]] } };
}

/**
 * Reads the places of a composed text. For offsets that never decrease, all reads together take a time that grows with
 * the length of the text.
 */
export function createPlaceReader({ text, places: { parts, runs } }: ComposedText) {
  let index = 0;
  /** The last line break that was counted in the run, and how many were. */
  let lineStart = -1;
  let lines = 0;
  let latest = 0;

  return function placeOf(offset: number): Place {
    if (offset < latest) {
      index = 0;
      lineStart = -1;
      lines = 0;
    }
    latest = offset;
    let next = runs[index + 1];
    while (next && next[0] <= offset) {
      index += 1;
      lineStart = -1;
      lines = 0;
      next = runs[index + 1];
    }
    const [start, part, line, column, shift] = runs[index] ?? [0, 0, 1, 1, null];
    const path = parts[part] ?? "";
    if (shift === null) return { path, line, column };
    for (;;) {
      const end = text.indexOf("\n", Math.max(start, lineStart));
      if (end === -1 || end >= offset) break;
      lines += 1;
      lineStart = end + 1;
    }
    if (lineStart === -1) return { path, line, column: column + Math.max(0, offset - start) };
    return { path, line: line + lines, column: Math.max(1, offset - lineStart - shift + 1) };
  };
}

/** The place where an author wrote the character at an offset. */
export function placeAt(composed: ComposedText, offset: number): Place {
  return createPlaceReader(composed)(offset);
}

/** Collects the pieces of a composed text. */
export function createComposedWriter() {
  const pieces: string[] = [];
  const parts: string[] = [];
  const runs: Run[] = [];
  const indexes = new Map<string, number>();
  let length = 0;
  let isAtLineStart = true;

  function indexOf(path: string): number {
    const known = indexes.get(path);
    if (known !== undefined) return known;
    indexes.set(path, parts.length);
    parts.push(path);
    return parts.length - 1;
  }

  return {
    length: () => length,
    isAtLineStart: () => isAtLineStart,
    /** Says where the text that comes next was written. */
    startRun({ path, line, column }: Place, shift: number | null): void {
      if (runs.at(-1)?.[0] === length) runs.pop();
      runs.push([length, indexOf(path), line, column, shift]);
    },
    add(text: string): void {
      if (text === "") return;
      pieces.push(text);
      length += text.length;
      isAtLineStart = text.endsWith("\n");
    },
    /** The composed text. Its first part is the given one. */
    finish(path: string): ComposedText {
      if (runs[0]?.[0] !== 0) runs.unshift([0, indexOf(path), 1, 1, null]);
      return { text: pieces.join(""), places: { parts, runs } };
    },
  };
}

export type Replacement = { start: number; end: number; text: string };

/**
 * Replaces pieces of a composed text, given in the order of the text and apart from each other. All other text keeps its
 * places; a replacement has the place of the start of what it replaces.
 */
export function replaceIn(composed: ComposedText, replacements: readonly Replacement[]): ComposedText {
  if (replacements.length === 0) return composed;
  const { text, places } = composed;
  const writer = createComposedWriter();
  const placeOf = createPlaceReader(composed);
  let run = 0;
  let position = 0;

  /** Copies the text up to an offset, with the runs that start in it. */
  function copyTo(end: number): void {
    while (position < end) {
      while ((places.runs[run + 1]?.[0] ?? Infinity) <= position) run += 1;
      const [, , , , shift] = places.runs[run] ?? [0, 0, 1, 1, null];
      const stop = Math.min(end, places.runs[run + 1]?.[0] ?? end);
      writer.startRun(placeOf(position), shift);
      writer.add(text.slice(position, stop));
      position = stop;
    }
  }

  for (const { start, end, text: replacement } of replacements) {
    copyTo(start);
    writer.startRun(placeOf(start), null);
    writer.add(replacement);
    position = end;
  }
  copyTo(text.length);
  return writer.finish(places.parts[0] ?? "");
}
