import { area, line } from "d3-shape";
import type { Series } from "./chart-data.ts";
import type { Plot } from "./draw-axes.ts";
import type { Spans } from "./draw-bars.ts";
import { at, seriesAttributes } from "./svg.ts";

type Place = Pick<Plot, "x" | "y">;

/** With more points, dots would hide the line. */
const maxDots = 24;

/** Draws a line for each series. A point without a value is a gap; one between two gaps is a dot. */
export function drawLines(series: readonly Series[], place: Place): string {
  return series
    .map(({ values }, index) => {
      const hasDots = values.length <= maxDots;
      const dots = values.flatMap((value, point) => {
        const isAlone = values[point - 1] === undefined && values[point + 1] === undefined;
        return value !== undefined && (hasDots || isAlone) ? [dot(place, point, value, 2.25)] : [];
      });
      return `<g ${seriesAttributes(index)}>${linePath(values, place, 1.75)}${dots.join("")}</g>`;
    })
    .join("");
}

export function dot({ x, y }: Place, point: number, value: number, radius: number): string {
  return `<circle cx="${at(x(point))}" cy="${at(y(value))}" r="${radius}"/>`;
}

export function linePath(values: Series["values"], { x, y }: Place, width: number): string {
  const path = line<number | undefined>()
    .digits(2)
    .defined((value) => value !== undefined)
    .x((_value, point) => x(point))
    .y((value) => y(value ?? 0))(values);
  const stroke = `fill="none" stroke="currentColor" stroke-width="${width}" stroke-linejoin="round" stroke-linecap="round"`;
  return path ? `<path d="${path}" ${stroke}/>` : "";
}

/** Fills the area of each series. One alone has a line on top. */
export function drawAreas(spans: Spans, series: readonly Series[], place: Place): string {
  const [only] = series.length === 1 ? series : [];
  const shape = area<Spans[number][number]>()
    .digits(2)
    .defined((span) => span !== undefined)
    .x((_span, point) => place.x(point))
    .y0((span) => place.y(span?.[0] ?? 0))
    .y1((span) => place.y(span?.[1] ?? 0));
  return spans
    .map((points, index) => {
      const path = shape(points) ?? "";
      const top = only ? linePath(only.values, place, 1.75) : "";
      return `<g ${seriesAttributes(index)}><path d="${path}" fill-opacity="${only ? 0.2 : 0.85}"/>${top}</g>`;
    })
    .join("");
}
