import { expect, test } from "@jest/globals";
import { createMetrics } from "./metrics.ts";

const gaugesOf = async (metrics: ReturnType<typeof createMetrics>) =>
  [
    ...(await metrics.registry.metrics()).matchAll(
      /^(platen_(?:browser|redis)_(?:sandboxed|network_sealed|up))\S* (\d)/gm,
    ),
  ]
    .map(([, name, value]) => `${name} ${value}`)
    .toSorted();

test("a starting worker reports neither a missing Redis nor an exposed browser", async () => {
  const metrics = createMetrics({ slots: 2 });
  expect(await gaugesOf(metrics)).toEqual([]);

  metrics.observeRedis(() => Promise.resolve(true));
  metrics.observeEngine(() => ({
    version: "Chrome/1.2.3",
    isAvailable: true,
    isSandboxed: true,
    isNetworkSealed: true,
    isSingleLayout: true,
    launches: 1,
    starts: { first: 1, documents: 0, memory: 0, age: 0, crash: 0, stuck: 0 },
    failedStarts: 0,
    ends: { documents: 0, memory: 0, age: 0, crash: 0, stuck: 0 },
    busyPages: { interactive: 0, background: 0 },
    waiting: 0,
    idlePages: 0,
    memoryBytes: 0,
    pid: 1,
    silentMs: 0,
    problem: undefined,
  }));
  expect(await gaugesOf(metrics)).toEqual([
    "platen_browser_network_sealed 1",
    "platen_browser_sandboxed 1",
    "platen_redis_up 1",
  ]);
});
