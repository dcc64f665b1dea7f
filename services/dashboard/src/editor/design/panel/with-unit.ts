/** Adds a unit to a number alone. Zero needs none. */
export function withUnit(text: string, unit: "px" | "mm"): string {
  return /^-?\d+(\.\d+)?$/.test(text) && text !== "0" ? `${text}${unit}` : text;
}
