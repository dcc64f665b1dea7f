import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { createMetricsRegistry } from "@platen/telemetry";
import { watchEventLoop, type EventLoopWatch } from "./event-loop-watch.ts";
import { startManagementServer } from "./management.ts";
import type { RunningServer } from "./server.ts";

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
    says[probe] = undefined;
    expect([bad.status, await bad.json()]).toEqual([503, { ok: false, reason: "The reason." }]);
    expect(bad.headers.get("cache-control")).toBe("no-store");
  });
});

describe("an event loop", () => {
  const limits = { checkIntervalMs: 10, minStallMs: 60, maxCountedStallMs: 150, windowMs: 2_000, allowedMs: 350 };
  let watch: EventLoopWatch;
  beforeEach(() => {
    watch = watchEventLoop(limits);
  });
  afterEach(() => watch.close());

  function block(ms: number): void {
    const untilMs = performance.now() + ms;
    while (performance.now() < untilMs);
  }
  const turn = () => new Promise((resolve) => setTimeout(resolve, limits.checkIntervalMs + 2));

  test("that is blocked again and again is reported until it recovers", async () => {
    await turn();
    // The test's own timeout is the deadline: on a busy machine a few turns may take longer than the window.
    while (watch.problem() === undefined) {
      block(120);
      await turn();
    }
    expect(watch.problem()).toMatch(/^The event loop was blocked .*\. Restart the process\./);
    // Until the window has passed.
    while (watch.problem() !== undefined) await turn();
  });

  test("that was blocked once, for any time, is not reported", async () => {
    await turn();
    block(3 * limits.allowedMs);
    await turn();
    expect(watch.problem()).toBeUndefined();
  });
});
