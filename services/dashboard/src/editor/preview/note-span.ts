/**
 * Notes in the page's timeline how long a part of making a preview took, for the browser's developer tools. Keeps only
 * the last span of each name.
 */
export function noteSpan(name: `preview: ${string}`, start: number, end = performance.now()): void {
  performance.clearMeasures(name);
  performance.measure(name, { start, end });
}
