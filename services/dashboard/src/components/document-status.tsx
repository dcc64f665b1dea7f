import type { DocumentStatus as Status } from "@platen/contracts";
import classes from "./document-status.module.css";

/** What each state is called. */
export const statusWords: Readonly<Record<Status, string>> = {
  queued: "Queued",
  rendering: "Rendering",
  completed: "Completed",
  failed: "Failed",
  cancelled: "Cancelled",
};

/** A document's state, as a word with a dot in its colour. */
export function DocumentStatus({ status }: { status: Status }) {
  return (
    <span className={classes["status"]} data-status={status}>
      {statusWords[status]}
    </span>
  );
}
