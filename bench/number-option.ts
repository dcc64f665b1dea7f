/** Reads the number of a command line option; anything but a number above 0 is an error. */
export function numberOption(option: string, text: string): number {
  const value = Number(text);
  if (!(value > 0 && Number.isFinite(value))) throw new Error(`--${option} must be a number above 0, not "${text}"`);
  return value;
}

/** Reads the numbers of an option that takes several, separated by commas. */
export function numberOptions(option: string, text: string): number[] {
  return text.split(",").map((part) => numberOption(option, part));
}
