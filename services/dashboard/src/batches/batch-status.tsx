import classes from "./batch-status.module.css";
import type { Batch } from "./batch.ts";

/** The name of each state. */
export const batchStatusLabels: Readonly<Record<Batch["status"], string>> = {
  receiving: "Takes rows",
  queued: "Queued",
  running: "Running",
  paused: "Paused",
  completed: "Completed",
  cancelled: "Cancelled",
};

/** The state of a batch, with a dot in its colour. */
export function BatchStatus({ status }: { status: Batch["status"] }) {
  return (
    <span className={classes["status"]} data-status={status}>
      {batchStatusLabels[status]}
    </span>
  );
}
