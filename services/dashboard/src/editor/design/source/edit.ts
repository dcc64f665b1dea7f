import type { Range, Template } from "./nodes.ts";

/** Puts `text` in the place of a range. */
export type Change = Range & { text: string };

/** A template's new text, and how it came from the old one. */
export type Edit = {
  html: string;
  /** In the old text's offsets, in their order, none overlapping another. */
  changes: Change[];
  /** Where that which was edited, or is new, stands in the new text; nothing where it was taken out. */
  selection: Range | undefined;
};

/** Makes an edit of changes; `selected` is a range of the old text, or one of the changes for what it brings. */
export function makeEdit(template: Template, changes: readonly Change[], selected?: Range | Change): Edit {
  const { html } = template;
  const effective = changes
    .filter(({ start, end, text }) => html.slice(start, end) !== text)
    .toSorted((a, b) => a.start - b.start || a.end - b.end);
  return { html: applyChanges(html, effective), changes: effective, selection: selected && place(selected, effective) };
}

/** The text that changes, in their order, make of another. */
export function applyChanges(text: string, changes: readonly Change[]): string {
  const pieces: string[] = [];
  let position = 0;
  for (const change of changes) {
    pieces.push(text.slice(position, change.start), change.text);
    position = change.end;
  }
  return pieces.join("") + text.slice(position);
}

function place(selected: Range | Change, changes: readonly Change[]): Range {
  if ("text" in selected) {
    const start =
      selected.start + shiftOf(changes.filter((change) => change !== selected && change.end <= selected.start));
    const indent = selected.text.length - selected.text.trimStart().length;
    return { start: start + indent, end: start + indent + selected.text.trim().length };
  }
  return {
    start: selected.start + shiftOf(changes.filter(({ end }) => end <= selected.start)),
    end: selected.end + shiftOf(changes.filter(({ start, end }) => start < selected.end && end <= selected.end)),
  };
}

function shiftOf(changes: readonly Change[]): number {
  return changes.reduce((shift, { start, end, text }) => shift + text.length - (end - start), 0);
}
