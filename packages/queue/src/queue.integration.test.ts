import { describe, expect, test } from "@jest/globals";
import { freePort } from "@platen/testing";
import type { DocumentHandler } from "./attempt.ts";
import { createDocumentConsumer } from "./document-consumer.ts";
import { createDocumentProducer } from "./document-producer.ts";
import { type DocumentJob, type DocumentJobAddress, type DocumentJobData, renderDocumentJob } from "./jobs.ts";
import { PermanentFailure } from "./permanent-failure.ts";
import type { QueueLogger } from "./redis-connections.ts";
import { noReplies, silentLogger, untilSeen, useTestRedis } from "./test-redis.ts";

const redis = useTestRedis();
const normal = { priority: 2 };
let queues = 0;

/** A queue for one test, with a producer that is ready, and what consumers were asked to do. */
async function createQueue() {
  queues += 1;
  const options = { prefix: `${redis.prefix}:${queues}:`, logger: silentLogger };
  const producer = createDocumentProducer({ ...options, redisUrl: redis.userUrls.gateway });
  redis.opened.push(() => producer.close());
  await untilSeen("the producer", () => producer.queueState());
  const exhausted: { job: DocumentJobAddress; error: unknown }[] = [];
  const keyOf = (name: string) => `${options.prefix}queue:${renderDocumentJob.queues.interactive}:${name}`;
  return {
    producer,
    exhausted,
    keyOf,
    consume(handler: DocumentHandler, concurrency = 4, logger: QueueLogger = silentLogger) {
      const consumer = createDocumentConsumer(
        {
          ...options,
          logger,
          redisUrl: redis.userUrls.worker,
          concurrency,
          replies: noReplies,
          onExhausted: async (job, error) => void exhausted.push({ job, error }),
        },
        handler,
      );
      redis.opened.push(() => consumer.close(0));
      return consumer;
    },
    /** Waits until a job is done, failed or removed. */
    async untilGone(documentId: string) {
      const isGone = async () => (await redis.redis.exists(keyOf(documentId))) === 0;
      await untilSeen(`the end of ${documentId}`, isGone);
    },
    /**
     * Sends a withdrawal until a consumer hears it: a consumer that has just started may take jobs before it listens.
     */
    async untilTold(documentId: string) {
      const isTold = async () => (await redis.redis.publish(`${options.prefix}withdrawals`, documentId)) > 0;
      await untilSeen("a consumer to listen", isTold);
    },
    redisKeys: () => redis.redis.keys(`${options.prefix}*`),
  };
}

function jobFor(documentId: string, changes: Partial<DocumentJob> = {}): DocumentJob {
  return {
    documentId,
    projectId: "prj_1",
    accountId: "acc_1",
    sourceId: "ver_1",
    request: { dataJson: '{"number":1}' },
    requestedAt: Date.now(),
    deadlineAt: Date.now() + 30_000,
    grant: "grant",
    replyTo: "channel",
    requestId: "req_1",
    ...changes,
  };
}

/** Documents of one account: some of one project, or two of each of several. */
const ofOneProject = Array.from({ length: 8 }, () => "prj_a");
const ofManyProjects = Array.from({ length: 20 }, (_, index) => `prj_a-${Math.floor(index / 2)}`);

/** Ends with an error when `signal` fires, with its reason. */
function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(new Error(String(signal.reason))));
  });
}

test("a consumer that Redis refuses does not ask again at once", async () => {
  const { consume, keyOf } = await createQueue();
  // Of another type than jobs need.
  await redis.redis.set(keyOf("wait"), "");
  const refusedAt: number[] = [];
  consume(() => Promise.resolve(), 1, { ...silentLogger, warn: () => void refusedAt.push(performance.now()) });
  await untilSeen("three refusals", () => refusedAt.length >= 3);
  const [first = 0, , third = 0] = refusedAt;
  expect(third - first).toBeGreaterThan(900);
});

