/** The number that an option of the command line is given; anything else would measure nothing, and say so nowhere. */
export function numberOption(option: string, text: string): number {
  const value = Number(text);
  if (!(value > 0 && Number.isFinite(value))) throw new Error(`--${option} must be a number above 0, not "${text}"`);
  return value;
}

/** The numbers of an option that takes several, separated by commas. */
export function numberOptions(option: string, text: string): number[] {
  return text.split(",").map((part) => numberOption(option, part));
}
