import { useEffect, useState } from "react";
import { closeView, openView, shownViews, type Layout } from "./layout.ts";
import { paneId } from "./panes.tsx";
import { useLayout } from "./use-layout.ts";
import { views, type ViewId } from "./views.ts";

/** Puts the focus where work in a view begins; a view that is still loaded takes it over from its pane. */
function focusView(id: ViewId): void {
  const pane = document.getElementById(paneId(id));
  if (!pane || pane.contains(document.activeElement)) return;
  (pane.querySelector<HTMLElement>("[data-takes-focus]") ?? pane).focus();
}

/** Which views are shown, and the ways to change that. Numbers count the views from 0. */
export function useViews() {
  const { layout, room, change } = useLayout();
  const [wanted, setWanted] = useState<{ id: ViewId }>();
  const shown = shownViews(layout, room);

  // Once it is on screen.
  useEffect(() => {
    if (wanted) focusView(wanted.id);
  }, [wanted]);

  const use = (id: ViewId) => {
    if (layout.open.at(-1) !== id || !shown.includes(id)) change((last) => openView(last, id, room));
  };
  const idAt = (index: number): ViewId | undefined => views[index]?.id;
  return {
    layout,
    shown,
    changeLayout: (next: (layout: Layout) => Layout) => change(next),
    /** Makes sure that a view is shown. */
    use,
    /** Shows a view and goes to it. */
    open: (index: number): void => {
      const id = idAt(index);
      if (!id) return;
      use(id);
      setWanted({ id });
    },
    close: (index: number): void => {
      const id = idAt(index);
      if (id) change((last) => closeView(last, id));
    },
    toggle: (id: ViewId): void => {
      if (shown.includes(id) && room > 1) change((last) => closeView(last, id));
      else {
        change((last) => openView(last, id, room));
        setWanted({ id });
      }
    },
  };
}
