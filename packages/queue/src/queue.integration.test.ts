import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { assertNothingLeftOpen, createTestRedis, freePort, waitFor, type TestRedis } from "@platen/testing";
import { jsonObject } from "@platen/contracts";
import { createDocumentConsumer, type DocumentHandler } from "./document-consumer.ts";
import { createDocumentProducer } from "./document-producer.ts";
import { type DocumentJob, type DocumentJobAddress, type DocumentJobData, renderDocumentJob } from "./jobs.ts";
import { PermanentFailure } from "./permanent-failure.ts";

const logger = { warn: () => undefined, info: () => undefined };
let redis: TestRedis;
const opened: { close(graceMs: number): Promise<void> }[] = [];

beforeAll(async () => {
  redis = await createTestRedis();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((open) => open.close(0)));
});
afterAll(async () => {
  await assertNothingLeftOpen(redis);
  await redis.close();
});

const normal = { priority: 2 };
let queues = 0;

/** A queue of its own for each test, with what consumers have been asked to do. */
function createQueue() {
  queues += 1;
  const options = { redisUrl: redis.url, prefix: `${redis.prefix}:${queues}:`, logger };
  const producer = createDocumentProducer(options);
  opened.push(producer);
  const exhausted: { job: DocumentJobAddress; error: unknown }[] = [];
  return {
    options,
    producer,
    exhausted,
    consume(handler: DocumentHandler, concurrency = 4) {
      const consumer = createDocumentConsumer(
        { ...options, concurrency, onExhausted: async (job, error) => void exhausted.push({ job, error }) },
        handler,
      );
      opened.push(consumer);
      return consumer;
    },
    /** Tells consumers of a withdrawal until one has heard it: one that has just started may take jobs before it listens. */
    async untilTold(documentId: string) {
      const isTold = async () => (await redis.redis.publish(`${options.prefix}withdrawals`, documentId)) > 0;
      await waitFor(isTold, { describe: "a consumer to listen" });
    },
  };
}

function jobFor(documentId: string, changes: Partial<DocumentJob> = {}): DocumentJob {
  return {
    documentId,
    projectId: "prj_1",
    sourceId: "ver_1",
    data: { number: 1 },
    options: {},
    requestedAt: Date.now(),
    deadlineAt: Date.now() + 30_000,
    grant: "grant",
    replyTo: "channel",
    requestId: "req_1",
    ...changes,
  };
}

