import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { createMetricsRegistry } from "@platen/telemetry";
import { watchEventLoop, type EventLoopWatch } from "./event-loop-watch.ts";
import { onlyAtStart, startManagementServer } from "./management.ts";
import { noteUnderWay } from "./operations-under-way.ts";
import { createStallReport } from "./report-stalls.ts";
import type { RunningServer } from "./server.ts";

const logger = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} };

describe("the management port", () => {
  const says: Record<"startup" | "liveness" | "readiness", string | undefined> = {
    startup: undefined,
    liveness: undefined,
    readiness: undefined,
  };
  let server: RunningServer;
  beforeEach(async () => {
    server = await startManagementServer(
      { host: "127.0.0.1", port: 0 },
      {
        registry: createMetricsRegistry("test"),
        logger,
        probes: { startup: () => says.startup, liveness: () => says.liveness, readiness: () => says.readiness },
      },
    );
  });
  afterEach(() => server.close(0));

  test.each([
    ["/startupz", "startup"],
    ["/livez", "liveness"],
    ["/readyz", "readiness"],
  ] as const)("%s answers 503 with the reason in words, and no cache stores the answer", async (path, probe) => {
    const ask = () => fetch(`http://127.0.0.1:${server.port}${path}`);
    const fine = await ask();
    expect([fine.status, await fine.json()]).toEqual([200, { ok: true }]);
    says[probe] = "The reason.";
    const bad = await ask();
    const metrics = await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text();
    says[probe] = undefined;
    expect(metrics).toMatch(`\nplaten_ready{component="test"} ${probe === "readiness" ? 0 : 1}\n`);
    expect([bad.status, await bad.json()]).toEqual([503, { ok: false, reason: "The reason." }]);
    expect(bad.headers.get("cache-control")).toBe("no-store");
  });
});

test("a shared problem keeps a process from getting ready, but never makes it unready again", () => {
  const said = ["bad", "still bad", undefined, "bad again"];
  const probe = onlyAtStart(() => said.shift());
  expect([probe(), probe(), probe(), probe()]).toEqual(["bad", "still bad", undefined, undefined]);
});

describe("an event loop", () => {
  const limits = {
    checkIntervalMs: 250,
    minStallMs: 500,
    maxCountedStallMs: 5_000,
    windowMs: 30_000,
    allowedMs: 15_000,
  };
  let now: number;
  let watch: EventLoopWatch;
  let checks: number[];
  beforeEach(() => {
    now = 0;
    checks = [];
    jest.useFakeTimers();
    jest.spyOn(performance, "now").mockImplementation(() => now);
    watch = watchEventLoop((stallMs) => checks.push(stallMs), limits);
  });
  afterEach(() => {
    watch.close();
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  /** Lets the next check come late. */
  function block(lateMs: number): void {
    now += limits.checkIntervalMs + lateMs;
    jest.advanceTimersByTime(limits.checkIntervalMs);
  }

  test("that is blocked again and again is reported until it recovers", () => {
    for (let stall = 0; stall < 3; stall += 1) block(5_000);
    expect(watch.problem()).toBeUndefined();
    block(5_000);
    expect(watch.problem()).toBe(
      "The event loop was blocked for 20 of the last 30 s. Restart the process. If this happens again, give it more CPU or memory.",
    );
    now += limits.windowMs;
    expect(watch.problem()).toBeUndefined();
  });

  test("that was blocked once, for any time, is not unhealthy", () => {
    block(10 * limits.allowedMs);
    expect(watch.problem()).toBeUndefined();
  });

  test("that is blocked for half a second is in the log with the operations served meanwhile, and counted", async () => {
    const lines: unknown[] = [];
    const registry = createMetricsRegistry("test");
    const report = createStallReport({ registry, logger: { ...logger, warn: (...line) => lines.push(line) } });
    noteUnderWay("earlier")();
    report(0);
    const end = noteUnderWay("generateDocument");
    noteUnderWay("previewSource")();
    block(499);
    block(800);
    for (const stallMs of checks) report(stallMs);
    end();
    expect(checks).toEqual([0, 800]);
    expect(lines).toEqual([["event loop was blocked", { stallMs: 800, operations: ["generateDocument"] }]]);
    expect(await registry.metrics()).toContain('platen_event_loop_stalls_total{component="test"} 1');
  });

  test("that is a little late at every check is not reported", () => {
    for (let check = 0; check < 100; check += 1) block(limits.minStallMs - 1);
    expect(watch.problem()).toBeUndefined();
  });
});
