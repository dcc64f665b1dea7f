/**
 * Records in the page's timeline how long a step of a preview took, for developer tools.
 * Only the last measure of each name is kept.
 */
export function measureSpan(name: `preview: ${string}`, start: number, end = performance.now()): void {
  performance.clearMeasures(name);
  performance.measure(name, { start, end });
}
