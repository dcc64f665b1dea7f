import { arc, pie } from "d3-shape";
import { numberFormat } from "../intl.ts";
import { entryMarkup } from "./legend.ts";
import { valueText, type NumberStyle } from "./number-texts.ts";
import { at, gridColour, seriesAttributes, svgText, textColour, type Frame } from "./svg.ts";
import { cutTo, lineHeight, widthOf } from "./text-width.ts";

const rowHeight = lineHeight + 4;
const ring = 0.62;
/** With more slices, the gaps between them would hide them. */
const maxGaps = 24;

type Slice = { label: string; value: number };

/** Draws a ring of slices, clockwise in their order, with a legend at its side and the sum in its middle. */
export function drawDonut(
  slices: readonly Slice[],
  { frame, hasLegend, numbers }: { frame: Frame; hasLegend: boolean; numbers: NumberStyle },
): string {
  const { width, height } = frame;
  const diameter = Math.min(height, hasLegend ? width * 0.45 : width);
  const radius = Math.max(1, diameter / 2 - 1);
  const centre = { x: hasLegend ? diameter / 2 : width / 2, y: height / 2 };
  const sum = slices.reduce((total, { value }) => total + value, 0);
  const shape = arc<{ startAngle: number; endAngle: number }>()
    .digits(2)
    .innerRadius(radius * ring)
    .outerRadius(radius);
  const angles = pie<Slice>()
    .sortValues(null)
    .value(({ value }) => value)([...slices]);
  const paths = angles.map((angle, index) =>
    angle.value === 0 ? "" : `<path ${seriesAttributes(index)} d="${shape(angle) ?? ""}"/>`,
  );
  const empty = `<circle r="${at((radius * (1 + ring)) / 2)}" fill="none" stroke="${gridColour}" stroke-width="${at(radius * (1 - ring))}"/>`;
  const total = valueText(sum, numbers);
  const fits = widthOf(total) * 1.2 < radius * ring * 1.8;
  const middle = fits
    ? `<text class="chart-total" y="4" font-size="12" text-anchor="middle" fill="${textColour}">${total}</text>`
    : "";
  const slicesGroup = `<g class="chart-slices" stroke="#fff" stroke-width="${slices.length > 1 && slices.length <= maxGaps ? 1 : 0}">${paths.join("")}</g>`;
  const donut = `<g transform="translate(${at(centre.x)} ${at(centre.y)})">${sum > 0 ? slicesGroup : empty}${middle}</g>`;
  return hasLegend ? donut + list(slices, sum, { x: diameter + 16, frame, locale: numbers.locale }) : donut;
}

/** The names with their shares. Names that do not fit into the height are counted. */
function list(slices: readonly Slice[], sum: number, place: { x: number; frame: Frame; locale: string }): string {
  const { x, frame, locale } = place;
  const percent = numberFormat(locale, { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const rows = Math.max(1, Math.floor(frame.height / rowHeight));
  const shown = slices.length > rows ? slices.slice(0, rows - 1) : slices;
  const rest = slices.length - shown.length;
  const top = (frame.height - (shown.length + (rest > 0 ? 1 : 0)) * rowHeight) / 2;
  const entries = shown.map(({ label, value }, series) => {
    const share = sum > 0 ? percent.format(value / sum) : "";
    const name = cutTo(label, Math.max(20, frame.width - x - widthOf(share) - 20));
    return entryMarkup({
      series,
      text: [name, share].filter(Boolean).join("\u2002"),
      x,
      y: top + series * rowHeight + 1,
    });
  });
  const more = rest > 0 ? svgText(`+${rest}`, { x: x + 12, y: top + shown.length * rowHeight + 10 }) : "";
  return `<g class="chart-legend" fill="${textColour}">${entries.join("")}${more}</g>`;
}
