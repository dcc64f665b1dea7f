import type { LengthUnit } from "./with-unit.ts";

/** How many of a unit a pixel of CSS is, and the decimals that a person needs. */
const units: Readonly<Record<LengthUnit, { perPixel: number; decimals: number }>> = {
  pt: { perPixel: 72 / 96, decimals: 2 },
  mm: { perPixel: 25.4 / 96, decimals: 1 },
};

const words: Readonly<Record<string, string>> = { auto: "Automatic", none: "None", normal: "Normal", mixed: "Mixed" };

/** What a value of CSS is called in a field; most values are what they are. */
export function wordOf(value: string): string {
  return words[value] ?? value;
}

/** Texts, their lines and borders are measured in points, as in word processors, and all else in millimetres. */
export function unitOf(property: string): LengthUnit {
  return /^(?:font|line|border)-(?!radius)/.test(property) ? "pt" : "mm";
}

/** A length in pixels in the unit of its field. Lengths in other units stay as they are written. */
export function shownLength(property: string, value: string): string {
  const pixels = /^(-?[\d.]+)px$/.exec(value)?.[1];
  if (pixels === undefined) return value;
  const unit = unitOf(property);
  const { perPixel, decimals } = units[unit];
  const length = Number((Number(pixels) * perPixel).toFixed(decimals));
  return length === 0 ? "0" : `${length}${unit}`;
}
