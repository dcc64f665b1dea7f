/**
 * What this package assumes about BullMQ's private keys and protected methods, one assumption a test. Decision 0006
 * says why it relies on them. After an upgrade of BullMQ a red test names the assumption to reconsider.
 */
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { ErrorCode, Queue, WaitingError, Worker, type Job, type WorkerOptions } from "bullmq";
import { createConsumerConnection } from "./redis-connections.ts";
import { silentLogger, untilSeen, useTestRedis } from "./test-redis.ts";

const scoreOfPriority = 2 ** 32;
const lockDurationMs = 10_000;
/** An idle worker waits for longer than the test for a job of which no marker tells. */
const drainDelaySeconds = 3_600;

const redis = useTestRedis();
let queues = 0;
let queue: Queue;
let keyOf: (name: string) => string;
let workerOptions: WorkerOptions;
let opened: (() => unknown)[];

beforeEach(() => {
  queues += 1;
  const prefix = `${redis.prefix}:assumptions-${queues}`;
  const connection = createConsumerConnection({ redisUrl: redis.url, logger: silentLogger }, "assumptions");
  const defaultJobOptions = { attempts: 3, removeOnComplete: true, removeOnFail: true };
  queue = new Queue("jobs", { connection, prefix, defaultJobOptions });
  keyOf = (name) => `${prefix}:jobs:${name}`;
  workerOptions = { connection, prefix, lockDuration: lockDurationMs, drainDelay: drainDelaySeconds };
  opened = [() => queue.close(), () => connection.disconnect()];
});
afterEach(async () => {
  for (const close of opened) await close();
});

type Processor = (job: Job, token?: string, signal?: AbortSignal) => Promise<void>;

/** BullMQ's worker, with what this package overrides made visible. */
class OpenWorker extends Worker {
  asked = 0;
  readonly completionErrors: unknown[] = [];

  async waitingStatus(): Promise<string | undefined> {
    return (await this.backend.blockingClient)?.status;
  }

  protected override async handleCompleted(...completed: Parameters<Worker["handleCompleted"]>): Promise<Job> {
    try {
      return await super.handleCompleted(...completed);
    } catch (error) {
      this.completionErrors.push(error);
      throw error;
    }
  }

  protected override async moveToActive(token: string, name?: string): Promise<Job> {
    this.asked += 1;
    return super.moveToActive(token, name);
  }
}

function startWorker(processor: Processor): OpenWorker {
  const worker = new OpenWorker("jobs", processor, workerOptions);
  worker.on("error", () => undefined);
  opened.unshift(() => worker.close());
  return worker;
}

/** Adds `doc_1` and resolves with what `look` sees while a worker holds it. */
async function whileHeld<T>(look: (job: Job, token?: string, signal?: AbortSignal) => Promise<T>): Promise<T> {
  const seen = Promise.withResolvers<T>();
  await queue.add("job", {}, { jobId: "doc_1", priority: 7 });
  startWorker(async (job, token, signal) => seen.resolve(await look(job, token, signal)));
  return seen.promise;
}

/** Adds `doc_1`, has a worker put it back without a marker, and resolves with what `look` sees then. */
async function afterPutBack<T>(look: () => Promise<T>): Promise<T> {
  const seen = Promise.withResolvers<T>();
  let wasPutBack = false;
  await queue.add("job", {}, { jobId: "doc_1", priority: 7 });
  startWorker(async (job, token) => {
    if (wasPutBack) return;
    wasPutBack = true;
    await redis.redis.unlink(keyOf("marker"));
    await job.moveToWait(token);
    seen.resolve(await look());
    throw new WaitingError();
  });
  return seen.promise;
}

/** Waits until the worker waits in Redis for a marker. */
async function untilIdle(): Promise<void> {
  const isBlocked = async () => {
    const clients = String(await redis.redis.call("CLIENT", "LIST")).split("\n");
    return clients.some((client) => client.includes(`user=${redis.prefix} `) && client.includes("cmd=bzpopmin "));
  };
  await untilSeen("the worker to be idle", isBlocked);
}

describe("BullMQ's keys", () => {
  test("`wait` is the list of waiting jobs without a priority", async () => {
    await queue.add("job", {}, { jobId: "doc_1" });
    expect(await redis.redis.lrange(keyOf("wait"), 0, -1)).toEqual(["doc_1"]);
  });

  test("`prioritized` is the sorted set of waiting jobs with a priority", async () => {
    await queue.add("job", {}, { jobId: "doc_1", priority: 7 });
    expect(await redis.redis.zrange(keyOf("prioritized"), 0, -1)).toEqual(["doc_1"]);
  });

  test("`delayed` is the sorted set of jobs that pause", async () => {
    await queue.add("job", {}, { jobId: "doc_1", priority: 7, delay: 3_600_000 });
    expect(await redis.redis.zrange(keyOf("delayed"), 0, -1)).toEqual(["doc_1"]);
  });

  test("`active` is the list of jobs that workers hold", async () => {
    const active = await whileHeld(() => redis.redis.lrange(keyOf("active"), 0, -1));
    expect(active).toEqual(["doc_1"]);
  });

  test("a job is a hash at its id, which is gone when the job is done", async () => {
    expect(await whileHeld(() => redis.redis.type(keyOf("doc_1")))).toBe("hash");
    const isGone = async () => (await redis.redis.exists(keyOf("doc_1"))) === 0;
    await untilSeen("the job's end", isGone);
  });
});

