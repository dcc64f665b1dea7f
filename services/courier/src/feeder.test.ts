import { beforeEach, describe, expect, test } from "@jest/globals";
import { generateKeyPairSync } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { ApiProblem, TransportError } from "@platen/client";
import type { Operation } from "@platen/contracts";
import type { LeasedDocument } from "@platen/contracts/internal";
import type { BackgroundJob } from "@platen/queue";
import { packBackgroundInput } from "@platen/queue/texts";
import { createServiceTokenSigner, createServiceTokenVerifier } from "@platen/service-tokens";
import { createRowReader } from "./batches/row-reader.ts";
import { createFeeder } from "./feeder.ts";
import { createMetrics, type Metrics } from "./metrics.ts";

const keys = generateKeyPairSync("ec", {
  namedCurve: "P-256",
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" },
});
const tokens = createServiceTokenSigner({ privateKeyPem: keys.privateKey, issuer: "platen-courier" });
const now = Date.parse("2030-01-01T00:00:00Z");
const deadlineMs = 30_000;

type Call = { operationId: string; body: Record<string, unknown> };

let world: {
  time: number;
  slots: number;
  inQueue: number;
  isHolder: boolean;
  isQueueAway: boolean;
  isSound: boolean;
  due: LeasedDocument[];
  chunk: object;
};
let calls: Call[];
let jobs: BackgroundJob[];
/** How many jobs each call to the queue brought. */
let additions: number[];
let asked: string[];
let metrics: Metrics;

beforeEach(() => {
  world = { time: 0, slots: 1, inQueue: 0, isHolder: true, isQueueAway: false, isSound: true, due: [], chunk: {} };
  [calls, jobs, additions, asked] = [[], [], [], []];
  const unasked = () => Promise.resolve(undefined);
  const answersPing = () => Promise.resolve(true);
  metrics = createMetrics({ backlog: unasked, progress: unasked, deliveryBacklog: unasked, answersPing });
});

async function dueDocument(documentId: string, given: Partial<LeasedDocument> = {}): Promise<LeasedDocument> {
  const packed = packBackgroundInput({ dataJson: '{"number":"2031"}', options: { format: "A5" } });
  return {
    ...packed,
    documentId,
    projectId: "prj_1",
    accountId: "acc_1",
    sourceId: "ver_1",
    requestId: "req_1",
    keepSeconds: 3_600,
    createdAt: now - 60_000,
    leasedUntil: now + 60_000,
    ...given,
  };
}

/** A feeder whose catalog and queue do what the test says. */
function feeder() {
  const call = async ({ operationId }: Operation, { body }: { body: Record<string, unknown> }) => {
    calls.push({ operationId, body });
    if (operationId === "readBatchChunk") return world.chunk;
    return operationId === "leaseBackground" ? { documents: world.due.splice(0, Number(body["documents"])) } : {};
  };
  return createFeeder({
    // The feeder calls three operations, whose answers this gives.
    catalog: { call: call as never },
    producer: {
      async add(added) {
        if (world.isQueueAway) throw new Error("Redis is away");
        additions.push(added.length);
        jobs.push(...added);
        world.inQueue += added.length;
      },
      // Workers have half of them.
      count: async () => ({ waiting: Math.floor(world.inQueue / 2), active: Math.ceil(world.inQueue / 2) }),
      backgroundSlots: async () => world.slots,
    },
    lock: {
      async hold() {
        asked.push("hold");
        return world.isHolder;
      },
    },
    tokens,
    rows: createRowReader({ catalog: { call: call as never } }),
    metrics,
    isSound: () => world.isSound,
    suspect: () => asked.push("check"),
    log: { info: () => undefined, warn: () => undefined },
    courier: "courier-1",
    deadlineMs,
    now: () => now,
    monotonicNow: () => world.time,
  });
}
const called = (operationId: string) => calls.filter((one) => one.operationId === operationId).map(({ body }) => body);

test("a leased document becomes a job with its data, its own deadline, its date and a grant of the courier", async () => {
  world.due = [await dueDocument("doc_1", { leasedUntil: now + 60_000 })];
  await feeder().look();
  const [{ grant, ...job } = { grant: "" }] = jobs;
  expect(job).toEqual({
    documentId: "doc_1",
    projectId: "prj_1",
    accountId: "acc_1",
    sourceId: "ver_1",
    requestId: "req_1",
    request: { dataJson: '{"number":"2031"}', options: { format: "A5" }, datedAt: now - 60_000 },
    requestedAt: now,
    deadlineAt: now + deadlineMs,
  });
  const verifier = createServiceTokenVerifier({ publicKeyPem: keys.publicKey, courierPublicKeyPem: keys.publicKey });
  expect(verifier.verifyGrant(grant)).toMatchObject({
    issuer: "platen-courier",
    documentId: "doc_1",
    sourceId: "ver_1",
    keepSeconds: 3_600,
    leasedUntil: now + 60_000,
  });
});

