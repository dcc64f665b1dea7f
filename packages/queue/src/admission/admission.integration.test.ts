import { describe, expect, test } from "@jest/globals";
import { freePort } from "@platen/testing";
import { createDocumentConsumer } from "../document-consumer.ts";
import { createDocumentProducer } from "../document-producer.ts";
import { createProducerConnection } from "../redis-connections.ts";
import { noReplies, silentLogger, untilSeen, useTestRedis } from "../test-redis.ts";
import { createAdmission, type Admission, type AdmissionBucket, type Permit } from "./admission.ts";

const redis = useTestRedis();
/** Little enough to be filled by a few documents. */
const roomBytes = 12_000_000;
let queues = 0;

/** A queue with the admissions of two gateways. */
async function createQueue() {
  queues += 1;
  const options = {
    redisUrl: redis.userUrls.gateway,
    prefix: `${redis.prefix}:admission-${queues}:`,
    logger: silentLogger,
  };
  const createGatewayAdmission = async () => {
    const connection = createProducerConnection(options, "admission");
    redis.opened.push(() => connection.disconnect());
    await untilSeen("the connection", () => connection.status === "ready");
    return createAdmission({ redis: connection, prefix: options.prefix, roomBytes: () => roomBytes });
  };
  const producer = createDocumentProducer(options);
  redis.opened.push(() => producer.close());
  await untilSeen("the producer", () => producer.queueState());
  let documents = 0;
  const add = async ({ priority }: { priority: number }, documentId = `doc_${(documents += 1)}`) => {
    const [requestedAt, deadlineAt] = [Date.now(), Date.now() + 30_000];
    const rest = {
      request: { dataJson: "{}" },
      grant: "grant",
      replyTo: "channel",
      requestId: "req_1",
      requestedAt,
      deadlineAt,
    };
    await producer.add({ documentId, projectId: "prj", accountId: "acc_1", sourceId: "ver_1", ...rest }, { priority });
  };
  return { options, producer, one: await createGatewayAdmission(), other: await createGatewayAdmission(), add };
}

type Options = Awaited<ReturnType<typeof createQueue>>["options"];

/** The bucket of a project, which belongs to an account of its own unless one is given. */
const bucketOf = (
  projectId: string,
  kind: AdmissionBucket["kind"] = "documents",
  accountId = projectId,
): AdmissionBucket => ({ accountId, projectId, kind });
const within = (ms: number, limit = 1_000, dataBytes = 0) => ({ limit, deadlineAt: Date.now() + ms, dataBytes });

/** How long the measurement under way has lasted, by the clock of Redis. */
async function sampledMs({ prefix }: Options): Promise<number> {
  const [seconds, microseconds] = await redis.redis.time();
  const sampledAt = await redis.redis.hget(`${prefix}load`, "sampledAt");
  return Number(seconds) * 1_000 + Math.floor(Number(microseconds) / 1_000) - Number(sampledAt);
}

/**
 * Releases permits as gateways do when workers have rendered their documents within `ms`. It sets the time, and does
 * not wait.
 */
async function drain(options: Options, admission: Admission, permits: readonly Permit[], ms: number): Promise<void> {
  const load = `${options.prefix}load`;
  const readDrained = async () => Number(await redis.redis.hget(load, "drained"));
  const before = await readDrained();
  for (const permit of permits) admission.release(permit, { wasRendered: true });
  const areReleased = async () => (await readDrained()) === before + permits.length;
  await untilSeen("the permits to be released", areReleased);
  await redis.redis.hincrby(load, "sampledAt", -ms);
}

async function acquireOne(admission: Admission, bucket: AdmissionBucket, limit?: number): Promise<Permit> {
  const result = await admission.acquire(bucket, within(60_000, limit));
  if (result.outcome !== "acquired") throw new Error(`refused: ${result.outcome}`);
  return result.permit;
}

function acquireMany(admission: Admission, bucket: AdmissionBucket, count: number): Promise<Permit[]> {
  return Promise.all(Array.from({ length: count }, () => acquireOne(admission, bucket)));
}

