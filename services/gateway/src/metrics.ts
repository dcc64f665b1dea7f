import type { RequestObserver } from "@platen/http";
import { Counter, createMetricsRegistry, Gauge, Histogram } from "@platen/telemetry";

type Sources = { queueCounts: () => Promise<{ waiting: number; active: number }>; waitCount: () => number };

/** Makes the gateway's metrics. Labels are bounded: operation ids, status classes, outcomes, failure codes. */
export function createMetrics(sources: Sources) {
  const registry = createMetricsRegistry("gateway");
  const registers = [registry];
  const requests = new Counter({
    name: "platen_requests_total",
    help: "Requests answered, by operation and class of status.",
    labelNames: ["operation", "status"],
    registers,
  });
  const durations = new Histogram({
    name: "platen_request_duration_seconds",
    help: "Time from a request's head to the end of its answer.",
    labelNames: ["operation"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
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

  const observeRequest: RequestObserver = ({ operationId, status, durationMs }) => {
    requests.inc({ operation: operationId, status: `${Math.floor(status / 100)}xx` });
    durations.observe({ operation: operationId }, durationMs / 1_000);
  };

  return {
    registry,
    observeRequest,
    countDocument: (outcome: string): void => documents.inc({ outcome }),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
