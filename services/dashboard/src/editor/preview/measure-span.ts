/**
 * Notes in the page's timeline what a part of making a preview took, for developer tools and `pnpm bench preview`. Only
 * the last of each name is kept.
 */
export function noteSpan(name: `preview: ${string}`, start: number, end = performance.now()): void {
  performance.clearMeasures(name);
  performance.measure(name, { start, end });
}
