import { besideDesign, leastPage } from "./room.ts";
import type { ViewId } from "./views.ts";

/** The open views, with the one used last at the end, and the shares of the width that several views get. */
export type Layout = { open: readonly ViewId[]; shares: Readonly<Partial<Record<ViewId, number>>> };

export const defaultLayout: Layout = { open: ["design"], shares: {} };

/** The open views that are shown: those used last. The preview stays beside them. */
export function shownViews({ open }: Layout, room: number): ViewId[] {
  if (room === 1) return open.slice(-1);
  const others = open.filter((id) => id !== "preview");
  const hasPreview = open.includes("preview");
  return [...others.slice(-(hasPreview ? room - 1 : room)), ...(hasPreview ? (["preview"] as const) : [])];
}

/**
 * Opens a view in the place of the others, except for the preview, or beside them. Marks an open one as used last. Views
 * without room close.
 */
export function openView(layout: Layout, id: ViewId, room: number, isBeside = false): Layout {
  const others = layout.open.filter((other) => other !== id);
  const isAdded = isBeside || id === "preview" || layout.open.includes(id);
  const open = [...others.filter((other) => isAdded || other === "preview"), id];
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

/** A view's share of the width, relative to the other views in a window of this width. */
export function shareOf({ shares }: Layout, id: ViewId, width: number): number {
  const beside = besideDesign(width);
  return shares[id] ?? (id === "design" ? Math.max(1, (width - beside) / beside) : 1);
}

/** Moves the border between two neighbours, so that the first gets this share of their width, from 0 to 1. */
export function moveBorder(
  layout: Layout,
  [first, second]: readonly [ViewId, ViewId],
  share: number,
  width: number,
): Layout {
  const both = shareOf(layout, first, width) + shareOf(layout, second, width);
  const bounded = Math.min(0.8, Math.max(first === "design" ? leastPage : 0.2, share));
  return { ...layout, shares: { ...layout.shares, [first]: both * bounded, [second]: both * (1 - bounded) } };
}
