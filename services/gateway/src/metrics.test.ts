import { describe, expect, jest, test } from "@jest/globals";
import type { QueueState } from "@platen/queue";
import { createMetrics } from "./metrics.ts";

const noJobs = { waiting: 0, prioritized: 0, active: 0, delayed: 0 };

const away = () => Promise.reject(new Error("away"));
const sources = {
  queueState: away,
  waitCount: () => 0,
  recordWaitCount: () => 0,
  oldestWaitMs: () => 0,
  redisProblem: () => undefined,
  redisUsedBytes: away,
  redisLimitBytes: () => undefined,
};

async function scrape(queueState: () => Promise<QueueState>, oldestWaitMs = 0): Promise<string> {
  return createMetrics({ ...sources, queueState, oldestWaitMs: () => oldestWaitMs }).registry.metrics();
}

function valueOf(text: string, series: string): number | undefined {
  const line = text.split("\n").find((candidate) => candidate.startsWith(series));
  return line === undefined ? undefined : Number(line.split(" ").at(-1));
}

describe("the backlog in seconds", () => {
  const backlog = async (jobs: Partial<QueueState["jobs"]>, documentsPerSecond?: number, oldestWaitMs?: number) => {
    const state = { jobs: { ...noJobs, ...jobs }, documentsPerSecond };
    return valueOf(await scrape(() => Promise.resolve(state), oldestWaitMs), "platen_queue_backlog_seconds");
  };

  test("is the waiting and the active jobs, divided by the measured rate", async () => {
    expect(await backlog({ waiting: 1, prioritized: 10, active: 4, delayed: 100 }, 5)).toBe(3);
  });

  test("is zero when the queue is empty, even if a rate was measured before", async () => {
    expect(await backlog({}, 5, 7_000)).toBe(0);
  });

  test("is the wait of the oldest document until a rate is measured", async () => {
    expect(await backlog({ prioritized: 3 }, undefined, 2_500)).toBe(2.5);
  });
});

describe("a Redis that does not answer", () => {
  test.each<[string, () => Promise<QueueState>]>([
    ["is away", away],
    ["hangs", () => new Promise(() => undefined)],
  ])(
    "%s: the scrape answers after a second at most, reports it, and has no series about the queue",
    async (_, queueState) => {
      jest.useFakeTimers();
      const scraped = scrape(queueState);
      await jest.advanceTimersByTimeAsync(1_000);
      const text = await scraped;
      jest.useRealTimers();
      expect(valueOf(text, "platen_redis_up")).toBe(0);
      expect(text).not.toMatch(/^platen_(queue_(jobs|backlog_seconds)|redis_memory_bytes)[ {]/m);
      expect(valueOf(text, 'platen_documents_total{outcome="completed"')).toBe(0);
    },
  );
});

test("one scrape asks Redis once", async () => {
  let asked = 0;
  await scrape(() => {
    asked += 1;
    return Promise.resolve({ jobs: noJobs, documentsPerSecond: undefined });
  });
  expect(asked).toBe(1);
});

test("a request that is refused because the queue is full has a status of its own, and is no failure", async () => {
  const { observeRequest, registry } = createMetrics(sources);
  const request = { operationId: "generateDocument", method: "POST", status: 503, durationMs: 1 };
  for (const problemCode of ["queue.full", "dependency.unavailable", undefined] as const) {
    observeRequest({ ...request, problemCode });
  }
  const text = await registry.metrics();
  expect(valueOf(text, 'platen_requests_total{operation="generateDocument",status="refused"')).toBe(1);
  expect(valueOf(text, 'platen_requests_total{operation="generateDocument",status="5xx"')).toBe(2);
});
