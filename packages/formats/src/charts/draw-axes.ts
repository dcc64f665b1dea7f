import { nice, ticks as niceTicks } from "d3-array";
import type { ChartData } from "./chart-data.ts";
import { fitLabels } from "./fit-labels.ts";
import { axisTexts, type NumberStyle } from "./number-texts.ts";
import { at, axisColour, gridColour, svgText, textColour, type Frame } from "./svg.ts";
import { lineHeight, widthOf } from "./text-width.ts";

/** The plot of a chart with axes, and the functions that place a value and a point in it. */
export type Plot = {
  y: (value: number) => number;
  /** The middle of a point's slot. */
  x: (point: number) => number;
  slot: number;
  zero: number;
  /** What lies behind the shapes, and what lies before them. */
  grid: string;
  axes: string;
};

/** Space for a label of the axis, in pixels. */
const tickSpacing = 34;
const maxTicks = 8;

/** The values that the axis spans, with a rounded start and end. */
function domainOf([low, high]: readonly [number, number], hasZero: boolean, count: number): [number, number] {
  // A line may start above zero, where its changes would not be seen otherwise.
  const isFlat = low === high;
  const start = hasZero || isFlat || (low > 0 && low < high / 2) ? Math.min(0, low) : low;
  const end = hasZero || isFlat || (high < 0 && high > low / 2) ? Math.max(0, high) : high;
  return start === end ? [0, 1] : nice(start, end, count);
}

/** Draws the axes, and gives the plot between them. `extent` are the least and the greatest value. */
export function drawAxes(options: {
  frame: Frame;
  top: number;
  extent: readonly [number, number];
  hasZero: boolean;
  labels: ChartData["labels"];
  numbers: NumberStyle;
}): Plot {
  const { frame, extent, hasZero, labels, numbers } = options;
  const { width, height } = frame;
  const top = options.top + 6;
  const count = Math.min(maxTicks, Math.max(2, Math.floor((height - top - 2 * lineHeight) / tickSpacing)));
  const [start, end] = domainOf(extent, hasZero, count);
  const ticks = niceTicks(start, end, count);
  const texts = axisTexts(ticks, numbers);
  const left = Math.min(width / 2, texts.reduce((widest, text) => Math.max(widest, widthOf(text)), 0) + 8);
  const right = width - 1;
  const slot = (right - left) / Math.max(1, labels.length);
  const fitted = fitLabels(labels, slot);
  const bottom = Math.max(top + 1, height - (fitted.lines === 0 ? 4 : fitted.lines * lineHeight + 6));
  const y = (value: number) => bottom - ((value - start) / (end - start)) * (bottom - top);
  const x = (point: number) => left + slot * (point + 0.5);

  const line = (value: number) => `<path d="M${at(left)} ${at(y(value))}H${at(right)}"/>`;
  const tickTexts = texts.map((text, index) =>
    svgText(text, { x: left - 6, y: y(ticks[index] ?? 0) + 3.5, anchor: "end" }),
  );
  let reached = 0;
  const pointTexts = fitted.shown.flatMap(({ point, text }) => {
    const half = text.reduce((widest, part) => Math.max(widest, widthOf(part)), 0) / 2;
    // A long label at an end stays in the frame, and its neighbour keeps its place.
    const middle = Math.max(half, Math.min(x(point), width - half));
    if (middle - half < reached) return [];
    reached = middle + half;
    return text.map((part, row) =>
      svgText(part, { x: middle, y: bottom + (row + 1) * lineHeight + 2, anchor: "middle" }),
    );
  });
  const zero = Math.min(Math.max(0, start), end);
  return {
    x,
    y,
    slot,
    zero,
    grid: `<g class="chart-grid" stroke="${gridColour}" stroke-width="0.75">${ticks.map(line).join("")}</g>`,
    axes:
      `<g class="chart-zero" stroke="${axisColour}">${line(zero)}</g>` +
      `<g class="chart-labels" fill="${textColour}">${tickTexts.join("")}${pointTexts.join("")}</g>`,
  };
}
