import type { Series } from "./chart-data.ts";
import { dot, linePath } from "./draw-lines.ts";
import { seriesAttributes, type Frame } from "./svg.ts";

const margin = 2.5;

/** Draws a line in the size of a word: no axes, and a dot at its last value. */
export function drawSpark(series: readonly Series[], [low, high]: readonly [number, number], frame: Frame): string {
  const count = series.reduce((most, { values }) => Math.max(most, values.length), 0);
  const [width, height] = [Math.max(1, frame.width - 2 * margin), Math.max(1, frame.height - 2 * margin)];
  const place = {
    x: (point: number) => margin + (count > 1 ? (point / (count - 1)) * width : width),
    y: (value: number) => margin + (high === low ? height / 2 : (1 - (value - low) / (high - low)) * height),
  };
  return series
    .map(({ values }, index) => {
      const last = values.findLastIndex((value) => value !== undefined);
      const end = last === -1 ? "" : dot(place, last, values[last] ?? 0, 1.75);
      return `<g ${seriesAttributes(index)}>${linePath(values, place, 1.25)}${end}</g>`;
    })
    .join("");
}
