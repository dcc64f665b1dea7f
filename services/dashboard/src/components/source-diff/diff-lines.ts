import { diffArrays, diffWordsWithSpace } from "diff";

/** A segment of a line. A changed segment is missing in the line on the other side. */
export type Segment = { text: string; isChanged: boolean };

/** A line of the comparison, with its number in each text that has it, counted from 1. */
export type DiffLine = { kind: "same" | "removed" | "added"; before?: number; after?: number; segments: Segment[] };

/** Texts with more edits are shown as replaced as a whole, because comparing them would take too long. */
const maxEdits = 1_500;
/** Longer lines, such as pictures as data, are not compared word by word. */
const longestLine = 2_000;
/** Nor are lines in a larger block of changes. */
const maxLines = 200;

/** The lines of a text, each with its line break. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+/g) ?? [];
}

type Block = { lines: string[]; kind: DiffLine["kind"] };

function blocksOf(before: string[], after: string[]): Block[] {
  const changes = diffArrays(before, after, { maxEditLength: maxEdits });
  if (!changes) {
    return [
      { lines: before, kind: "removed" },
      { lines: after, kind: "added" },
    ];
  }
  return changes.map(({ value, added, removed }) => ({
    lines: value,
    kind: added ? "added" : removed ? "removed" : "same",
  }));
}

/** Compares two lines word by word, or as a whole if they have little in common. */
function segmentsOf(before: string, after: string): { before: Segment[]; after: Segment[] } {
  const whole = { before: [{ text: before, isChanged: false }], after: [{ text: after, isChanged: false }] };
  if (Math.max(before.length, after.length) > longestLine) return whole;
  const words = diffWordsWithSpace(before, after);
  const common = words.reduce(
    (sum, { value, added, removed }) => sum + (added || removed ? 0 : value.trim().length),
    0,
  );
  if (common * 3 < Math.max(before.trim().length, after.trim().length)) return whole;
  return {
    before: words.filter(({ added }) => !added).map(({ value, removed }) => ({ text: value, isChanged: removed })),
    after: words.filter(({ removed }) => !removed).map(({ value, added }) => ({ text: value, isChanged: added })),
  };
}

/** Compares two texts line by line, and replaced lines word by word. */
export function diffLines(before: string, after: string): DiffLine[] {
  const blocks = blocksOf(linesOf(before), linesOf(after));
  const lines: DiffLine[] = [];
  let beforeNumber = 0;
  let afterNumber = 0;
  for (const [index, { kind, lines: texts }] of blocks.entries()) {
    const neighbour = kind === "removed" ? blocks[index + 1] : kind === "added" ? blocks[index - 1] : undefined;
    const isSmall = Math.max(texts.length, neighbour?.lines.length ?? 0) <= maxLines;
    for (const [position, text] of texts.entries()) {
      const other = isSmall && neighbour?.kind !== "same" ? neighbour?.lines[position] : undefined;
      const segments =
        other === undefined
          ? undefined
          : kind === "removed"
            ? segmentsOf(text, other).before
            : segmentsOf(other, text).after;
      lines.push({
        kind,
        ...(kind === "added" ? {} : { before: ++beforeNumber }),
        ...(kind === "removed" ? {} : { after: ++afterNumber }),
        segments: segments ?? [{ text, isChanged: false }],
      });
    }
  }
  return lines;
}

/** Lines to show, or a gap of lines that are folded away. */
export type DiffPart = { kind: "lines"; lines: DiffLine[] } | { kind: "gap"; lines: DiffLine[] };

/** The number of unchanged lines to show on each side of a change. */
const context = 3;

/** Folds away unchanged lines, except those around changes. A gap is never a single line. */
export function foldUnchanged(lines: readonly DiffLine[]): DiffPart[] {
  const isNear = Array.from({ length: lines.length }, () => false);
  for (const [index, { kind }] of lines.entries()) {
    if (kind !== "same") isNear.fill(true, Math.max(0, index - context), index + context + 1);
  }
  const parts: DiffPart[] = [];
  for (const [index, line] of lines.entries()) {
    const isAlone = isNear[index - 1] !== false && isNear[index + 1] !== false;
    const kind = isNear[index] === true || isAlone ? "lines" : "gap";
    const last = parts.at(-1);
    if (last?.kind === kind) last.lines.push(line);
    else parts.push({ kind, lines: [line] });
  }
  return parts;
}
