import type { DocumentStatus as Known } from "@platen/contracts";
import { Status, type StatusLook } from "../ui/status.tsx";

/** The name of each status. */
export const statusLabels: Readonly<Record<Known, string>> = {
  queued: "Queued",
  rendering: "Rendering",
  completed: "Completed",
  failed: "Failed",
  cancelled: "Cancelled",
};

const looks: Readonly<Record<Known, StatusLook>> = {
  queued: "waiting",
  rendering: "working",
  completed: "good",
  failed: "bad",
  cancelled: "over",
};

/** A document's status, with a dot in its colour. */
export function DocumentStatus({ status }: { status: Known }) {
  return <Status label={statusLabels[status]} look={looks[status]} />;
}
