import type { EngineHealth } from "@platen/engine";
import { Counter, Gauge, type createMetricsRegistry } from "@platen/telemetry";

/** Registers the metrics that are read from the engine's health. Returns the function that takes it, once there is one. */
export function registerEngineMetrics(registry: ReturnType<typeof createMetricsRegistry>) {
  const registers = [registry];
  let health: (() => EngineHealth) | undefined;

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

  return function observeEngine(read: () => EngineHealth): void {
    health = read;
  };
}