describe("what a project may have in flight", () => {
  test("is counted for all gateways together, and is free again as soon as one document is done", async () => {
    const { one, other } = await createQueue();
    const bucket = bucketOf("prj_a");
    const first = await acquireOne(one, bucket, 3);
    await other.acquire(bucket, within(30_000, 3));
    await one.acquire(bucket, within(30_000, 3));
    const refused = await other.acquire(bucket, within(30_000, 3));
    expect(refused).toEqual({ outcome: "busy", limitedBy: "documents", retryAfterSeconds: expect.any(Number) });
    expect(await other.acquire(bucketOf("prj_b"), within(30_000, 3))).toMatchObject({ outcome: "acquired" });
    one.release(first, { wasRendered: true });
    expect(await one.acquire(bucket, within(30_000, 3))).toMatchObject({ outcome: "acquired" });
    expect(await one.acquire(bucket, within(30_000, 3))).toMatchObject({ outcome: "busy" });
  });

  test("is exact when many ask at once", async () => {
    const { one, other } = await createQueue();
    const asked = Array.from({ length: 60 }, (_, index) =>
      (index % 2 ? one : other).acquire(bucketOf("prj_a"), within(30_000, 25)),
    );
    const acquired = (await Promise.all(asked)).filter(({ outcome }) => outcome === "acquired");
    expect(acquired).toHaveLength(25);
  });

  test("is free again some seconds after the deadline when its gateway died", async () => {
    const { options, one, other } = await createQueue();
    const askedAt = Date.now();
    const deadlineAt = askedAt + 60_000;
    await one.acquire(bucketOf("prj_a"), { limit: 1, deadlineAt, dataBytes: 1_000 });
    const answeredAt = Date.now();
    expect(await other.acquire(bucketOf("prj_a"), within(30_000, 1))).toMatchObject({ outcome: "busy" });
    const key = `${options.prefix}permits`;
    const [member = "", leaseEnd = ""] = await redis.redis.zrange(key, 0, -1, "WITHSCORES");
    expect(Number(leaseEnd)).toBeGreaterThanOrEqual(deadlineAt + 5_000);
    expect(Number(leaseEnd)).toBeLessThanOrEqual(deadlineAt + 5_000 + (answeredAt - askedAt));
    await redis.redis.zadd(key, Date.now() - 1, member);
    expect(await other.acquire(bucketOf("prj_a"), within(30_000, 1))).toMatchObject({ outcome: "acquired" });
    // Its bytes are free too: only those of the last document are held.
    expect(await redis.redis.hget(`${options.prefix}permit-counts`, "bytes")).toBe("4096");
  });
});

describe("the data of documents in flight", () => {
  const large = 1_000_000;
  /** Asks for permits until one is refused. Returns how many were given, and the refusal. */
  async function fill(admission: Admission, bucket: AdmissionBucket) {
    for (let given = 0; ; given += 1) {
      const result = await admission.acquire(bucket, within(30_000, 1_000, large));
      if (result.outcome !== "acquired") return { given, outcome: result.outcome, limitedBy: result.limitedBy };
    }
  }
  const busy = { outcome: "busy", limitedBy: "data" };

  test("take at most a third of the room for a project, half for an account, and never its last part", async () => {
    const { options, one, other } = await createQueue();
    expect(await fill(one, bucketOf("prj_a", "documents", "acc_1"))).toEqual({ given: 3, ...busy });
    expect(await fill(one, bucketOf("prj_b", "previews", "acc_1"))).toEqual({ given: 2, ...busy });
    for (const project of ["prj_c", "prj_d"]) await fill(other, bucketOf(project, "documents", "acc_1"));
    const held = async () => Number(await redis.redis.hget(`${options.prefix}permit-counts`, "bytes"));
    expect(await held()).toBeLessThan(roomBytes / 2);
    // Another account gets its own share, and a small document always fits.
    expect(await fill(other, bucketOf("prj_e"))).toMatchObject(busy);
    for (let account = 0; account < 20; account += 1) await fill(one, bucketOf(`prj_of_${account}`));
    expect(await held()).toBeLessThan(roomBytes);
    expect(await fill(one, bucketOf("prj_last"))).toEqual({ given: 0, outcome: "full", limitedBy: "data" });
    expect(await one.acquire(bucketOf("prj_last"), within(30_000))).toMatchObject({ outcome: "acquired" });
  });

  test("share it with large replies that are not read yet, which take no place in the queue", async () => {
    const { one, other, add } = await createQueue();
    for (let waiting = 0; waiting < 30; waiting += 1) await add({ priority: 2 });
    expect(await fill(one, bucketOf("prj_a", "replies", "acc_1"))).toEqual({ given: 3, ...busy });
    expect(await fill(other, bucketOf("prj_b", "documents", "acc_1"))).toEqual({ given: 2, ...busy });
    expect(await other.acquire(bucketOf("prj_c"), within(30_000))).toMatchObject({ permit: { documentsAhead: 30 } });
  });

  test("are free again as soon as their documents are done, and are counted once", async () => {
    const { options, one } = await createQueue();
    const bucket = bucketOf("prj_a");
    const taken = await one.acquire(bucket, within(30_000, 1_000, large));
    if (taken.outcome !== "acquired") throw new Error("refused");
    for (let times = 0; times < 2; times += 1) one.release(taken.permit, { wasRendered: true });
    const isEmpty = async () => (await redis.redis.exists(`${options.prefix}permit-counts`)) === 0;
    await untilSeen("the counts to be gone", isEmpty);
  });
});