describe("BullMQ's scores", () => {
  test("are the priority times 2^32 and a counter", async () => {
    for (const jobId of ["doc_1", "doc_2"]) await queue.add("job", {}, { jobId, priority: 7 });
    const scores = await redis.redis.zrange(keyOf("prioritized"), 0, -1, "WITHSCORES");
    expect(scores).toEqual(["doc_1", `${7 * scoreOfPriority + 1}`, "doc_2", `${7 * scoreOfPriority + 2}`]);
  });

  test("are exact up to the priority 2^21 - 1", async () => {
    const priority = 2 ** 21 - 1;
    await queue.add("job", {}, { jobId: "doc_1", priority });
    const score = Number(await redis.redis.zscore(keyOf("prioritized"), "doc_1"));
    expect(score).toBe(priority * scoreOfPriority + 1);
  });

  test("order the jobs: the lowest is taken first", async () => {
    for (const priority of [9, 7, 8]) await queue.add("job", {}, { jobId: `doc_${priority}`, priority });
    const taken: string[] = [];
    startWorker(async ({ id }) => void taken.push(String(id)));
    await untilSeen("the jobs", () => taken.length === 3);
    expect(taken).toEqual(["doc_7", "doc_8", "doc_9"]);
  });

  test("of jobs that are put back are the priority times 2^32, before others of that priority", async () => {
    const score = await afterPutBack(() => redis.redis.zscore(keyOf("prioritized"), "doc_1"));
    expect(Number(score)).toBe(7 * scoreOfPriority);
  });
});

describe("BullMQ's marker", () => {
  test("wakes an idle worker", async () => {
    await queue.add("job", {}, { jobId: "doc_1", priority: 7 });
    await redis.redis.unlink(keyOf("prioritized"), keyOf("marker"));
    const taken = Promise.withResolvers<string>();
    startWorker(async ({ id }) => taken.resolve(String(id)));
    await untilIdle();
    await redis.redis.zadd(keyOf("prioritized"), 7 * scoreOfPriority, "doc_1");
    await redis.redis.zadd(keyOf("marker"), 0, "0");
    expect(await taken.promise).toBe("doc_1");
  });

  test("is not set for a job with a priority that is put back", async () => {
    expect(await afterPutBack(() => redis.redis.exists(keyOf("marker")))).toBe(0);
  });
});

describe("BullMQ's lock", () => {
  test("is a key of the job that holds the token of the processor", async () => {
    const [lock, token] = await whileHeld(async (_job, given) => [await redis.redis.get(keyOf("doc_1:lock")), given]);
    expect(lock).toBe(token);
  });

  test("ends no sooner than its duration after the job's `processedOn`", async () => {
    const [endsAt, processedOn] = await whileHeld(async (job) => {
      const leftMs = await redis.redis.pttl(keyOf("doc_1:lock"));
      return [Date.now() + leftMs, job.processedOn ?? Infinity] as const;
    });
    expect(endsAt).toBeGreaterThanOrEqual(processedOn + lockDurationMs);
  });

  test("when it was lost, `handleCompleted` fails with `JobLockNotExist`", async () => {
    await queue.add("job", {}, { jobId: "doc_1", priority: 7 });
    const worker = startWorker(async () => void (await redis.redis.unlink(keyOf("doc_1:lock"))));
    await untilSeen("the error", () => worker.completionErrors.length > 0);
    expect(worker.completionErrors[0]).toMatchObject({ code: ErrorCode.JobLockNotExist });
  });

  test("when it was lost too often, the job has `defa` and fails as `deferredFailure` without its processor", async () => {
    await queue.add("job", {}, { jobId: "doc_1", priority: 7 });
    await redis.redis.hset(keyOf("doc_1"), "defa", "stalled too often");
    const failed = Promise.withResolvers<string | undefined>();
    const worker = startWorker(async () => failed.resolve("the processor ran"));
    worker.on("failed", (job) => failed.resolve(job?.deferredFailure));
    expect(await failed.promise).toBe("stalled too often");
  });
});

describe("BullMQ's worker", () => {
  test("asks for jobs by `moveToActive`", async () => {
    const worker = startWorker(() => Promise.resolve());
    await untilIdle();
    expect(worker.asked).toBe(1);
  });

  test("waits for jobs on `backend.blockingClient`, whose status tells whether it can", async () => {
    const worker = startWorker(() => Promise.resolve());
    await untilIdle();
    expect(await worker.waitingStatus()).toBe("ready");
  });

  test("gives a signal to a processor with three parameters, and aborts it by `cancelJob` with the reason", async () => {
    await queue.add("job", {}, { jobId: "doc_1", priority: 7 });
    const aborted = Promise.withResolvers<unknown>();
    const worker = startWorker(async (_job, _token, signal) => {
      signal?.addEventListener("abort", () => aborted.resolve(signal.reason));
      worker.cancelJob("doc_1", "withdrawn");
      await aborted.promise;
    });
    expect(await aborted.promise).toBe("withdrawn");
  });
});