describe("a job", () => {
  test("reaches a consumer as it was added, its data's odd keys included, and is gone when done", async () => {
    const { producer, consume } = createQueue();
    const seen: DocumentJobData[] = [];
    const { data, ...job } = jobFor("doc_1", {
      data: jsonObject.parse(JSON.parse('{"__proto__": {"a": 1}, "list": [null, "\\u0000é"]}')),
    });
    await producer.add({ ...job, data }, normal);
    consume(async (received) => void seen.push(received));
    await waitFor(async () => (await producer.state("doc_1")) === "gone", { describe: "the job" });
    expect(seen).toEqual([{ ...job, v: 2, dataJson: JSON.stringify(data) }]);
    expect(seen[0]?.dataJson).toContain("__proto__");
    expect((await producer.queueState()).jobs).toEqual({ waiting: 0, prioritized: 0, active: 0, delayed: 0 });
  });

  test("added twice is worked on once", async () => {
    const { producer, consume } = createQueue();
    const seen: string[] = [];
    await producer.add(jobFor("doc_1"), normal);
    await producer.add(jobFor("doc_1"), normal);
    await producer.add(jobFor("doc_2"), normal);
    expect((await producer.queueState()).jobs).toEqual({ waiting: 0, prioritized: 2, active: 0, delayed: 0 });
    consume(async ({ documentId }) => void seen.push(documentId), 1);
    await waitFor(() => seen.includes("doc_2"), { describe: "both documents" });
    expect(seen).toEqual(["doc_1", "doc_2"]);
  });

  test("leaves nothing behind in Redis but the queue's own bookkeeping", async () => {
    const { options, producer, consume } = createQueue();
    await producer.add(jobFor("doc_1", { data: { secret: "kept nowhere" } }), normal);
    await producer.add(jobFor("doc_2"), normal);
    consume(async ({ documentId }) => {
      if (documentId === "doc_2") throw new PermanentFailure("no");
    });
    await waitFor(async () => (await producer.state("doc_2")) === "gone", { describe: "the jobs" });
    const keys = await redis.redis.keys(`${options.prefix}*`);
    expect(keys.filter((key) => key.includes("doc_"))).toEqual([]);
  });

  test("that was done is not done again, though its lock was lost meanwhile", async () => {
    const { options, producer, consume, exhausted } = createQueue();
    let tries = 0;
    await producer.add(jobFor("doc_1"), normal);
    consume(async () => {
      tries += 1;
      await redis.redis.unlink(`${options.prefix}queue:${renderDocumentJob.queue}:doc_1:lock`);
    });
    // Sooner than anybody looks for jobs without a lock.
    await waitFor(async () => tries > 0 && (await producer.state("doc_1")) === "gone", {
      timeoutMs: 1_500,
      describe: "the job's end",
    });
    expect(tries).toBe(1);
    expect(exhausted).toEqual([]);
  });

  test("that fails is tried three times, then whoever waits is told once", async () => {
    const { producer, consume, exhausted } = createQueue();
    const attempts: [number, boolean][] = [];
    await producer.add(jobFor("doc_1"), normal);
    consume(async (_data, { attempt, isLastAttempt }) => {
      attempts.push([attempt, isLastAttempt]);
      throw new Error(`try ${attempt}`);
    });
    await waitFor(() => exhausted.length > 0, { timeoutMs: 10_000, describe: "the last try" });
    expect(attempts).toEqual([
      [1, false],
      [2, false],
      [3, true],
    ]);
    expect(exhausted).toEqual([
      {
        job: expect.objectContaining({ documentId: "doc_1", replyTo: "channel", grant: "grant" }),
        error: new Error("try 3"),
      },
    ]);
  });

  test("that succeeds at its second try tells nobody of the first", async () => {
    const { producer, consume, exhausted } = createQueue();
    await producer.add(jobFor("doc_1"), normal);
    consume(async (_data, { attempt }) => {
      if (attempt === 1) throw new Error("once");
    });
    await waitFor(async () => (await producer.state("doc_1")) === "gone", { describe: "the job" });
    expect(exhausted).toEqual([]);
  });

  test("that fails permanently is not tried again", async () => {
    const { producer, consume, exhausted } = createQueue();
    let tries = 0;
    await producer.add(jobFor("doc_1"), normal);
    consume(async () => {
      tries += 1;
      throw new PermanentFailure("bad template");
    });
    await waitFor(() => exhausted.length > 0, { describe: "the failure" });
    await waitFor(async () => (await producer.state("doc_1")) === "gone", { describe: "the job" });
    expect(tries).toBe(1);
  });

  test("of the shape before, from a gateway not yet replaced, is worked on", async () => {
    const { options, producer, consume } = createQueue();
    const job = jobFor("doc_1", { data: { number: 7 } });
    await producer.add(job, normal);
    const key = `${options.prefix}queue:${renderDocumentJob.queue}:doc_1`;
    await redis.redis.hset(key, "data", JSON.stringify({ ...job, v: 1 }));
    const seen: DocumentJobData[] = [];
    consume(async (received) => void seen.push(received));
    await waitFor(() => seen.length > 0, { describe: "the job" });
    expect(seen).toMatchObject([{ v: 2, documentId: "doc_1", dataJson: '{"number":7}' }]);
  });

  test("of a newer shape fails at once, and its gateway is told", async () => {
    const { options, producer, consume, exhausted } = createQueue();
    await producer.add(jobFor("doc_1"), normal);
    const key = `${options.prefix}queue:${renderDocumentJob.queue}:doc_1`;
    await redis.redis.hset(key, "data", JSON.stringify({ ...jobFor("doc_1"), v: 3 }));
    let tries = 0;
    consume(async () => void (tries += 1));
    await waitFor(() => exhausted.length > 0, { describe: "the failure" });
    expect(tries).toBe(0);
    expect(exhausted[0]?.job.replyTo).toBe("channel");
  });

  test("that has cost too many workers is failed, and its gateway is told", async () => {
    const { options, producer, consume, exhausted } = createQueue();
    await producer.add(jobFor("doc_1"), normal);
    // What BullMQ writes when a job's lock was lost more often than allowed.
    const key = `${options.prefix}queue:${renderDocumentJob.queue}:doc_1`;
    await redis.redis.hset(key, "defa", "job stalled more than allowable limit");
    let tries = 0;
    consume(async () => void (tries += 1));
    await waitFor(() => exhausted.length > 0, { describe: "the failure" });
    expect(tries).toBe(0);
    expect(exhausted[0]?.job.documentId).toBe("doc_1");
  });
});

