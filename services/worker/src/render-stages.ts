import type { Printed } from "@platen/engine";
import { event, tracing } from "@platen/telemetry";
import type { Metrics } from "./metrics.ts";

function record({ stageSeconds }: Pick<Metrics, "stageSeconds">, stage: string, durationMs: number): void {
  stageSeconds.observe({ stage }, durationMs / 1_000);
  event.add({ [`${stage}Ms`]: Math.round(durationMs * 10) / 10 });
}

/** Runs a stage of a document, and records how long it took if it succeeds. */
export async function timed<T>(
  metrics: Pick<Metrics, "stageSeconds">,
  stage: string,
  work: () => Promise<T>,
): Promise<T> {
  const startedAt = performance.now();
  const result = await tracing.span({ name: stage }, work);
  record(metrics, stage, performance.now() - startedAt);
  return result;
}

/** Records what the engine tells of a document that it had printed at `printedAt`. */
export function observePrint(metrics: Metrics, printed: Printed, printedAt: number): void {
  const { timings, refused, missingFiles, incompletePrints, blankPrints, skippedAmendments } = printed;
  const loadedAt = printedAt - timings.printMs;
  tracing.past({ name: "load" }, loadedAt - timings.loadMs, loadedAt);
  tracing.past({ name: "print" }, loadedAt, printedAt);
  record(metrics, "load", timings.loadMs);
  record(metrics, "print", timings.printMs);
  for (const [cause, prints] of Object.entries({ incomplete: incompletePrints, blank: blankPrints })) {
    if (prints === 0) continue;
    metrics.repeatedPrints.inc({ cause }, prints);
    event.add({ [`${cause}Prints`]: prints });
  }
  for (const amendment of skippedAmendments) metrics.skippedAmendments.inc({ what: amendment });
  if (skippedAmendments.length > 0) event.add({ skippedAmendments });
  for (const { resource, count } of [...refused, ...missingFiles]) metrics.refusedRequests.inc({ resource }, count);
  if (refused.length > 0) event.add({ refused: withoutHosts(refused) });
  if (missingFiles.length > 0) event.add({ missingFiles: missingFiles.reduce((sum, { count }) => sum + count, 0) });
}

/** Describes refused requests for the log, without their hosts, which may name a person. */
function withoutHosts(refused: Printed["refused"]): string[] {
  const counts = new Map<string, number>();
  for (const { resource, scheme, count } of refused) {
    const what = `${resource} ${scheme}`;
    counts.set(what, (counts.get(what) ?? 0) + count);
  }
  return [...counts].map(([what, count]) => `${what} ${count}`);
}
