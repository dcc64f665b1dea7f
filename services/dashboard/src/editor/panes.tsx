import { Loader } from "@mantine/core";
import { Fragment, Suspense } from "react";
import { Divider } from "./divider.tsx";
import { moveBorder, shareOf, type Layout } from "./layout.ts";
import classes from "./panes.module.css";
import { views, type View, type ViewId } from "./views.ts";

type PanesProps = {
  shown: readonly ViewId[];
  layout: Layout;
  onChange: (change: (layout: Layout) => Layout) => void;
  /** A view has got the focus. */
  onUse: (id: ViewId) => void;
};

/** The part of the page that a view is in. */
export const paneId = (id: ViewId): string => `view-${id}`;

function Pane({ view: { id, label, Component }, share, onUse }: { view: View; share: number; onUse: () => void }) {
  return (
    <section
      id={paneId(id)}
      aria-label={label}
      tabIndex={-1}
      className={classes["pane"]}
      style={{ flexGrow: share }}
      onFocus={onUse}
    >
      <Suspense fallback={<Loader className={classes["loader"] ?? ""} aria-label={`${label} is loading`} />}>
        <Component />
      </Suspense>
    </section>
  );
}

/** The views side by side, with borders that can be moved. */
export function Panes({ shown, layout, onChange, onUse }: PanesProps) {
  const inOrder = views.filter(({ id }) => shown.includes(id));
  return (
    <main id="main" className={classes["panes"]}>
      {inOrder.map((view, index) => {
        const before = inOrder[index - 1];
        const share = shareOf(layout, view.id);
        return (
          <Fragment key={view.id}>
            {before ? (
              <Divider
                name={`${before.label} and ${view.label}`}
                part={shareOf(layout, before.id) / (shareOf(layout, before.id) + share)}
                onMove={(part) => onChange((last) => moveBorder(last, [before.id, view.id], part))}
              />
            ) : null}
            <Pane view={view} share={share} onUse={() => onUse(view.id)} />
          </Fragment>
        );
      })}
    </main>
  );
}
