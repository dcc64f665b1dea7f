import { useEffect, useState } from "react";
import { closeView, openView, shownViews } from "./layout.ts";
import { useLayout } from "./use-layout.ts";
import type { ViewId } from "./views.ts";

/** Puts the focus where work in a view begins; a view that is still loaded takes it over from its pane. */
function focusView(id: ViewId): void {
  const pane = document.querySelector<HTMLElement>(`[data-view="${id}"]`);
  if (!pane || pane.contains(document.activeElement)) return;
  (pane.querySelector<HTMLElement>("[data-takes-focus]") ?? pane).focus();
}

/** Which views are shown, and the ways to change that. */
export function useViews() {
  const { layout, room, change } = useLayout();
  const [wanted, setWanted] = useState<{ id: ViewId }>();
  const shown = shownViews(layout, room);

  // Once it is on screen.
  useEffect(() => {
    if (wanted) focusView(wanted.id);
  }, [wanted]);

  /** Opens a view and goes to it. */
  const show = (id: ViewId | undefined): void => {
    if (!id) return;
    change((last) => openView(last, id, room));
    setWanted({ id });
  };
  const close = (id: ViewId | undefined): void => {
    if (!id) return;
    const next = shownViews(closeView(layout, id), room).at(-1);
    change((last) => closeView(last, id));
    // The focus would be lost with the view.
    if (next && document.activeElement?.closest(`[data-view="${id}"]`)) setWanted({ id: next });
  };
  return {
    layout,
    shown,
    changeLayout: change,
    show,
    close,
    toggle: (id: ViewId): void => (shown.includes(id) && room > 1 ? close(id) : show(id)),
  };
}