describe("the window", () => {
  test.each([
    ["no worker takes such documents", 0, 0, []],
    ["the queue is empty", 1, 0, [5]],
    ["half of the spare documents are left", 2, 7, [1]],
    ["all spare documents are left", 2, 8, []],
  ])("is filled by what is missing when %s", async (_when, slots, inQueue, leased) => {
    Object.assign(world, { slots, inQueue });
    await feeder().look();
    expect(called("leaseBackground").map(({ documents }) => documents)).toEqual(leased);
  });

  test("is not filled for each document of little time", async () => {
    world.slots = 2;
    const fed = feeder();
    world.due = [await dueDocument("doc_1")];
    await fed.look();
    fed.done({ documentId: "doc_1", status: "completed", slotMs: 60 });
    for (const inQueue of [12, 11]) {
      world.inQueue = inQueue;
      await fed.look();
    }
    expect(called("leaseBackground").map(({ documents }) => documents)).toEqual([8, 5]);
  });

  test.each([
    [20, 30],
    [60, 16],
    [700, 8],
    // Half of the 30 s that each has.
    [5_000, 6],
    [9_000, 3],
    [40_000, 2],
  ])(
    "of two slots holds 6 documents and 300 ms of work, 2 to 24, and none whose time would end: after one of %d ms it holds %d",
    async (slotMs, held) => {
      world.slots = 2;
      const fed = feeder();
      world.due = [await dueDocument("doc_1")];
      await fed.look();
      fed.done({ documentId: "doc_1", status: "completed", slotMs });
      world.inQueue = 0;
      await fed.look();
      expect(called("leaseBackground").map(({ documents }) => documents)).toEqual([8, held]);
    },
  );

  test("has so many bytes at most, which come back when a document is done or its lease has ended", async () => {
    const inputBytes = 64 * 1024 * 1024;
    const fed = feeder();
    const bytesLeased = async () => {
      calls = [];
      world.inQueue = 0;
      await fed.look();
      return called("leaseBackground").map((body) => body["inputBytes"]);
    };
    world.due = [await dueDocument("doc_1", { inputBytes })];
    expect([await bytesLeased(), await bytesLeased()]).toEqual([[inputBytes], []]);
    fed.done({ documentId: "doc_1", status: "completed", slotMs: 10 });
    world.due = [await dueDocument("doc_2", { inputBytes })];
    expect(await bytesLeased()).toEqual([inputBytes]);
    world.time += 60_000;
    expect(await bytesLeased()).toEqual([inputBytes]);
  });
});

test("a project's time is told with the next lease, and counts what is under way", async () => {
  world.due = [await dueDocument("doc_1"), await dueDocument("doc_2")];
  const fed = feeder();
  await fed.look();
  fed.done({ documentId: "doc_1", status: "completed", slotMs: 1_000 });
  // Of a document that another courier has fed.
  fed.done({ documentId: "doc_9", status: "completed", slotMs: 9_000 });
  world.inQueue = 0;
  await fed.look();
  expect(called("leaseBackground").at(-1)).toMatchObject({
    served: [{ projectId: "prj_1", servedMs: 1_000 + 600, meanMs: 600 }],
  });
});

test("a document that is leased again, because its lease ended, counts once for its project", async () => {
  const fed = feeder();
  for (let lease = 0; lease < 2; lease += 1) {
    world.due = [await dueDocument("doc_1")];
    world.inQueue = 0;
    await fed.look();
  }
  world.inQueue = 0;
  await fed.look();
  expect(called("leaseBackground").at(-1)).toMatchObject({
    served: [{ projectId: "prj_1", servedMs: 500, meanMs: 500 }],
  });
});

test("rows of a batch become jobs with their data and its settings, from one reading of their chunk", async () => {
  const rows = ['{"number":"é"}', '{"number":"18"}', '{"number":"19"}'];
  const data = deflateRawSync(rows.join("")).toString("base64");
  const sizes = rows.map((row) => Buffer.byteLength(row));
  const rendering = { options: { format: "A5" }, locale: "de" };
  const areNamed = [false, false, true];
  world.chunk = { firstRow: 4, sizes, data, rendering: { ...rendering, filename: "{{number}}.pdf" }, areNamed };
  const row = (number: number) => ({ input: "", row: { batchId: "bat_1", row: number } });
  world.due = [await dueDocument("doc_1", row(4)), await dueDocument("doc_2", row(6))];
  const fed = feeder();
  await fed.look();
  const datedAt = now - 60_000;
  expect(jobs).toMatchObject([{ batchId: "bat_1" }, { batchId: "bat_1" }]);
  expect(jobs.map(({ request }) => request)).toEqual([
    { ...rendering, dataJson: rows[0], filename: "{{number}}.pdf", datedAt },
    // This row has a name of its own.
    { ...rendering, dataJson: rows[2], datedAt },
  ]);
  expect(called("readBatchChunk")).toHaveLength(1);
  fed.done({ documentId: "doc_1", status: "completed", slotMs: 1_000 });
  world.inQueue = 0;
  await fed.look();
  expect(called("leaseBackground").at(-1)).toMatchObject({
    served: [{ projectId: "prj_1", servedMs: 1_600 }],
    servedFlows: [{ flow: "bat_1", servedMs: 1_600, meanMs: 600 }],
  });
});

