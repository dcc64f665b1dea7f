import { Counter, createMetricsRegistry, Gauge, Histogram } from "@platen/telemetry";
import type { EngineHealth } from "@platen/engine";
import type { WorkerConfig } from "./config.ts";

export type Metrics = ReturnType<typeof createMetrics>;

/** Creates the metrics of a worker that prints `slots` documents at once, of the lanes that `WORKER_LANES` names. */
export function createMetrics({ slots, lanes = "all" }: { slots: number; lanes?: WorkerConfig["WORKER_LANES"] }) {
  const registry = createMetricsRegistry("worker");
  const registers = [registry];
  let health: (() => EngineHealth) | undefined;
  let answersPing: (() => Promise<boolean>) | undefined;
  let takesJobs: (() => boolean) | undefined;

  const gauge = (name: string, help: string, read: (health: EngineHealth) => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        if (health) this.set(read(health()));
      },
    });
  // The gauge is absent until the first browser has started: a starting browser does not lack its sandbox.
  const property = (name: string, help: string, read: (health: EngineHealth) => boolean) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        if (health) this.set(read(health()) ? 1 : 0);
        else this.remove();
      },
    });
  const counter = (
    name: string,
    help: string,
    labelNames: readonly string[],
    read: (health: EngineHealth) => readonly [Record<string, string>, number][],
  ) =>
    new Counter({
      name,
      help,
      labelNames,
      registers,
      collect() {
        this.reset();
        if (health) for (const [labels, count] of read(health())) this.inc(labels, count);
      },
    });
  gauge("platen_browser_available", "Whether a browser is available for printing.", ({ isAvailable }) =>
    Number(isAvailable),
  );
  property("platen_browser_sandboxed", "Whether the browser runs in its sandbox.", ({ isSandboxed }) => isSandboxed);
  property(
    "platen_browser_network_sealed",
    "Whether the browser is in an empty network namespace; otherwise flags alone keep it offline.",
    ({ isNetworkSealed }) => isNetworkSealed,
  );
  property(
    "platen_engine_single_layout",
    "Whether the engine lays documents out once.",
    ({ isSingleLayout }) => isSingleLayout,
  );
  const busySlots: Gauge<"lane"> = new Gauge({
    name: "platen_worker_slots_busy",
    help: "Documents being printed now, by lane: a caller waits for an interactive one, and none for a background one.",
    labelNames: ["lane"],
    registers,
    collect() {
      const { interactive = 0, background = 0 } = health?.().busyPages ?? {};
      busySlots.set({ lane: "interactive" }, interactive);
      busySlots.set({ lane: "background" }, background);
    },
  });
  gauge("platen_browser_memory_bytes", "Memory of the browser at the last check.", ({ memoryBytes }) => memoryBytes);
  gauge(
    "platen_browser_pages_idle",
    "Idle pages kept for the next document of their project.",
    ({ idlePages }) => idlePages,
  );

  counter("platen_browser_start_failures_total", "Attempts to start a browser that failed.", [], (health) => [
    [{}, health.failedStarts],
  ]);
  counter(
    "platen_browser_starts_total",
    "Browsers started, by cause: the first one, a limit (documents, memory, age), or a fault (crash, stuck).",
    ["cause"],
    ({ starts }) => Object.entries(starts).map(([cause, count]) => [{ cause }, count]),
  );
  const info: Gauge<"version"> = new Gauge({
    name: "platen_browser_info",
    help: "Always 1; the label tells the version of Chromium.",
    labelNames: ["version"],
    registers,
    collect() {
      info.reset();
      const version = health?.().version ?? "";
      if (version !== "") info.set({ version }, 1);
    },
  });
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
    observeEngine(read: () => EngineHealth) {
      health = read;
    },
  };
}