describe("slow documents, such as those whose scripts wait", () => {
  test.each([
    ["one project do not hold up another of its account", ofOneProject, "acc_a", 2],
    ["one account's many projects do not hold up another account", ofManyProjects, "acc_v", 4],
  ])("of %s", async (_what, projects, accountId, atWork) => {
    const { producer, consume, untilGone } = await createQueue();
    const released = Promise.withResolvers<void>();
    const seen: string[] = [];
    for (const [index, projectId] of projects.entries()) {
      await producer.add(jobFor(`doc_${index}`, { projectId, accountId: "acc_a" }), { priority: 1 });
    }
    const consumer = consume(async ({ documentId }) => {
      seen.push(documentId);
      if (!documentId.startsWith("doc_v")) await released.promise;
    }, 2);
    await untilSeen("the places to be held", () => seen.length === atWork);
    for (const documentId of ["doc_v-1", "doc_v-2"]) {
      await producer.add(jobFor(documentId, { projectId: "prj_v", accountId }), normal);
      await untilGone(documentId);
    }
    expect(seen).toHaveLength(atWork + 2);
    released.resolve();
    for (const index of projects.keys()) await untilGone(`doc_${index}`);
    await consumer.close(1_000);
  });

  test("beside the regular ones go back to the queue when their worker stops", async () => {
    const { producer, consume, untilGone } = await createQueue();
    const seen: string[] = [];
    for (const projectId of ["prj_a", "prj_b"]) await producer.add(jobFor(`doc_${projectId}`, { projectId }), normal);
    const stopping = consume((job, { signal }) => {
      seen.push(job.documentId);
      return untilAborted(signal);
    }, 1);
    await untilSeen("both to be at work", () => seen.length === 2);
    await stopping.close(0);
    consume(async () => undefined, 1);
    for (const documentId of seen) await untilGone(documentId);
  });
});

describe("a job", () => {
  test("reaches a consumer as it was added, with odd keys in its data, and is gone when it is done", async () => {
    const { producer, consume, untilGone } = await createQueue();
    const seen: DocumentJobData[] = [];
    const job = jobFor("doc_1", {
      request: { dataJson: '{"__proto__": {"a": 1}, "list": [null, "\\u0000é"], "n": 12345678901234567890}' },
    });
    await producer.add(job, normal);
    consume(async (received) => void seen.push(received));
    await untilGone("doc_1");
    expect(seen).toEqual([{ ...job, v: 1 }]);
    expect(seen[0]?.request.dataJson).toContain("__proto__");
    expect((await producer.queueState()).jobs).toEqual({ waiting: 0, prioritized: 0, active: 0, delayed: 0 });
  });

  test("added twice is worked on once", async () => {
    const { producer, consume, untilGone } = await createQueue();
    const seen: string[] = [];
    await producer.add(jobFor("doc_1"), normal);
    await producer.add(jobFor("doc_1"), normal);
    await producer.add(jobFor("doc_2"), normal);
    expect((await producer.queueState()).jobs).toEqual({ waiting: 0, prioritized: 2, active: 0, delayed: 0 });
    consume(async ({ documentId }) => void seen.push(documentId), 1);
    await untilGone("doc_2");
    expect(seen).toEqual(["doc_1", "doc_2"]);
  });

  test("that fails is tried again, and those who wait are answered once when it fails for good", async () => {
    const { producer, consume, exhausted, untilGone } = await createQueue();
    const attempts: number[] = [];
    await producer.add(jobFor("doc_1"), normal);
    consume(async (_data, { attempt }) => {
      attempts.push(attempt);
      throw attempt < 3 ? new Error(`attempt ${attempt}`) : new PermanentFailure("attempt 3");
    });
    await untilGone("doc_1");
    expect(attempts).toEqual([1, 2, 3]);
    expect(exhausted).toEqual([
      {
        job: expect.objectContaining({ documentId: "doc_1", replyTo: "channel", grant: "grant" }),
        error: new PermanentFailure("attempt 3"),
      },
    ]);
  });

  test("that fails permanently is not tried again, and leaves nothing in Redis", async () => {
    const { producer, consume, untilGone, redisKeys } = await createQueue();
    let attempts = 0;
    await producer.add(jobFor("doc_1", { request: { dataJson: '{"secret":"kept nowhere"}' } }), normal);
    consume(async () => {
      attempts += 1;
      throw new PermanentFailure("bad template");
    });
    await untilGone("doc_1");
    expect(attempts).toBe(1);
    expect((await redisKeys()).filter((key) => key.includes("doc_"))).toEqual([]);
  });

  test("that has killed too many workers is failed, and those who wait are answered", async () => {
    const { producer, consume, exhausted, keyOf } = await createQueue();
    await producer.add(jobFor("doc_1"), normal);
    // BullMQ writes this when a job's lock was lost more often than allowed.
    await redis.redis.hset(keyOf("doc_1"), "defa", "job stalled more than allowable limit");
    let attempts = 0;
    consume(async () => void (attempts += 1));
    await untilSeen("the answer", () => exhausted.length > 0);
    expect(attempts).toBe(0);
    expect(exhausted[0]?.job.documentId).toBe("doc_1");
  });

  test("that was done is not done again when its lock was lost meanwhile", async () => {
    const { producer, consume, exhausted, keyOf, untilGone } = await createQueue();
    let attempts = 0;
    await producer.add(jobFor("doc_1"), normal);
    consume(async () => {
      attempts += 1;
      await redis.redis.unlink(keyOf("doc_1:lock"));
    });
    await untilGone("doc_1");
    expect(attempts).toBe(1);
    expect(exhausted).toEqual([]);
  });
});

