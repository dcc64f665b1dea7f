import { numberFormat } from "../intl.ts";

export const numberStyles = ["percent", "compact"] as const;

export type NumberStyle = {
  locale: string;
  currency: string | undefined;
  style: (typeof numberStyles)[number] | undefined;
};

/** Zero without a sign. */
const signed = { signDisplay: "negative" } as const;

/** Prints the numbers of an axis: all with the decimal places of the step between them, large ones in short form. */
export function axisTexts(ticks: readonly number[], { locale, currency, style }: NumberStyle): string[] {
  const largest = ticks.reduce((most, tick) => Math.max(most, Math.abs(tick)), 0);
  const step = ticks.length > 1 ? Math.abs((ticks[1] ?? 0) - (ticks[0] ?? 0)) : largest;
  const digits = digitsFor(largest, step, style);
  const print = numberFormat(locale, {
    ...signed,
    ...(currency !== undefined && { style: "currency", currency }),
    ...(style === "percent" && { style: "percent" }),
    ...digits,
  });
  // Zero in scientific notation is 0E0.
  const zero = numberFormat(locale, { maximumFractionDigits: 0 }).format(0);
  return ticks.map((tick) => (tick === 0 && digits.notation === "scientific" ? zero : print.format(tick)));
}

/** A chart has 15 digits of a number. It shows that it does where a whole number has more. */
const maxWhole = 1e15;

function digitsFor(largest: number, step: number, style: NumberStyle["style"]): Intl.NumberFormatOptions {
  const isTiny = step !== 0 && step < 1e-6;
  if (largest >= maxWhole || isTiny) {
    return { notation: "scientific", minimumFractionDigits: 0, maximumFractionDigits: 3 };
  }
  if (style === "compact" || (style === undefined && largest >= 1e6)) {
    return { notation: "compact", minimumFractionDigits: 0, maximumFractionDigits: 3 };
  }
  const places = placesOf(style === "percent" ? step * 100 : step);
  return { minimumFractionDigits: places, maximumFractionDigits: places };
}

/** The decimal places that a step needs: 0.25 has two, though its magnitude has one. */
function placesOf(step: number): number {
  let places = 0;
  while (places < 8 && Math.abs(Number(step.toFixed(places)) - step) > Math.abs(step) * 1e-6) places += 1;
  return places;
}

/** Prints a value of the data for readers: whole or as money, and one beyond 15 digits in scientific notation. */
export function valueText(value: number, { locale, currency, style }: NumberStyle): string {
  const print = numberFormat(locale, {
    ...signed,
    ...(currency !== undefined && { style: "currency", currency }),
    ...(style === "percent" && { style: "percent", maximumFractionDigits: 2 }),
    ...(currency === undefined && style !== "percent" && { maximumFractionDigits: 10 }),
    ...(Math.abs(value) >= maxWhole && { notation: "scientific", minimumFractionDigits: 0, maximumFractionDigits: 3 }),
  });
  return print.format(value);
}
