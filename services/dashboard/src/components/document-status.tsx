import type { DocumentStatus as Status } from "@platen/contracts";
import classes from "./document-status.module.css";

/** The name of each status. */
export const statusLabels: Readonly<Record<Status, string>> = {
  queued: "Queued",
  rendering: "Rendering",
  completed: "Completed",
  failed: "Failed",
  cancelled: "Cancelled",
};

/** A document's status, with a dot in its colour. */
export function DocumentStatus({ status }: { status: Status }) {
  return (
    <span className={classes["status"]} data-status={status}>
      {statusLabels[status]}
    </span>
  );
}
