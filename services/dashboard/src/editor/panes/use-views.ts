import { useEffect, useMemo, useState } from "react";
import { closeView, openView, shownViews, toggleView } from "./layout.ts";
import { roomFor } from "./room.ts";
import { useLayout } from "./use-layout.ts";
import type { ViewId } from "./views.ts";

/** Focuses the main field of a view. A view that is still loading takes the focus from its pane later. */
function focusView(id: ViewId): void {
  const pane = document.querySelector<HTMLElement>(`[data-view="${id}"]`);
  if (!pane || pane.contains(document.activeElement)) return;
  (pane.querySelector<HTMLElement>("[data-takes-focus]") ?? pane).focus();
}

/** The shown views, with functions to change them. */
export function useViews() {
  const { layout, width, change } = useLayout();
  const room = roomFor(width);
  const [focused, setFocused] = useState<{ id: ViewId }>();
  const shown = useMemo(() => shownViews(layout, room), [layout, room]);

  // In an effect, because the view must be on screen first.
  useEffect(() => {
    if (focused) focusView(focused.id);
  }, [focused]);

  /** Opens a view and focuses it. */
  const show = (id: ViewId | undefined, isBeside = false): void => {
    if (!id) return;
    change((last) => openView(last, id, room, isBeside));
    setFocused({ id });
  };
  const close = (id: ViewId | undefined): void => {
    if (!id) return;
    const next = shownViews(closeView(layout, id), room).at(-1);
    change((last) => closeView(last, id));
    // Otherwise the focus would be lost with the view.
    if (next && document.activeElement?.closest(`[data-view="${id}"]`)) setFocused({ id: next });
  };
  return {
    layout,
    shown,
    width,
    changeLayout: change,
    show,
    close,
    toggle: (id: ViewId, isBeside: boolean): void => {
      const isOpen = shownViews(toggleView(layout, id, room), room).includes(id);
      if (isOpen) show(id, isBeside);
      else close(id);
    },
  };
}
