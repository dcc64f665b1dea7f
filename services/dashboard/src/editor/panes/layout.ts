import type { ViewId } from "./views.ts";

/** The open views, with the one used last at the end, and the shares of the width that several views get. */
export type Layout = { open: readonly ViewId[]; shares: Readonly<Partial<Record<ViewId, number>>> };

export const defaultLayout: Layout = { open: ["design", "preview"], shares: {} };

/** A narrower view is of no use. */
const narrowestView = 360;
/** Three views side by side need more width each. */
const comfortableView = 520;

/** The number of views that fit into a window. */
export function roomFor(width: number): number {
  if (width < 2 * narrowestView) return 1;
  return width < 3 * comfortableView ? 2 : 3;
}

/** The open views that are shown: those used last. The preview stays beside them. */
export function shownViews({ open }: Layout, room: number): ViewId[] {
  if (room === 1) return open.slice(-1);
  const others = open.filter((id) => id !== "preview");
  const hasPreview = open.includes("preview");
  return [...others.slice(-(hasPreview ? room - 1 : room)), ...(hasPreview ? (["preview"] as const) : [])];
}

/** Opens a view, or marks an open one as used last. Views without room close. */
export function openView(layout: Layout, id: ViewId, room: number): Layout {
  const open = [...layout.open.filter((other) => other !== id), id];
  if (room === 1) return { ...layout, open };
  const shown = shownViews({ ...layout, open }, room);
  return { ...layout, open: open.filter((other) => shown.includes(other)) };
}

/** Closes a view, unless it is the only one. */
export function closeView(layout: Layout, id: ViewId): Layout {
  const open = layout.open.filter((other) => other !== id);
  return open.length === 0 ? layout : { ...layout, open };
}

/**
 * Opens a view, or closes an open one. The only view beside the preview stays: a click on its name, which looks like a
 * tab, says that one wants to see it.
 */
export function toggleView(layout: Layout, id: ViewId, room: number): Layout {
  const shown = shownViews(layout, room);
  const others = shown.filter((other) => other !== id && (other !== "preview" || id === "preview"));
  return shown.includes(id) && room > 1 && others.length > 0 ? closeView(layout, id) : openView(layout, id, room);
}

/** A view's share of the width, relative to the other views. */
export function shareOf({ shares }: Layout, id: ViewId): number {
  return shares[id] ?? 1;
}

/** Moves the border between two neighbours, so that the first gets this share of their width, from 0 to 1. */
export function moveBorder(layout: Layout, [first, second]: readonly [ViewId, ViewId], share: number): Layout {
  const both = shareOf(layout, first) + shareOf(layout, second);
  const bounded = Math.min(0.8, Math.max(0.2, share));
  return { ...layout, shares: { ...layout.shares, [first]: both * bounded, [second]: both * (1 - bounded) } };
}
