import { Loader } from "@mantine/core";
import { Fragment, memo, Suspense } from "react";
import { Divider } from "./divider.tsx";
import { moveBorder, shareOf, type Layout } from "./layout.ts";
import classes from "./panes.module.css";
import { views, type View, type ViewId } from "./views.ts";

type PanesProps = {
  shown: readonly ViewId[];
  layout: Layout;
  onChange: (change: (layout: Layout) => Layout) => void;
};

function Pane({ view: { id, label, Component }, share }: { view: View; share: number }) {
  return (
    <section data-view={id} aria-label={label} tabIndex={-1} className={classes["pane"]} style={{ flexGrow: share }}>
      <Suspense fallback={<Loader style={{ margin: "auto" }} aria-label={`Loading ${label}`} />}>
        <Component />
      </Suspense>
    </section>
  );
}

/** The views side by side, with movable borders. Typing renders the views alone. */
export const Panes = memo(function Panes({ shown, layout, onChange }: PanesProps) {
  const inOrder = views.filter(({ id }) => shown.includes(id));
  return (
    <main id="main" style={{ display: "flex", flex: 1, minHeight: 0 }}>
      {inOrder.map((view, index) => {
        const before = inOrder[index - 1];
        const share = shareOf(layout, view.id);
        return (
          <Fragment key={view.id}>
            {before ? (
              <Divider
                name={`${before.label} and ${view.label}`}
                share={shareOf(layout, before.id) / (shareOf(layout, before.id) + share)}
                onMove={(moved) => onChange((last) => moveBorder(last, [before.id, view.id], moved))}
              />
            ) : null}
            <Pane view={view} share={share} />
          </Fragment>
        );
      })}
    </main>
  );
});
