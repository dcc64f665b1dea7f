import { Problem } from "@platen/contracts";
import type { Admission, Lane, Ticket } from "@platen/queue";
import type { Metrics } from "../metrics.ts";

/** Previews that one project may have in flight: a person looks at one at a time. */
const previewsInFlight = 20;

export type Admit = (lane: Lane, deadlineAt: number) => Promise<Ticket>;

/** Makes the asking for a place in the queue; it throws the problem of a caller who gets none. */
export function createAdmit(deps: { admission: Admission; metrics: Metrics; projectMaxInFlight: number }): Admit {
  const { admission, metrics, projectMaxInFlight } = deps;

  return async function admit(lane, deadlineAt) {
    const limit = lane.kind === "previews" ? previewsInFlight : projectMaxInFlight;
    const entry = await admission.enter(lane, { limit, deadlineAt }).catch((cause: unknown) => {
      throw new Problem("dependency.unavailable", { retryAfterSeconds: 1, cause });
    });
    if (entry.outcome === "admitted") return entry.ticket;
    metrics.countDocument(entry.outcome === "busy" ? "project_busy" : "queue_full");
    const { retryAfterSeconds } = entry;
    if (entry.outcome === "full") throw new Problem("queue.full", { retryAfterSeconds });
    const message = `The project has ${limit} ${lane.kind} in progress, which is as many as it may.`;
    throw new Problem("project.busy", { message, retryAfterSeconds });
  };
}
