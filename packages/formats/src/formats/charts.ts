import { asItIs, unformattable } from "../as-it-is.ts";
import { maxPoints, readChartData, shortText } from "../charts/chart-data.ts";
import { chartKinds, drawChart } from "../charts/draw-chart.ts";
import { numberStyles } from "../charts/number-texts.ts";
import { findSizeMistake, sizeOr, toMm } from "../codes/size.ts";
import type { Arguments, Format, FormatContext, Parameter } from "../format.ts";
import { textOf } from "../text-of.ts";
import { checkPattern, dateStyles } from "./dates.ts";
import { currencyOf, findCurrencyMistake } from "./numbers.ts";

const field: Omit<Parameter, "name"> = { isField: true, isNamed: true };

const textIn = (value: unknown) => (value === undefined ? undefined : textOf(value));

/** `y=net,vat` names two fields. */
const namesIn = (value: unknown): string[] =>
  textIn(value)
    ?.split(",")
    .map((name) => name.trim()) ?? [];

function draw(items: readonly unknown[], args: Arguments, context: FormatContext): unknown {
  const { width, height, legend, currency } = args;
  const kind = chartKinds.find((known) => known === args["kind"]);
  if (kind === undefined) return unformattable;
  const fields = { x: textIn(args["x"]), y: namesIn(args["y"]), series: textIn(args["series"]), dates: args["dates"] };
  const data = readChartData(items, fields, context);
  if (!data) return unformattable;
  if (data.hasWrongValue) context.unformattable();
  // An amount without its currency would be read as one in another.
  if ("currency" in args && currencyOf(currency) === undefined) return unformattable;
  const names = Array.isArray(legend) ? legend : namesIn(legend);
  const hasNames = legend !== undefined && typeof legend !== "boolean";
  const markup = drawChart(
    {
      ...data,
      series: data.series.map((one, index) => ({ ...one, name: (hasNames && shortText(names[index])) || one.name })),
    },
    {
      kind,
      title: shortText(args["title"]),
      widthMm: toMm(sizeOr(width, kind === "spark" ? "30mm" : kind === "donut" ? "90mm" : "160mm")),
      heightMm: toMm(sizeOr(height, kind === "spark" ? "6mm" : kind === "donut" ? "45mm" : "70mm")),
      hasLegend: legend !== false,
      numbers: {
        locale: context.locale,
        currency: currencyOf(currency),
        style: numberStyles.find((known) => known === args["numbers"]),
      },
    },
  );
  return markup ?? unformattable;
}

const revenue = [
  { month: "2026-01-31", amount: 1240.1 },
  { month: "2026-02-28", amount: "980.50" },
];

/** Charts: drawn as SVG that CSS restyles. */
export const chartFormats: readonly Format[] = [
  {
    name: "chart",
    kind: "charts",
    takes: "list",
    gives: "markup",
    parameters: [
      { name: "kind", words: chartKinds, isWord: true, isRequired: true },
      { name: "x", ...field },
      { name: "y", ...field },
      { name: "series", ...field },
      { name: "width", isNamed: true, check: findSizeMistake },
      { name: "height", isNamed: true, check: findSizeMistake },
      { name: "title", isNamed: true },
      { name: "legend", isNamed: true },
      { name: "dates", isNamed: true, words: dateStyles, check: checkPattern },
      { name: "numbers", isNamed: true, words: numberStyles, check: checkStyle },
      { name: "currency", isNamed: true, isCurrency: true, check: findCurrencyMistake },
    ],
    description: `Draws the items of a list as a chart: \`bars\`, \`stacked\`, \`grouped\`, \`lines\`, \`area\`, \`donut\` or \`spark\`, a line in the size of a word. \`x\` is the field below each point, \`y\` the field of its number; \`y=net,vat\` draws two fields, and \`series=region\` splits the items by a field and adds up what falls on one point. Without \`y\`, the items are the numbers. \`dates='MMM yy'\` prints dates of \`x\` as \`date\` does, \`numbers=percent\`, \`numbers=compact\` and \`currency=EUR\` those of the axis. \`legend='Net, VAT'\` names the series, \`legend=false\` leaves the names out, \`title\` is what readers hear. A missing number is a gap. A value other than a number is a gap that the report names; a list without any number, one of more than ${maxPoints} points, and a donut with a negative number print nothing, and the report names the tag.`,
    examples: [
      { template: "{{ revenue | chart bars x=month y=amount width=160mm height=60mm }}", data: { revenue } },
      { template: "{{ revenue | chart lines x=month y=amount dates='MMM yy' currency=EUR }}", data: { revenue } },
      { template: "{{ daily | chart spark width=30mm height=6mm }}", data: { daily: [3, 5, 4, 8] } },
    ],
    apply(value, args, context) {
      if (!Array.isArray(value)) return asItIs(value, unformattable, context);
      context.countItems(value.length);
      return asItIs(value, draw(value, args, context), context);
    },
  },
];

function checkStyle(value: unknown): string | undefined {
  return numberStyles.some((known) => known === value) ? undefined : `must be one of ${numberStyles.join(", ")}`;
}
