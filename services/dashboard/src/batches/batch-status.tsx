import { Status, type StatusLook } from "../ui/status.tsx";
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

const looks: Readonly<Record<Batch["status"], StatusLook>> = {
  receiving: "waiting",
  queued: "waiting",
  running: "working",
  paused: "paused",
  completed: "good",
  cancelled: "over",
};

/** The state of a batch, with a dot in its colour. */
export function BatchStatus({ status }: { status: Batch["status"] }) {
  return <Status label={batchStatusLabels[status]} look={looks[status]} />;
}
