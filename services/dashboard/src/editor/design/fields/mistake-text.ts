/** Text of a formula that a message shows. */
const longestShown = 20;

/** A mistake of a formula, with the text at its place. */
export function mistakeText(formula: string, { offset, message }: { offset: number; message: string }): string {
  const rest = formula.slice(offset).trim();
  if (rest === "") return `At the end: ${message}`;
  return `At “${rest.length > longestShown ? `${rest.slice(0, longestShown)}…` : rest}”: ${message}`;
}