describe("the state of the queue", () => {
  test("is the number of its jobs, and no rate while nothing was measured", async () => {
    const { one, add, producer } = await createQueue();
    const first = await acquireOne(one, bucketOf("prj_a"));
    await add(first);
    const jobs = { waiting: 0, prioritized: 1, active: 0, delayed: 0 };
    expect(await producer.queueState()).toEqual({ jobs, documentsPerSecond: undefined });
  });

  test("is the rate at which it drains, also when no new document comes", async () => {
    const { options, one, add, producer } = await createQueue();
    const bucket = bucketOf("prj_a");
    const permits = await acquireMany(one, bucket, 60);
    for (const permit of permits) await add(permit);
    // The first acquire while something waits begins the measurement.
    await one.acquire(bucket, within(60_000));
    await drain(options, one, permits.slice(0, 40), 1_000);
    const highestRate = 40_000 / (await sampledMs(options));
    const { jobs, documentsPerSecond } = await producer.queueState();
    expect(jobs.prioritized).toBe(60);
    expect(documentsPerSecond).toBeLessThanOrEqual(highestRate);
    // The queue's state rounds down to thousandths.
    expect(documentsPerSecond).toBeGreaterThanOrEqual(40_000 / (await sampledMs(options)) - 0.001);
  });
});

describe("the room in the queue", () => {
  test("is not doubted before anything was measured", async () => {
    const { one, add } = await createQueue();
    for (let waiting = 0; waiting < 300; waiting += 1) await add({ priority: 2 });
    expect(await one.acquire(bucketOf("prj_a"), within(1_000))).toMatchObject({ outcome: "acquired" });
  });

  test("is what drains before the deadline, at the rate measured while others waited, which all gateways know", async () => {
    const { options, one, other, add } = await createQueue();
    for (let waiting = 0; waiting < 60; waiting += 1) await add({ priority: 2 });
    await drain(options, one, await acquireMany(one, bucketOf("prj_a"), 60), 1_000);
    // The queue still holds 60 documents, and at most 60 a second are done.
    await other.acquire(bucketOf("prj_b"), within(30_000));
    expect(await other.acquire(bucketOf("prj_c"), within(60_000))).toMatchObject({ outcome: "acquired" });
    const refused = await other.acquire(bucketOf("prj_c"), within(500));
    expect(refused).toEqual({ outcome: "full", limitedBy: "documents", retryAfterSeconds: expect.any(Number) });
  });

  test("counts half of the documents at work as done, until the measurement is complete", async () => {
    const { options, one, add } = await createQueue();
    for (let waiting = 0; waiting < 60; waiting += 1) await add({ priority: 2 });
    await redis.redis.lpush(
      `${options.prefix}queue:render-document:active`,
      ...Array.from({ length: 10 }, (_, at) => `doc_at_work-${at}`),
    );
    await drain(options, one, await acquireMany(one, bucketOf("prj_a"), 4), 600);
    // Four are done and ten at work, so nine count, and 70 are ahead. If all ten counted, 71 would fit into this time.
    const timeFor71 = Math.round((71 * (await sampledMs(options))) / 12);
    await acquireOne(one, bucketOf("prj_c"));
    const justInTime = Math.round(timeFor71 / 0.8);
    expect(await one.acquire(bucketOf("prj_c"), within(justInTime))).toMatchObject({ outcome: "full" });
    expect(await one.acquire(bucketOf("prj_c"), within(60_000))).toMatchObject({ outcome: "acquired" });
    expect(await redis.redis.hexists(`${options.prefix}load`, "rate")).toBe(0);
  });

  test("is not measured across a moment when nothing waited", async () => {
    const { options, one, add } = await createQueue();
    const load = `${options.prefix}load`;
    await add({ priority: 2 }, "doc_lone");
    await drain(options, one, await acquireMany(one, bucketOf("prj_a"), 1), 10);
    expect(await redis.redis.hexists(load, "sampledAt")).toBe(1);
    const [permit] = await acquireMany(one, bucketOf("prj_a"), 1);
    await redis.redis.del(`${options.prefix}queue:render-document:prioritized`);
    if (permit) one.release(permit, { wasRendered: true });
    const isForgotten = async () => (await redis.redis.hexists(load, "sampledAt")) === 0;
    await untilSeen("the measurement to end", isForgotten);
  });

  test("is not judged by what was measured long ago", async () => {
    const { options, one, add } = await createQueue();
    for (let waiting = 0; waiting < 60; waiting += 1) await add({ priority: 2 });
    const load = `${options.prefix}load`;
    await redis.redis.hset(load, { rate: "0.001", rateAt: Date.now() });
    expect(await one.acquire(bucketOf("prj_a"), within(5_000))).toMatchObject({ outcome: "full" });
    await redis.redis.hset(load, { rate: "0.001", rateAt: Date.now() - 20_000 });
    expect(await one.acquire(bucketOf("prj_a"), within(5_000))).toMatchObject({ outcome: "acquired" });
  });

  test("is not used up by the flood of another project", async () => {
    const { options, one, add } = await createQueue();
    for (let waiting = 0; waiting < 60; waiting += 1) {
      await add(await acquireOne(one, bucketOf("prj_flood")));
    }
    await redis.redis.hset(`${options.prefix}load`, { rate: "0.005", rateAt: Date.now() });
    expect(await one.acquire(bucketOf("prj_flood"), within(5_000))).toMatchObject({ outcome: "full" });
    expect(await one.acquire(bucketOf("prj_quiet"), within(5_000))).toMatchObject({ outcome: "acquired" });
  });
});

