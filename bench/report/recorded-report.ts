import { z } from "zod";
import { median } from "../measure/statistics.ts";
import type { Figure, Report } from "./report.ts";

const recordedFigure = z.object({
  name: z.string(),
  /** The median of the rounds; null where nothing finite was measured. */
  measured: z.number().nullable(),
  range: z.tuple([z.number(), z.number()]).optional(),
  /** The same figure by processor time. */
  byCpu: z.number().optional(),
  goal: z.union([z.object({ atLeast: z.number() }), z.object({ atMost: z.number() })]).optional(),
});
export type RecordedFigure = z.infer<typeof recordedFigure>;

/** A report as `bench/results/<name>.json` keeps it. */
export const recordedReport = z.object({
  date: z.iso.date(),
  /** The commit that was measured. */
  commit: z.string(),
  machine: z.string(),
  figures: z.array(recordedFigure),
  notes: z.array(z.string()).optional(),
  tables: z.array(z.object({ columns: z.array(z.string()), rows: z.array(z.array(z.string())) })),
});

/** Reduces the rounds of each figure to their median and range. Figures that a run left out have no rounds. */
export function summarize(figures: readonly Figure[]): RecordedFigure[] {
  return figures.filter(({ values }) => values.length > 0).map(summarizeFigure);
}

function summarizeFigure({ name, values, byCpu, goal }: Figure): RecordedFigure {
  const measured = median(values);
  const range: [number, number] = [round(Math.min(...values)), round(Math.max(...values))];
  return {
    name,
    measured: Number.isFinite(measured) ? round(measured) : null,
    ...(values.length > 1 && range.every(Number.isFinite) && { range }),
    ...(byCpu !== undefined && Number.isFinite(byCpu) && { byCpu: round(byCpu) }),
    ...(goal && { goal }),
  };
}

const round = (value: number) => Number(value.toPrecision(4));

/** The fields of a report that are kept. */
export function recordedFields({ machine, figures, tables, notes }: Report) {
  return { machine, figures: summarize(figures), ...(notes && { notes }), tables };
}
