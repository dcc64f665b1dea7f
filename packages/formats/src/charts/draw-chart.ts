import { extent } from "d3-array";
import type { Markup } from "../markup.ts";
import type { ChartData, Series } from "./chart-data.ts";
import { drawAxes } from "./draw-axes.ts";
import { drawBars, spansFromZero, stackedSpans } from "./draw-bars.ts";
import { drawDonut } from "./draw-donut.ts";
import { drawAreas, drawLines } from "./draw-lines.ts";
import { drawSpark } from "./draw-spark.ts";
import { legend } from "./legend.ts";
import { valueText, type NumberStyle } from "./number-texts.ts";
import { chartMarkup, pxPerMm, type Frame } from "./svg.ts";

export const chartKinds = ["bars", "stacked", "grouped", "lines", "area", "donut", "spark"] as const;
export type ChartKind = (typeof chartKinds)[number];

export type ChartOptions = {
  kind: ChartKind;
  title: string;
  widthMm: number;
  heightMm: number;
  hasLegend: boolean;
  numbers: NumberStyle;
};

const kindNames: Readonly<Record<ChartKind, string>> = {
  bars: "Bar chart",
  stacked: "Bar chart",
  grouped: "Bar chart",
  lines: "Line chart",
  area: "Area chart",
  donut: "Donut chart",
  spark: "Line chart",
};

/** Draws a chart as an SVG; undefined for data that such a chart cannot show: no number, or a negative share. */
export function drawChart(data: ChartData, options: ChartOptions): Markup | undefined {
  const { kind, widthMm, heightMm, title } = options;
  const numbers = data.series.flatMap(({ values }) => values.flatMap((value) => value ?? []));
  const [low, high] = extent(numbers);
  if (low === undefined || high === undefined) return undefined;
  if (kind === "donut" && (low < 0 || data.series.length > 1)) return undefined;
  const frame = { width: widthMm * pxPerMm, height: heightMm * pxPerMm };
  const inner = draw(data, [low, high], frame, options);
  const label = `${title || kindNames[kind]}: ${summary(data, options.numbers)}`;
  return chartMarkup({ kind, label, widthMm, heightMm, inner });
}

function draw(
  { labels, series }: ChartData,
  range: readonly [number, number],
  frame: Frame,
  { kind, hasLegend, numbers }: ChartOptions,
): string {
  if (kind === "spark") return drawSpark(series, range, frame);
  if (kind === "donut") {
    const slices = (series[0]?.values ?? []).flatMap((value, point) =>
      value === undefined ? [] : [{ label: labels[point] ?? "", value }],
    );
    return drawDonut(slices, { frame, hasLegend, numbers });
  }
  const isStacked = kind === "stacked" || (kind === "area" && series.length > 1);
  const spans = isStacked ? stackedSpans(series) : spansFromZero(series);
  const [low = 0, high = 0] = isStacked ? extent(spans.flat().flatMap((span) => span ?? [])) : range;
  const names = hasLegend && series.length > 1 ? legend(nonEmpty(series), frame.width) : { height: 0, inner: "" };
  const plot = drawAxes({
    frame,
    top: names.height,
    extent: [low, high],
    hasZero: kind !== "lines",
    labels,
    numbers,
  });
  if (kind === "lines") return plot.grid + plot.axes + drawLines(series, plot) + names.inner;
  const shapes =
    kind === "area" ? drawAreas(spans, series, plot) : drawBars(spans, plot, isStacked ? "on top" : "beside");
  return plot.grid + shapes + plot.axes + names.inner;
}

const nonEmpty = (series: readonly Series[]) => series.map(({ name }, index) => name || `${index + 1}`);

/** What a reader of the document hears at most. */
const maxRead = 100;

/** The points in words: `January 1,240; February 980`. */
function summary({ labels, series }: ChartData, numbers: NumberStyle): string {
  const read: string[] = [];
  for (const { name, values } of series) {
    for (const [point, value] of values.entries()) {
      if (value === undefined) continue;
      if (read.length === maxRead) return `${read.join("; ")}; …`;
      const words = [series.length > 1 ? name : "", labels[point] ?? "", valueText(value, numbers)];
      read.push(words.filter(Boolean).join(" "));
    }
  }
  return read.join("; ");
}
