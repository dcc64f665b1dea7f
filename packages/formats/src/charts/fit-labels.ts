import { cutTo, widthOf } from "./text-width.ts";

/** The labels below the points: each has one line or two, and those that would overlap their neighbours are left out. */
export type FittedLabels = { lines: number; shown: { point: number; text: readonly string[] }[] };

/** Between two labels, in pixels. Where some are left out, there is space. */
const gap = 3;
const wideGap = 14;
/** A cut label with fewer letters says nothing. */
const leastWidth = 46;
const maxWidth = 90;

/**
 * Fits labels into slots of equal width: in one line, else in two lines that break at a blank, cut if they must be. Dates
 * and numbers are never cut: every second or third is shown instead, as are labels that would have few letters.
 */
export function fitLabels(labels: readonly string[], slot: number): FittedLabels {
  if (labels.every((label) => label === "")) return { lines: 0, shown: [] };
  const room = slot - gap;
  const widest = widestOf(labels);
  const all = (text: (label: string) => string[]) => labels.map((label, point) => ({ point, text: text(label) }));
  if (widest <= room) return { lines: 1, shown: all((label) => [label]) };
  const mayBeCut = labels.every((label) => !/\d/.test(label));
  const halves = labels.map(inTwoLines);
  if (halves.every((lines) => widestOf(lines) <= room) || (mayBeCut && room >= leastWidth)) {
    return { lines: 2, shown: all((label) => inTwoLines(label).map((line) => cutTo(line, room))) };
  }
  const needed = mayBeCut ? Math.min(widest, maxWidth) : widest;
  const step = Math.ceil((needed + wideGap) / slot);
  return { lines: 1, shown: all((label) => [cutTo(label, needed)]).filter(({ point }) => point % step === 0) };
}

const widestOf = (texts: readonly string[]) => texts.reduce((widest, text) => Math.max(widest, widthOf(text)), 0);

/** Breaks a label at the blank nearest to its middle. */
function inTwoLines(label: string): string[] {
  const middle = label.length / 2;
  let best = -1;
  for (let at = label.indexOf(" "); at !== -1; at = label.indexOf(" ", at + 1)) {
    if (best === -1 || Math.abs(at - middle) < Math.abs(best - middle)) best = at;
  }
  return best === -1 ? [label] : [label.slice(0, best), label.slice(best + 1)];
}