describe("rounds", () => {
  /** Takes what was added, one document at a time, until `isEnd`, and calls `onTaken` for each. */
  async function takeUntil(
    options: Options,
    isEnd: (taken: readonly string[]) => boolean,
    onTaken: (documentId: string, count: number) => Promise<void> = () => Promise.resolve(),
  ): Promise<string[]> {
    const taken: string[] = [];
    const consumer = createDocumentConsumer(
      { ...options, concurrency: 1, replies: noReplies, onExhausted: () => Promise.resolve() },
      async ({ documentId }) => {
        taken.push(documentId);
        await onTaken(documentId, taken.length);
      },
    );
    redis.opened.push(() => consumer.close(0));
    await untilSeen("the documents", () => isEnd(taken));
    return taken;
  }

  /** The order in which one worker at a time takes what was added. */
  const orderTaken = (options: Options, count: number) => takeUntil(options, (taken) => taken.length === count);

  test("a project with few documents does not wait for a project with many, whose documents stay in order", async () => {
    const { options, one, other, add } = await createQueue();
    const flood = Array.from({ length: 40 }, (_, index) => `doc_flood-${index}`);
    for (const documentId of flood) await add(await acquireOne(one, bucketOf("prj_flood")), documentId);
    for (const documentId of ["doc_b-0", "doc_b-1"]) {
      await add(await acquireOne(other, bucketOf("prj_b")), documentId);
    }
    await add(await acquireOne(other, bucketOf("prj_c")), "doc_c-0");
    const taken = await orderTaken(options, 43);
    const first = ["doc_b-0", "doc_b-1", "doc_c-0", "doc_flood-0", "doc_flood-1"];
    expect(
      taken
        .slice(0, 6)
        .filter((documentId) => first.includes(documentId))
        .toSorted(),
    ).toEqual(first);
    expect(taken.filter((documentId) => documentId.startsWith("doc_flood"))).toEqual(flood);
  });

  test("a project's second document waits for one document of every other project, not for all that they go on to ask for", async () => {
    const { options, one, add } = await createQueue();
    const others = ["b", "c", "d"];
    const permits = new Map<string, Permit>();
    const ask = async (project: string, documentId: string) => {
      const permit = await acquireOne(one, bucketOf(`prj_${project}`));
      permits.set(documentId, permit);
      await add(permit, documentId);
    };
    for (const project of [...others, "a", "a"]) await ask(project, `doc_${project}-${permits.size}`);
    const second = "doc_a-4";

    const isEnd = (taken: readonly string[]) => taken.includes(second);
    const taken = await takeUntil(options, isEnd, async (documentId, count) => {
      const permit = permits.get(documentId);
      if (permit) one.release(permit, { wasRendered: true });
      // So that at any moment two of the others wait.
      const asker = others.find((project) => documentId.startsWith(`doc_${project}-`));
      if (asker !== undefined && count < 40) await ask(asker, `doc_${asker}-${permits.size}`);
    });
    expect(taken.indexOf(second)).toBeLessThanOrEqual(2 * others.length);
  });

  test("the projects of one account share its turns, and the flood of one does not hold up the others", async () => {
    const { options, one, add } = await createQueue();
    await add(await acquireOne(one, bucketOf("prj_other")), "doc_first");
    for (let project = 0; project < 10; project += 1) {
      for (let index = 0; index < 2; index += 1) {
        await add(await acquireOne(one, bucketOf(`prj_${project}`, "documents", "acc")), `doc_${project}-${index}`);
      }
    }
    for (let index = 0; index < 30; index += 1) {
      await add(await acquireOne(one, bucketOf("prj_0", "documents", "acc")), `doc_flood-${index}`);
    }
    await add(await acquireOne(one, bucketOf("prj_late", "documents", "acc")), "doc_late");
    for (const index of [0, 1, 2]) await add(await acquireOne(one, bucketOf("prj_other")), `doc_other-${index}`);
    const taken = await orderTaken(options, 55);
    const places = ["doc_first", "doc_other-0", "doc_other-1", "doc_other-2"].map((id) => taken.indexOf(id));
    // About one document of the account, whichever project it is of, for each of the other's.
    expect(places.map((place, index) => place <= 2 * index + 3)).toEqual([true, true, true, true]);
    expect(taken.indexOf("doc_late")).toBeLessThan(taken.indexOf("doc_flood-10"));
  });

  test("a permit says how many documents wait ahead, without those of another project's flood that wait behind", async () => {
    const { one, other, add } = await createQueue();
    expect((await acquireOne(one, bucketOf("prj_flood"))).documentsAhead).toBe(0);
    for (let waiting = 1; waiting < 40; waiting += 1) {
      const permit = await acquireOne(one, bucketOf("prj_flood"));
      expect(permit.documentsAhead).toBe(waiting);
      await add(permit);
    }
    const { documentsAhead } = await acquireOne(other, bucketOf("prj_b"));
    // The document whose round it is.
    expect(documentsAhead).toBeLessThanOrEqual(1);
  });

  test("documents of a project that always has the same number in flight keep their order", async () => {
    const { options, one, add } = await createQueue();
    const bucket = bucketOf("prj_a");
    const inFlight: Permit[] = [];
    const names: string[] = [];
    for (let index = 0; index < 60; index += 1) {
      const done = inFlight.length === 10 ? inFlight.shift() : undefined;
      if (done) one.release(done, { wasRendered: true });
      const permit = await acquireOne(one, bucket);
      inFlight.push(permit);
      names.push(`doc_${index}`);
      await add(permit, `doc_${index}`);
    }
    expect(await orderTaken(options, 60)).toEqual(names);
  });

  test("rounds restart before BullMQ has no higher priority, and what waits keeps its order", async () => {
    const { options, one, add } = await createQueue();
    const late = 2 ** 20 + 1;
    for (const [index, priority] of [late + 2, late, late + 1].entries()) await add({ priority }, `doc_${index}`);
    expect((await acquireOne(one, bucketOf("prj_a"))).priority).toBe(2);
    const jobs = `${options.prefix}queue:render-document:`;
    expect(await redis.redis.zrange(`${jobs}prioritized`, 0, -1)).toEqual(["doc_1", "doc_2", "doc_0"]);
    expect(await redis.redis.hget(`${jobs}doc_0`, "priority")).toBe("4");
    expect((await acquireOne(one, bucketOf("prj_b"))).priority).toBe(2);
  });

  test("the first few previews of an account go before all documents, whichever projects they are of", async () => {
    const { options, one, add } = await createQueue();
    for (let index = 0; index < 10; index += 1) {
      await add(await acquireOne(one, bucketOf("prj_a")), `doc_${index}`);
    }
    for (let index = 0; index < 4; index += 1) {
      const bucket = bucketOf(`prj_${index}`, "previews", "acc");
      await add(await acquireOne(one, bucket, 20), `doc_preview-${index}`);
    }
    const taken = await orderTaken(options, 14);
    expect(taken.slice(0, 2)).toEqual(["doc_preview-0", "doc_preview-1"]);
    expect(taken.indexOf("doc_preview-3")).toBeGreaterThan(2);
  });
});

test("without Redis no permit is given", async () => {
  const connection = createProducerConnection(
    { redisUrl: `redis://127.0.0.1:${await freePort()}`, logger: silentLogger },
    "admission",
  );
  redis.opened.push(() => connection.disconnect());
  const admission = createAdmission({ redis: connection, roomBytes: () => roomBytes });
  await expect(admission.acquire(bucketOf("prj_a"), within(30_000))).rejects.toMatchObject({
    name: "QueueUnavailable",
  });
});
