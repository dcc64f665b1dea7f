import { Counter, createMetricsRegistry, Gauge, Histogram } from "@platen/telemetry";
import type { WorkerConfig } from "./config.ts";
import { registerEngineMetrics } from "./engine-metrics.ts";

export type Metrics = ReturnType<typeof createMetrics>;

/** Creates the metrics of a worker that prints `slots` documents at once, of the lanes that `WORKER_LANES` names. */
export function createMetrics({ slots, lanes = "all" }: { slots: number; lanes?: WorkerConfig["WORKER_LANES"] }) {
  const registry = createMetricsRegistry("worker");
  const registers = [registry];
  let answersPing: (() => Promise<boolean>) | undefined;
  let takesJobs: (() => boolean) | undefined;

  const observeEngine = registerEngineMetrics(registry);
  const isRedisUp: Gauge = new Gauge({
    name: "platen_redis_up",
    help: "Whether Redis answers this process.",
    registers,
    async collect(): Promise<void> {
      if (answersPing) isRedisUp.set((await answersPing()) ? 1 : 0);
      // The worker has not pinged Redis yet.
      else isRedisUp.remove();
    },
  });

  const taking: Gauge = new Gauge({
    name: "platen_worker_taking",
    help: "Whether this worker takes documents: not before its self check has passed, nor while it fails for a fault of the worker's own.",
    registers,
    collect: () => taking.set(takesJobs?.() ? 1 : 0),
  });
  const allSlots = new Gauge({
    name: "platen_worker_slots",
    help: "Documents that this worker can print at once, by the lanes that it serves: interactive, background or all.",
    labelNames: ["lanes"],
    registers,
  });
  allSlots.set({ lanes }, slots);

  return {
    registry,
    /** Attempts at documents, by outcome: completed, or the code of a failure. */
    attempts: new Counter({
      name: "platen_render_attempts_total",
      help: "Attempts at documents, by outcome.",
      labelNames: ["outcome"],
      registers,
    }),
    stageSeconds: new Histogram({
      name: "platen_render_stage_seconds",
      help: "Duration of each stage of a document.",
      labelNames: ["stage"],
      buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60],
      registers,
    }),
    refusedRequests: new Counter({
      name: "platen_browser_requests_refused_total",
      help: "Requests of documents that were refused, by kind of resource.",
      labelNames: ["resource"],
      registers,
    }),
    /** Prints that were thrown away, their documents printed again. */
    repeatedPrints: new Counter({
      name: "platen_browser_prints_repeated_total",
      help: "Prints thrown away and made again: incomplete (the document requested more while it was printed), or blank despite its text.",
      labelNames: ["cause"],
      registers,
    }),
    warnings: new Counter({
      name: "platen_document_warnings_total",
      help: "Warnings about documents and previews, by code.",
      labelNames: ["code"],
      registers,
    }),
    assetReads: new Counter({
      name: "platen_asset_reads_total",
      help: "Reads of files of libraries from the catalog, by outcome. A file that the worker keeps is not read again.",
      labelNames: ["outcome"],
      registers,
    }),
    assetBytes: new Counter({
      name: "platen_asset_read_bytes_total",
      help: "Bytes of files of libraries read from the catalog.",
      registers,
    }),
    assetsKept: new Gauge({
      name: "platen_assets_kept_bytes",
      help: "Bytes of files of libraries that the worker keeps.",
      registers,
    }),
    skippedAmendments: new Counter({
      name: "platen_pdf_amendments_skipped_total",
      help: "Amendments left out of PDFs that could not be read as expected: dates, language, characters.",
      labelNames: ["what"],
      registers,
    }),
    /** Of first attempts alone: the wait before a retry is not the queue's. */
    queueWaitSeconds: new Histogram({
      name: "platen_queue_wait_seconds",
      help: "Time between the request for a document and the start of its first attempt.",
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
      registers,
    }),
    observeRedis(ping: () => Promise<boolean>) {
      answersPing = ping;
    },
    observeIntake(read: () => boolean) {
      takesJobs = read;
    },
    observeEngine,
  };
}
