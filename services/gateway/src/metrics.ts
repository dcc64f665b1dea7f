import { createRequestMetrics } from "@platen/http";
import { Counter, createMetricsRegistry, Gauge } from "@platen/telemetry";

type Sources = { queueCounts: () => Promise<{ waiting: number; active: number }>; waitCount: () => number };

/** Makes the gateway's metrics. Labels are bounded: operation ids, status classes, outcomes, failure codes. */
export function createMetrics(sources: Sources) {
  const registry = createMetricsRegistry("gateway");
  const registers = [registry];
  const documents = new Counter({
    name: "platen_documents_total",
    help: "Documents answered, by what became of them: completed, cancelled, or the code of their failure.",
    labelNames: ["outcome"],
    registers,
  });
  const waits: Gauge = new Gauge({
    name: "platen_documents_in_progress",
    help: "Documents this process waits for.",
    registers,
    collect: () => waits.set(sources.waitCount()),
  });
  const jobs: Gauge<"state"> = new Gauge({
    name: "platen_queue_jobs",
    help: "Jobs in the queue, by state. Missing while Redis is away.",
    labelNames: ["state"],
    registers,
    async collect(): Promise<void> {
      jobs.reset();
      const counts = await sources.queueCounts().catch(() => undefined);
      if (!counts) return;
      jobs.set({ state: "waiting" }, counts.waiting);
      jobs.set({ state: "active" }, counts.active);
    },
  });

  return {
    registry,
    observeRequest: createRequestMetrics(registry),
    countDocument: (outcome: string): void => documents.inc({ outcome }),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
