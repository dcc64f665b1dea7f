import { Problem } from "@platen/contracts";
import type { Admission, AdmissionBucket, Permit } from "@platen/queue";
import type { Metrics } from "../metrics.ts";

/** Previews that one project may have in flight: a person looks at one at a time. */
const previewsInFlight = 20;

export type Admit = (bucket: AdmissionBucket, deadlineAt: number) => Promise<Permit>;

/** Makes the asking for a place in the queue; it throws the problem of a caller who gets none. */
export function createAdmit(deps: { admission: Admission; metrics: Metrics; projectMaxInFlight: number }): Admit {
  const { admission, metrics, projectMaxInFlight } = deps;

  return async function admit(bucket, deadlineAt) {
    const limit = bucket.kind === "previews" ? previewsInFlight : projectMaxInFlight;
    const result = await admission.acquire(bucket, { limit, deadlineAt }).catch((cause: unknown) => {
      throw new Problem("dependency.unavailable", { retryAfterSeconds: 1, cause });
    });
    if (result.outcome === "acquired") return result.permit;
    metrics.countDocument(result.outcome === "busy" ? "project_busy" : "queue_full");
    const { retryAfterSeconds } = result;
    if (result.outcome === "full") throw new Problem("queue.full", { retryAfterSeconds });
    const message = `The project has ${limit} ${bucket.kind} in progress, which is as many as it may.`;
    throw new Problem("project.busy", { message, retryAfterSeconds });
  };
}
