import { Loader } from "@mantine/core";
import { Fragment, memo, Suspense } from "react";
import { Divider } from "./divider.tsx";
import { moveBorder, shareOf, type Layout } from "./layout.ts";
import classes from "./panes.module.css";
import { leastPage } from "./room.ts";
import { views, type View, type ViewId } from "./views.ts";

type PanesProps = {
  shown: readonly ViewId[];
  layout: Layout;
  /** The width of the window. */
  width: number;
  onClose: (id: ViewId) => void;
  onChange: (change: (layout: Layout) => Layout) => void;
};

type PaneProps = {
  view: View;
  share: number;
  /** Closes the view; undefined if it is the only one. */
  onClose: (() => void) | undefined;
};

function Pane({ view: { id, label, Component }, share, onClose }: PaneProps) {
  return (
    <section data-view={id} aria-label={label} tabIndex={-1} className={classes["pane"]} style={{ flexGrow: share }}>
      <Suspense fallback={<Loader style={{ margin: "auto" }} aria-label={`Loading ${label}`} />}>
        <Component onClose={onClose} />
      </Suspense>
    </section>
  );
}

/** The views side by side, with movable borders. Typing renders the views alone. */
export const Panes = memo(function Panes({ shown, layout, width, onClose, onChange }: PanesProps) {
  const inOrder = views.filter(({ id }) => shown.includes(id));
  return (
    <main id="main" style={{ display: "flex", flex: 1, minHeight: 0 }}>
      {inOrder.map((view, index) => {
        const before = inOrder[index - 1];
        const share = shareOf(layout, view.id, width);
        return (
          <Fragment key={view.id}>
            {before ? (
              <Divider
                name={`${before.label} and ${view.label}`}
                share={shareOf(layout, before.id, width) / (shareOf(layout, before.id, width) + share)}
                least={before.id === "design" ? leastPage : undefined}
                onMove={(moved) => onChange((last) => moveBorder(last, [before.id, view.id], moved, width))}
              />
            ) : null}
            <Pane view={view} share={share} onClose={inOrder.length > 1 ? () => onClose(view.id) : undefined} />
          </Fragment>
        );
      })}
    </main>
  );
});
