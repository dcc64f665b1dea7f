/** How the editor divides the width of its window, in CSS pixels. */

/** A narrower view is of no use. */
const narrowestView = 360;

/** Two views side by side need more. */
const twoViews = 860;

/** Three views side by side need more. */
const threeViews = 1_560;

/** A panel beside the page in Design. The stylesheet of Design has the same width. */
const panel = 264;

/** The border between two views, rounded up. */
const border = 2;

/** The part of the window that the page in Design keeps. */
export const leastPage = 0.5;

/** The number of views that fit into a window. */
export function roomFor(width: number): number {
  if (width < twoViews) return 1;
  return width < threeViews ? 2 : 3;
}

/** The width that a view beside Design has at first: a panel fits as well, and the page keeps its part. */
export function besideDesign(width: number): number {
  return Math.max(narrowestView, width * (1 - leastPage) - panel - border);
}

/** The number of panels that fit beside the page in a Design view. More of them lie over the page. */
export function panelsBeside(view: number, window: number): number {
  return Math.min(2, Math.max(0, Math.floor((view - window * leastPage) / panel)));
}
