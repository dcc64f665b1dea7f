import { median } from "../measure/statistics.ts";
import { readResult } from "./record-result.ts";
import type { Figure } from "./report.ts";

/** The beginning of the names of figures with the rate of each competitor. */
export const ratesOf = ({ name }: { name: string }) => `${name}: PDFs a second, `;

const [width, rowHeight, left, right] = [760, 34, 250, 70];
const [top, bottom] = [44, 34];

/** Returns the chart of README.md: the rates of the last recorded `generate`, as SVG for light and dark pages. */
export function speedChart(): string {
  const { date, figures = [] } = readResult("generate") ?? {};
  return drawRates(figures, {
    prefix: ratesOf({ name: "invoice" }),
    note: `Sample invoice, 8 connections, one machine, ${date}`,
  });
}

/** Draws the figures whose names begin with `prefix` as bars, in their order, with their medians. */
export function drawRates(figures: readonly Figure[], { prefix, note }: { prefix: string; note: string }): string {
  const rates = figures
    .filter(({ name }) => name.startsWith(prefix))
    .map(({ name, values }) => ({
      name: name.slice(prefix.length).replace(/, 8 connections$/, ""),
      rate: median(values),
    }));
  const longest = Math.max(...rates.map(({ rate }) => rate));
  const height = top + rates.length * rowHeight + bottom;
  const bars = rates.map(({ name, rate }, row) => {
    const y = top + row * rowHeight;
    const length = Math.max(2, (rate / longest) * (width - left - right));
    const kind = name.startsWith("Platen") ? "own" : "other";
    return [
      `<text x="${left - 12}" y="${y + 19}" text-anchor="end">${escapeXml(name)}</text>`,
      `<rect class="${kind}" x="${left}" y="${y + 4}" width="${length.toFixed(1)}" height="${rowHeight - 12}" rx="3"/>`,
      `<text x="${(left + length + 8).toFixed(1)}" y="${y + 19}" class="${kind}">${rate.toFixed(rate < 10 ? 1 : 0)}</text>`,
    ].join("\n");
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="PDFs a second">
<style>
text { font: 14px system-ui, sans-serif; fill: #57606a }
.title { font-weight: 600; font-size: 15px }
rect.own { fill: #2563c9 } rect.other { fill: #a9b4c0 } text.own { font-weight: 600 }
@media (prefers-color-scheme: dark) { text { fill: #b6bec8 } rect.own { fill: #6ea8fe } rect.other { fill: #5b6672 } }
</style>
<text x="0" y="22" class="title">PDFs a second, more is better</text>
${bars.join("\n")}
<text x="0" y="${height - 10}">${escapeXml(note)}</text>
</svg>
`;
}

const escapeXml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
