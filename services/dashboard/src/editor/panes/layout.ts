import type { ViewId } from "./views.ts";

/** Which views are open, the one used last at the end, and how the width is shared where there are several. */
export type Layout = { open: readonly ViewId[]; shares: Readonly<Partial<Record<ViewId, number>>> };

export const startLayout: Layout = { open: ["design", "preview"], shares: {} };

/** A view narrower than this is no use. */
const narrowestView = 360;
/** Where three would stand side by side they get more room than that. */
const comfortableView = 520;

/** How many views a window has room for. */
export function roomFor(width: number): number {
  if (width < 2 * narrowestView) return 1;
  return width < 3 * comfortableView ? 2 : 3;
}

/** Which of the open views are shown: the ones used last. The preview stays beside what it is a preview of. */
export function shownViews({ open }: Layout, room: number): ViewId[] {
  if (room === 1) return open.slice(-1);
  const others = open.filter((id) => id !== "preview");
  const hasPreview = open.includes("preview");
  return [...others.slice(-(hasPreview ? room - 1 : room)), ...(hasPreview ? (["preview"] as const) : [])];
}

/** Opens a view, or notes that an open one is used. What there is no room for closes. */
export function openView(layout: Layout, id: ViewId, room: number): Layout {
  const open = [...layout.open.filter((other) => other !== id), id];
  if (room === 1) return { ...layout, open };
  const shown = shownViews({ ...layout, open }, room);
  return { ...layout, open: open.filter((other) => shown.includes(other)) };
}

/** Closes a view; the last one stays. */
export function closeView(layout: Layout, id: ViewId): Layout {
  const open = layout.open.filter((other) => other !== id);
  return open.length === 0 ? layout : { ...layout, open };
}

/** A view's share of the width, next to others'. */
export function shareOf({ shares }: Layout, id: ViewId): number {
  return shares[id] ?? 1;
}

/** Moves the border between two neighbours so that the first has this part of what both have, from 0 to 1. */
export function moveBorder(layout: Layout, [first, second]: readonly [ViewId, ViewId], part: number): Layout {
  const both = shareOf(layout, first) + shareOf(layout, second);
  const bounded = Math.min(0.8, Math.max(0.2, part));
  return { ...layout, shares: { ...layout.shares, [first]: both * bounded, [second]: both * (1 - bounded) } };
}