test.each([
  ["its batch is cancelled", new ApiProblem(404, { code: "batch.not_found", message: "gone", requestId: "req_1" })],
  ["the catalog is away", new TransportError("gone", { failure: "timeout" })],
])("a row whose chunk cannot be read is handed back with those behind it, not failed, when %s", async (_, problem) => {
  const unread = { input: "", row: { batchId: "bat_1", row: 1 } };
  world.due = [await dueDocument("doc_0"), await dueDocument("doc_1", unread), await dueDocument("doc_2")];
  Object.defineProperty(world, "chunk", {
    get: () => {
      throw problem;
    },
  });
  await expect(feeder().look()).rejects.toThrow("gone");
  expect(called("reportOutcomes")).toEqual([]);
  expect(jobs.map(({ documentId }) => documentId)).toEqual(["doc_0"]);
  expect(called("releaseBackground")).toEqual([{ courier: "courier-1", documentIds: ["doc_1", "doc_2"] }]);
});

test("documents go to the queue in few calls, of a megabyte of data each or one document", async () => {
  const mebibyte = 1024 * 1024;
  world.slots = 2;
  world.due = await Promise.all(
    [1_000, 1_000, mebibyte, 3 * mebibyte, 1_000].map((inputBytes, index) =>
      dueDocument(`doc_${index}`, { inputBytes }),
    ),
  );
  await feeder().look();
  expect(additions).toEqual([3, 1, 1]);
  expect(jobs.map(({ documentId }) => documentId)).toEqual(["doc_0", "doc_1", "doc_2", "doc_3", "doc_4"]);
});

test("documents that the queue does not take are handed back, in one call", async () => {
  world.due = [await dueDocument("doc_1"), await dueDocument("doc_2")];
  world.isQueueAway = true;
  await expect(feeder().look()).rejects.toThrow("Redis is away");
  expect(called("releaseBackground")).toEqual([{ courier: "courier-1", documentIds: ["doc_1", "doc_2"] }]);
});

test("a document whose data cannot be read fails, and holds up no other", async () => {
  world.due = [await dueDocument("doc_1", { input: "AAAA" }), await dueDocument("doc_2")];
  await feeder().look();
  expect(called("reportOutcomes")).toMatchObject([
    { reports: [{ documentId: "doc_1", status: "failed", failure: { retryable: false } }] },
  ]);
  expect(jobs.map(({ documentId }) => documentId)).toEqual(["doc_2"]);
});

test("a courier without the lock leases nothing, and asks for it at intervals", async () => {
  world.isHolder = false;
  const fed = feeder();
  await fed.look();
  await fed.look();
  expect([asked.length, called("leaseBackground")]).toEqual([1, []]);
  world.isHolder = true;
  world.time += 2_000;
  await fed.look();
  expect(called("leaseBackground")).toHaveLength(1);
});

test("a courier that cannot do its work takes neither lock nor documents, says so, and goes on as soon as it can", async () => {
  const feeding = async () =>
    (await metrics.registry.getSingleMetric("platen_courier_feeding")?.get())?.values[0]?.value;
  world.isSound = false;
  const { look } = feeder();
  await look();
  expect([asked, called("leaseBackground"), await feeding()]).toEqual([[], [], 0]);
  world.isSound = true;
  await look();
  expect([asked, called("leaseBackground").length, await feeding()]).toEqual([["hold"], 1, 1]);
  world.isSound = false;
  await look();
  expect([asked, called("leaseBackground").length, await feeding()]).toEqual([["hold"], 1, 0]);
});

test("a look that fails asks whether this courier is at fault", async () => {
  world.isQueueAway = true;
  world.due = [await dueDocument("doc_1")];
  const { run, close } = feeder();
  const running = run();
  while (!asked.includes("check")) await new Promise((resolve) => setImmediate(resolve));
  close();
  await running;
});

test("the mean time of documents is there once one is made, and only while this courier feeds", async () => {
  const name = "platen_background_document_seconds";
  const shown = async () => (await metrics.registry.getSingleMetric(name)?.get())?.values.map(({ value }) => value);
  world.slots = 2;
  world.due = [await dueDocument("doc_1"), await dueDocument("doc_2")];
  const { look, done } = feeder();
  await look();
  expect(await shown()).toEqual([]);
  done({ documentId: "doc_1", status: "completed", slotMs: 500 });
  expect(await shown()).toEqual([0.5]);
  done({ documentId: "doc_2", status: "completed", slotMs: 1_500 });
  const [mean = 0] = (await shown()) ?? [];
  expect(mean).toBeGreaterThan(0.5);
  expect(mean).toBeLessThan(1.5);
  world.isHolder = false;
  world.time += 60_000;
  await look();
  expect(await shown()).toEqual([]);
});
