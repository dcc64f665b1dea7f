import type { Batch } from "./batch.ts";
import classes from "./progress-bar.module.css";

/** The rows of a batch as a bar: made, made with warnings, failed, cancelled, and open. The text beside it says the same. */
export function ProgressBar({ batch, isLarge = false }: { batch: Batch; isLarge?: boolean }) {
  const { counts, rowCount, rowsWithWarnings } = batch;
  const parts = [
    ["completed", counts.completed - rowsWithWarnings],
    ["warned", rowsWithWarnings],
    ["failed", counts.failed],
    ["cancelled", counts.cancelled],
  ] as const;
  return (
    <div aria-hidden className={classes["bar"]} data-large={isLarge || undefined}>
      {parts.map(([state, count]) =>
        count === 0 ? null : <span key={state} data-state={state} style={{ flexGrow: count }} />,
      )}
      {counts.open > 0 || rowCount === 0 ? <span style={{ flexGrow: Math.max(1, counts.open) }} /> : null}
    </div>
  );
}