describe("withdrawing", () => {
  test("removes a job that waits", async () => {
    const { producer } = await createQueue();
    await producer.add(jobFor("doc_1"), normal);
    expect(await producer.withdraw("doc_1")).toBe("removed");
    expect((await producer.queueState()).jobs.prioritized).toBe(0);
  });

  test("aborts a job that runs, which is neither tried again nor answered", async () => {
    const { producer, consume, exhausted, untilGone, untilTold } = await createQueue();
    const started = Promise.withResolvers<AbortSignal>();
    let attempts = 0;
    consume((_data, { signal }) => {
      attempts += 1;
      started.resolve(signal);
      return untilAborted(signal);
    });
    await untilTold("doc_0");
    await producer.add(jobFor("doc_1"), normal);
    const signal = await started.promise;
    expect(await producer.withdraw("doc_1")).toBe("told to stop");
    await untilGone("doc_1");
    expect(signal.reason).toBe("withdrawn");
    expect(attempts).toBe(1);
    expect(exhausted).toEqual([]);
  });

  test("finds neither a job nor a reply where Redis has lost them", async () => {
    const { producer, keyOf } = await createQueue();
    await producer.add(jobFor("doc_1"), normal);
    await redis.redis.unlink(keyOf("doc_1"), keyOf("prioritized"));
    expect(await producer.withdraw("doc_1")).toBe("missing");
  });

  test("stops a job that the queue is just giving to a consumer", async () => {
    const { producer, consume, untilGone, untilTold } = await createQueue();
    const first = Promise.withResolvers<void>();
    const seen: string[] = [];
    consume(async ({ documentId }) => {
      seen.push(documentId);
      if (documentId === "doc_1") await first.promise;
    }, 1);
    for (const documentId of ["doc_1", "doc_2", "doc_3"]) await producer.add(jobFor(documentId), normal);
    await untilSeen("the first job", () => seen.length > 0);
    // A gateway sends this when the queue has already given the job away.
    await untilTold("doc_2");
    first.resolve();
    await untilGone("doc_2");
    await untilGone("doc_3");
    expect(seen).toEqual(["doc_1", "doc_3"]);
  });
});

test("a consumer that stops puts a job that does not end back into the queue, and an idle consumer is woken for it", async () => {
  const { producer, consume, exhausted, keyOf, untilGone } = await createQueue();
  const started = Promise.withResolvers<void>();
  const first = consume((_data, { signal }) => {
    started.resolve();
    return untilAborted(signal);
  });
  await producer.add(jobFor("doc_1"), normal);
  await started.promise;
  await first.close(0);
  // No other consumer is there to take over a job whose lock has ended.
  expect((await producer.queueState()).jobs).toMatchObject({ prioritized: 1, active: 0 });
  expect(await redis.redis.exists(keyOf("doc_1:lock"))).toBe(0);
  expect(await redis.redis.zscore(keyOf("marker"), "0")).toBe("0");
  const attempts: number[] = [];
  consume(async (_data, { attempt }) => void attempts.push(attempt));
  await untilGone("doc_1");
  expect(attempts).toEqual([1]);
  expect(exhausted).toEqual([]);
});

test("a consumer whose connections are cut goes on with the next job", async () => {
  const { producer, consume } = await createQueue();
  const seen: string[] = [];
  consume(async ({ documentId }) => void seen.push(documentId));
  await producer.add(jobFor("doc_1"), normal);
  await untilSeen("the first job", () => seen.length === 1);
  await redis.redis.call("CLIENT", "KILL", "USER", redis.prefix, "SKIPME", "yes");
  await untilSeen("the producer's return", () => producer.add(jobFor("doc_2"), normal).then(() => true));
  await untilSeen("the second job", () => seen.includes("doc_2"));
});

test("without Redis a producer refuses jobs, and its start does not wait for Redis", async () => {
  const producer = createDocumentProducer({ redisUrl: `redis://127.0.0.1:${await freePort()}`, logger: silentLogger });
  redis.opened.push(() => producer.close());
  await expect(producer.add(jobFor("doc_1"), normal)).rejects.toMatchObject({ name: "QueueUnavailable" });
  await expect(producer.withdraw("doc_1")).rejects.toMatchObject({ name: "QueueUnavailable" });
});