describe("withdrawing", () => {
  test("removes a job that waits", async () => {
    const { producer } = createQueue();
    await producer.add(jobFor("doc_1"), normal);
    expect(await producer.state("doc_1")).toBe("waiting");
    expect(await producer.withdraw("doc_1")).toBe("removed");
    expect(await producer.state("doc_1")).toBe("gone");
  });

  test("aborts a job that runs, which is neither tried again nor reported", async () => {
    const { producer, consume, exhausted, untilTold } = createQueue();
    const aborted = Promise.withResolvers<unknown>();
    let tries = 0;
    consume(
      (_data, { signal }) =>
        new Promise((_resolve, reject) => {
          tries += 1;
          signal.addEventListener("abort", () => {
            aborted.resolve(signal.reason);
            reject(new Error("aborted"));
          });
        }),
    );
    await untilTold("doc_0");
    await producer.add(jobFor("doc_1"), normal);
    await waitFor(() => tries > 0, { describe: "the job" });
    expect(await producer.withdraw("doc_1")).toBe("told to stop");
    expect(await aborted.promise).toBe("withdrawn");
    await waitFor(async () => (await producer.state("doc_1")) === "gone", { describe: "its end" });
    expect(tries).toBe(1);
    expect(exhausted).toEqual([]);
  });

  test("stops a job that a consumer is just being given", async () => {
    const { producer, consume, untilTold } = createQueue();
    const first = Promise.withResolvers<void>();
    const seen: string[] = [];
    consume(async ({ documentId }) => {
      seen.push(documentId);
      if (documentId === "doc_1") await first.promise;
    }, 1);
    await producer.add(jobFor("doc_1"), normal);
    await producer.add(jobFor("doc_2"), normal);
    await producer.add(jobFor("doc_3"), normal);
    await waitFor(() => seen.length > 0, { describe: "the first job" });
    // As the word comes when the queue has given the job away already.
    await untilTold("doc_2");
    first.resolve();
    await waitFor(() => seen.includes("doc_3"), { describe: "the last job" });
    expect(seen).toEqual(["doc_1", "doc_3"]);
    await waitFor(async () => (await producer.state("doc_2")) === "gone", { describe: "its end" });
  });
});

describe("a consumer that stops", () => {
  test("lets a running job end within its grace", async () => {
    const { producer, consume } = createQueue();
    const started = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    const consumer = consume(async () => {
      started.resolve();
      await finish.promise;
    });
    await producer.add(jobFor("doc_1"), normal);
    await started.promise;
    const closed = consumer.close(10_000);
    finish.resolve();
    await closed;
    expect(await producer.state("doc_1")).toBe("gone");
  });

  test("hands a longer one back, and another consumer takes it at once as if nothing had happened", async () => {
    const { producer, consume, exhausted } = createQueue();
    const started = Promise.withResolvers<void>();
    const first = consume(async (_data, { signal }) => {
      started.resolve();
      await new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(new Error("aborted")));
      });
    });
    await producer.add(jobFor("doc_1"), normal);
    await started.promise;
    await first.close(50);
    const attempts: number[] = [];
    consume(async (_data, { attempt }) => void attempts.push(attempt));
    // Long before its lock would end.
    const isGone = async () => (await producer.state("doc_1")) === "gone";
    await waitFor(isGone, { timeoutMs: 5_000, describe: "the job" });
    expect(attempts).toEqual([1]);
    expect(exhausted).toEqual([]);
  });
});

