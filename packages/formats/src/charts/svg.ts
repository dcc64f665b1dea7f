import { escapeHtml } from "@platen/mustache";
import { Markup, svgAddress } from "../markup.ts";

/** Colours that stay apart for most people who see few colours, and in grey. Attributes give way to any rule of CSS. */
const colours = ["#3b6fb6", "#e58b2f", "#3a9a78", "#c0506f", "#8574bd", "#b99a1c", "#55a3c4", "#77818c"] as const;

export const gridColour = "#dde1e6";
export const axisColour = "#8a939e";
export const textColour = "#4a5360";

/** A coordinate with two decimal places. */
export const at = (value: number): string => String(Math.round(value * 100) / 100);

/** The attributes of a series: its class, and a colour that its shapes inherit. */
export function seriesAttributes(index: number): string {
  return `class="series series-${index + 1}" color="${colours[index % colours.length]}" fill="currentColor"`;
}

export type TextOptions = { x: number; y: number; anchor?: "start" | "middle" | "end" };

/** A text. Its class and colour are those of its group. */
export function svgText(text: string, { x, y, anchor = "start" }: TextOptions): string {
  const anchored = anchor === "start" ? "" : ` text-anchor="${anchor}"`;
  return `<text x="${at(x)}" y="${at(y)}"${anchored}>${escapeHtml(text)}</text>`;
}

export type Frame = { width: number; height: number };

export const pxPerMm = 96 / 25.4;

/** The SVG of a chart. Its unit is a pixel of CSS, so that texts have their size as long as the chart has its own. */
export function chartMarkup(options: {
  kind: string;
  label: string;
  widthMm: number;
  heightMm: number;
  inner: string;
}): Markup {
  const { kind, label, widthMm, heightMm, inner } = options;
  const viewBox = `0 0 ${at(widthMm * pxPerMm)} ${at(heightMm * pxPerMm)}`;
  const size = `width="${at(widthMm)}mm" height="${at(heightMm)}mm"`;
  // Texts of every language stand where they are put: in a document from right to left, the anchors would change sides.
  const svg = (font: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" class="chart chart-${kind}" role="img" aria-label="${escapeHtml(label)}" viewBox="${viewBox}" ${size} direction="ltr" font-size="10"${font}>${inner}</svg>`;
  // A picture inherits no font.
  return new Markup(svg(""), () => svgAddress(svg(' font-family="sans-serif"')));
}
