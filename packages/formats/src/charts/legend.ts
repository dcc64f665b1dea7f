import { at, seriesAttributes, svgText, textColour } from "./svg.ts";
import { cutTo, fontSize, lineHeight, widthOf } from "./text-width.ts";

const swatch = 8;
const gap = 14;
const rowHeight = lineHeight + 3;
const maxRows = 3;

type Entry = { series: number; text: string; x: number; y: number };

/** The legend above a chart: its height and markup. Names that do not fit into three rows are counted: +12. */
export function legend(names: readonly string[], width: number): { height: number; inner: string } {
  const entries: Entry[] = [];
  const widest = width - swatch - 4;
  let [x, y] = [0, 0];
  let rest = 0;
  for (const [series, name] of names.entries()) {
    const text = cutTo(name, Math.min(widest, 180));
    const needed = swatch + 4 + widthOf(text);
    // The last row keeps space for the number of names that are left out.
    const isLastRow = y === (maxRows - 1) * rowHeight;
    const limit = isLastRow && series < names.length - 1 ? width - 40 : width;
    if (x > 0 && x + needed > limit) {
      if (isLastRow) {
        rest = names.length - series;
        break;
      }
      [x, y] = [0, y + rowHeight];
    }
    entries.push({ series, text, x, y });
    x += needed + gap;
  }
  const shown = entries.map((entry) => entryMarkup(entry)).join("");
  const more = rest > 0 ? svgText(`+${rest}`, { x, y: y + fontSize }) : "";
  return {
    height: y + rowHeight + 4,
    inner: `<g class="chart-legend" fill="${textColour}">${shown}${more}</g>`,
  };
}

/** A swatch with its name. */
export function entryMarkup({ series, text, x, y }: Entry): string {
  const square = `<rect ${seriesAttributes(series)} x="${at(x)}" y="${at(y + 1.5)}" width="${swatch}" height="${swatch}"/>`;
  return square + svgText(text, { x: x + swatch + 4, y: y + fontSize - 1 });
}
