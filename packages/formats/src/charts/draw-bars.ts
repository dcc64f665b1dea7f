import { stack, stackOffsetDiverging } from "d3-shape";
import type { Series } from "./chart-data.ts";
import type { Plot } from "./draw-axes.ts";
import { at, seriesAttributes } from "./svg.ts";

/** The part of a slot that its bars take. */
const share = 0.7;
const widestBar = 48;

/** From where to where each point of each series reaches. */
export type Spans = (readonly [number, number] | undefined)[][];

/** The spans of bars that stand beside one another, from zero. */
export function spansFromZero(series: readonly Series[]): Spans {
  return series.map(({ values }) => values.map((value) => (value === undefined ? undefined : ([0, value] as const))));
}

/** The spans of values on top of one another; negative ones hang below zero. */
export function stackedSpans(series: readonly Series[]): Spans {
  const rows = (series[0]?.values ?? []).map((_value, point) => series.map(({ values }) => values[point] ?? 0));
  const layers = stack<number[], number>()
    .keys(series.keys())
    .value((row, key) => row[key] ?? 0)
    .offset(stackOffsetDiverging)(rows);
  return layers.map((layer) => layer.map(([from, to]) => [from, to] as const));
}

/** Draws the bars of each series: beside one another, or all in the middle of their slot. */
export function drawBars(spans: Spans, { x, y, slot }: Plot, layout: "beside" | "on top"): string {
  const places = layout === "beside" ? spans.length : 1;
  const width = Math.min(slot * share, widestBar * places) / places;
  // Bars of a group stand apart where there is space.
  const gap = places > 1 && width > 6 ? 1 : 0;
  return spans
    .map((points, series) => {
      const shift = layout === "beside" ? series - places / 2 : -0.5;
      const bars = points.map((span, point) => {
        if (!span || span[0] === span[1]) return "";
        const [top, bottom] = [y(Math.max(...span)), y(Math.min(...span))];
        const size = `width="${at(width - gap)}" height="${at(Math.max(0.25, bottom - top))}"`;
        return `<rect x="${at(x(point) + shift * width + gap / 2)}" y="${at(top)}" ${size}/>`;
      });
      return `<g ${seriesAttributes(series)}>${bars.join("")}</g>`;
    })
    .join("");
}
