/** The units of the panel's fields: points of texts, and millimetres of distances. */
export type LengthUnit = "pt" | "mm";

/** Adds a unit to a number alone. Zero needs none. A number and its unit may be apart, and the decimal point a comma. */
export function withUnit(text: string, unit: LengthUnit): string {
  const [, number, written] = /^(-?\d+(?:[.,]\d+)?)\s*([a-z]{1,4}|%)?$/i.exec(text) ?? [];
  if (number === undefined) return text;
  const value = number.replace(",", ".");
  return written === undefined && value === "0" ? value : `${value}${written ?? unit}`;
}
