import type { Range, Template } from "../model/nodes.ts";

/** Replaces a range by `text`. */
export type Change = Range & { text: string };

/** A template's new text, with the changes that led to it. */
export type Edit = {
  html: string;
  /** In order, with offsets in the old text, and without overlaps. */
  changes: Change[];
  /** The range of the edited or inserted node in the new text; undefined if it was removed. */
  selection: Range | undefined;
  /** The ranges of all nodes to select in the new text, if the edit is one of several nodes. */
  several?: readonly Range[];
};

/** Makes an edit from changes. `selected` is a range of the old text, or the change whose new text to select. */
export function makeEdit(template: Template, changes: readonly Change[], selected?: Range | Change): Edit {
  const { html } = template;
  const effective = changes
    .filter(({ start, end, text }) => html.slice(start, end) !== text)
    .toSorted((a, b) => a.start - b.start || a.end - b.end);
  return {
    html: applyChanges(html, effective),
    changes: effective,
    selection: selected && rangeAfter(selected, effective),
  };
}

/** Applies changes, which must be in order, to a text. */
export function applyChanges(text: string, changes: readonly Change[]): string {
  const pieces: string[] = [];
  let position = 0;
  for (const change of changes) {
    pieces.push(text.slice(position, change.start), change.text);
    position = change.end;
  }
  return pieces.join("") + text.slice(position);
}

/** Where what starts at an offset of the old text starts after an edit. */
export function startAfter({ changes }: Edit, start: number): number {
  return start + shiftOf(changes.filter(({ end }) => end <= start));
}

/** The range that a selected range or change has after all changes. */
export function rangeAfter(selected: Range | Change, changes: readonly Change[]): Range {
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