test("a job that is handed back is taken at once by a consumer that has nothing to do", async () => {
  const { producer, consume } = createQueue();
  const startedBy: string[] = [];
  let startedAt = 0;
  const untilAborted = (name: string) =>
    consume(async (_data, { signal }) => {
      startedBy.push(name);
      startedAt = Date.now();
      if (startedBy.length > 1) return;
      await new Promise((_resolve, reject) => signal.addEventListener("abort", reject));
    });
  const consumers = { one: untilAborted("one"), other: untilAborted("other") };
  await producer.add(jobFor("doc_1"), normal);
  await waitFor(() => startedBy.length === 1, { describe: "the job to be taken" });
  const [first] = startedBy;
  // So that the other waits for jobs by now, as it does when it has found none.
  await producer.add(jobFor("doc_2"), normal);
  await waitFor(async () => (await producer.state("doc_2")) === "gone", { describe: "another job" });
  const handedBackAt = Date.now();
  await consumers[first === "one" ? "one" : "other"].close(0);
  await waitFor(() => startedBy.length === 3, { timeoutMs: 10_000, describe: "the job to be taken over" });
  expect(startedBy.at(-1)).not.toBe(first);
  // One that nobody tells of it looks again after five seconds.
  expect(startedAt - handedBackAt).toBeLessThan(3_000);
});

test("a consumer that stood still for longer than its lock notices that it has lost the job, and says nothing of it", async () => {
  const { options, producer, consume, exhausted } = createQueue();
  const lock = `${options.prefix}queue:${renderDocumentJob.queue}:doc_1:lock`;
  const isOursWas: boolean[] = [];
  const clock = jest.spyOn(Date, "now");
  try {
    const consumer = consume(async (_data, { isOurs }) => {
      isOursWas.push(await isOurs());
      clock.mockReturnValue(Date.now() + renderDocumentJob.lockDurationMs + 1_000);
      isOursWas.push(await isOurs());
      await redis.redis.set(lock, "another worker's");
      isOursWas.push(await isOurs());
      throw new PermanentFailure("late");
    });
    await producer.add(jobFor("doc_1"), normal);
    await waitFor(() => isOursWas.length === 3 && consumer.activeJobs() === 0, { describe: "the job to be given up" });
  } finally {
    clock.mockRestore();
  }
  expect(isOursWas).toEqual([true, true, false]);
  expect(exhausted).toEqual([]);
});

test("a consumer whose connections are cut goes on with the next job", async () => {
  const { producer, consume } = createQueue();
  const seen: string[] = [];
  consume(async ({ documentId }) => void seen.push(documentId));
  await producer.add(jobFor("doc_1"), normal);
  await waitFor(() => seen.length === 1, { describe: "the first job" });
  await redis.redis.call("CLIENT", "KILL", "USER", redis.prefix, "SKIPME", "yes");
  await waitFor(
    () =>
      producer.add(jobFor("doc_2"), normal).then(
        () => true,
        () => false,
      ),
    { describe: "the producer's return" },
  );
  await waitFor(() => seen.includes("doc_2"), { timeoutMs: 10_000, describe: "the second job" });
});

test("without Redis a producer says so at once, and its start does not wait for it", async () => {
  const producer = createDocumentProducer({ redisUrl: `redis://127.0.0.1:${await freePort()}`, logger });
  opened.push(producer);
  const startedAt = Date.now();
  await expect(producer.add(jobFor("doc_1"), normal)).rejects.toMatchObject({ name: "QueueUnavailable" });
  await expect(producer.withdraw("doc_1")).rejects.toMatchObject({ name: "QueueUnavailable" });
  expect(Date.now() - startedAt).toBeLessThan(10_000);
});
