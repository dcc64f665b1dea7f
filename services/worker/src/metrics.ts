import { Counter, createMetricsRegistry, Gauge, Histogram } from "@platen/telemetry";
import type { BrowserHealth } from "@platen/engine";

export type Metrics = ReturnType<typeof createMetrics>;

/** Makes the metrics of a worker that prints so many documents at once. */
export function createMetrics({ slots }: { slots: number }) {
  const registry = createMetricsRegistry("worker");
  const registers = [registry];
  let browserHealth: (() => BrowserHealth) | undefined;
  let answersPing: (() => Promise<boolean>) | undefined;

  const gauge = (name: string, help: string, read: (health: BrowserHealth) => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        if (browserHealth) this.set(read(browserHealth()));
      },
    });
  // Missing until there is a browser: one that is being started is not without its sandbox.
  const property = (name: string, help: string, read: (health: BrowserHealth) => boolean) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        if (browserHealth) this.set(read(browserHealth()) ? 1 : 0);
        else this.remove();
      },
    });
  const counter = (
    name: string,
    help: string,
    labelNames: readonly string[],
    read: (health: BrowserHealth) => readonly [Record<string, string>, number][],
  ) =>
    new Counter({
      name,
      help,
      labelNames,
      registers,
      collect() {
        this.reset();
        if (browserHealth) for (const [labels, count] of read(browserHealth())) this.inc(labels, count);
      },
    });
  gauge("platen_browser_available", "Whether a browser is there to print with.", ({ isAvailable }) =>
    Number(isAvailable),
  );
  property("platen_browser_sandboxed", "Whether the browser runs in its sandbox.", ({ isSandboxed }) => isSandboxed);
  property(
    "platen_browser_network_sealed",
    "Whether the browser is in an empty network namespace; otherwise flags alone keep it offline.",
    ({ isNetworkSealed }) => isNetworkSealed,
  );
  gauge("platen_worker_slots_busy", "Documents that are printed at the moment.", ({ busyPages }) => busyPages);
  gauge("platen_browser_memory_bytes", "Memory of the browser, when last looked at.", ({ memoryBytes }) => memoryBytes);
  gauge(
    "platen_browser_pages_idle",
    "Pages kept for the next document of their project.",
    ({ idlePages }) => idlePages,
  );

  counter("platen_browser_start_failures_total", "Tries to start a browser that came to nothing.", [], (health) => [
    [{}, health.failedStarts],
  ]);
  counter(
    "platen_browser_starts_total",
    "Browsers started, by why: first, in turn (documents, memory, age), or after a fault (crash, stuck).",
    ["cause"],
    ({ starts }) => Object.entries(starts).map(([cause, count]) => [{ cause }, count]),
  );
  const info: Gauge<"version"> = new Gauge({
    name: "platen_browser_info",
    help: "1; its label tells which version of Chromium prints.",
    labelNames: ["version"],
    registers,
    collect() {
      info.reset();
      const version = browserHealth?.().version ?? "";
      if (version !== "") info.set({ version }, 1);
    },
  });
  const isRedisUp: Gauge = new Gauge({
    name: "platen_redis_up",
    help: "Whether Redis answers this process.",
    registers,
    async collect(): Promise<void> {
      if (answersPing) isRedisUp.set((await answersPing()) ? 1 : 0);
      // Not asked yet, it is not away.
      else isRedisUp.remove();
    },
  });

  const allSlots = new Gauge({
    name: "platen_worker_slots",
    help: "Documents that this worker prints at once.",
    registers,
  });
  allSlots.set(slots);

  return {
    registry,
    /** Attempts at documents, by what came of them: completed, or a failure's code. */
    attempts: new Counter({
      name: "platen_render_attempts_total",
      help: "Attempts at documents, by outcome.",
      labelNames: ["outcome"],
      registers,
    }),
    stageSeconds: new Histogram({
      name: "platen_render_stage_seconds",
      help: "Time of each stage of a document.",
      labelNames: ["stage"],
      buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30],
      registers,
    }),
    refusedRequests: new Counter({
      name: "platen_browser_requests_refused_total",
      help: "Requests of documents that were refused, by what they were for.",
      labelNames: ["resource"],
      registers,
    }),
    /** Prints of attempts that were thrown away, and their documents printed once more. */
    repeatedPrints: new Counter({
      name: "platen_browser_prints_repeated_total",
      help: "Prints thrown away: incomplete, as the document asked for more by being printed, or blank despite its text.",
      labelNames: ["cause"],
      registers,
    }),
    /** Of first attempts: what a try of the same document comes to later is not the queue's doing. */
    queueWaitSeconds: new Histogram({
      name: "platen_queue_wait_seconds",
      help: "Time of documents from being asked for until a worker began with them for the first time.",
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
    observeRedis(ping: () => Promise<boolean>) {
      answersPing = ping;
    },
    observeBrowser(health: () => BrowserHealth) {
      browserHealth = health;
    },
  };
}
