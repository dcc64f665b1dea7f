import { readCalendarTime } from "../calendar-time.ts";
import { toDecimal, zero, type Decimal } from "../decimal.ts";
import type { FormatContext } from "../format.ts";
import { printDate } from "../formats/dates.ts";
import { ownField } from "../own-field.ts";
import { textOf } from "../text-of.ts";

/** The numbers of one line of a chart, or of its bars of one colour. A point without a number is a gap. */
export type Series = { name: string; values: (number | undefined)[] };

export type ChartData = {
  /** Below the points, in their order. Empty texts for points without a name. */
  labels: string[];
  series: Series[];
  /** Whether a point has a value other than a number. */
  hasWrongValue: boolean;
};

export type ChartFields = {
  x: string | undefined;
  y: readonly string[];
  /** Splits the items into series by the value of this field, and adds up those of one point. */
  series: string | undefined;
  /** The style in which dates of `x` are printed. */
  dates: unknown;
};

export const maxPoints = 5_000;
const longestLabel = 60;

type Cells = (Decimal | undefined)[][];

/** Reads the points of a chart from the items of a list; undefined for more than a chart can have. */
export function readChartData(
  items: readonly unknown[],
  fields: ChartFields,
  context: FormatContext,
): ChartData | undefined {
  const { series: by, y } = fields;
  const columns = y.length === 0 ? [undefined] : y;
  if (items.length * columns.length > maxPoints) return undefined;
  let hasWrongValue = false;

  function numberOf(item: unknown, field: string | undefined): Decimal | undefined {
    const value = field === undefined ? item : ownField(item, field);
    if (value === undefined || value === null) return undefined;
    const number = toDecimal(value);
    if (number === undefined) hasWrongValue = true;
    return number;
  }
  const labelOf = (item: unknown) => labelAt(item, fields, context);

  if (by === undefined) {
    const cells = columns.map((field) => items.map((item) => numberOf(item, field)));
    return { ...toSeries(items.map(labelOf), y, cells), hasWrongValue };
  }
  const [field] = columns;
  const [labels, names] = [new Map<string, number>(), new Map<string, number>()];
  const points = items.map((item) => {
    const point = positionOf(labelOf(item), labels);
    return { point, name: positionOf(shortText(ownField(item, by)), names), number: numberOf(item, field) };
  });
  if (labels.size * names.size > maxPoints) return undefined;
  const cells: Cells = Array.from(names, () => Array.from(labels, () => undefined));
  for (const { point, name, number } of points) {
    const row = cells[name];
    if (row && number) row[point] = (row[point] ?? zero).plus(number);
  }
  return { ...toSeries([...labels.keys()], [...names.keys()], cells), hasWrongValue };
}

/** The position of a text among those before it. */
function positionOf(text: string, known: Map<string, number>): number {
  const position = known.get(text) ?? known.size;
  known.set(text, position);
  return position;
}

function toSeries(labels: string[], names: readonly string[], cells: Cells): Pick<ChartData, "labels" | "series"> {
  return {
    labels,
    series: cells.map((row, index) => ({
      name: names[index] ?? "",
      values: row.map((cell) => cell?.toNumber()),
    })),
  };
}

function labelAt(item: unknown, { x, dates }: ChartFields, context: FormatContext): string {
  const value = x === undefined ? undefined : ownField(item, x);
  if (dates === undefined || value === undefined || value === null) return shortText(value);
  const date = readCalendarTime(value, context.timeZone);
  const printed = date && printDate(date, dates, context.locale);
  if (typeof printed === "string") return printed;
  context.unformattable();
  return shortText(value);
}

/** A text of the data in one line, and no longer than a label can be. */
export function shortText(value: unknown): string {
  const text = textOf(value)?.slice(0, longestLabel + 1) ?? "";
  const line = text.replaceAll(/\s/g, " ").trim().toWellFormed();
  return line.length > longestLabel ? `${line.slice(0, longestLabel).toWellFormed()}…` : line;
}
