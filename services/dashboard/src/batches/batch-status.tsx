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

/** The state of a batch, with a dot in its colour. A batch is not good whose PDFs have warnings. */
export function BatchStatus({ status, rowsWithWarnings }: Pick<Batch, "status" | "rowsWithWarnings">) {
  const look = status === "completed" && rowsWithWarnings > 0 ? "warned" : looks[status];
  return <Status label={batchStatusLabels[status]} look={look} />;
}
