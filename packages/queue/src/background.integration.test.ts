import { expect, test } from "@jest/globals";
import { createBackgroundProducer } from "./background-producer.ts";
import { announceBackgroundWorker } from "./background-workers.ts";
import { createDocumentConsumer } from "./document-consumer.ts";
import { createDocumentProducer } from "./document-producer.ts";
import { createDoneNoteSender, subscribeDoneNotes, type DoneNote } from "./done-notes.ts";
import { type BackgroundJob, type DocumentJobAddress, type DocumentJobData } from "./jobs.ts";
import { noReplies, silentLogger, untilSeen, useTestRedis } from "./test-redis.ts";

const redis = useTestRedis();
let queues = 0;

/** The two ends of the queue for one test. */
async function createQueues() {
  queues += 1;
  const options = { prefix: `${redis.prefix}:${queues}:`, logger: silentLogger };
  const ofGateway = { ...options, redisUrl: redis.userUrls.gateway };
  const ofWorker = { ...options, redisUrl: redis.userUrls.worker };
  const background = createBackgroundProducer(ofGateway);
  const interactive = createDocumentProducer(ofGateway);
  redis.opened.push(
    () => background.close(),
    () => interactive.close(),
  );
  await untilSeen("the producers", () => Promise.all([background.count(), interactive.queueState()]));
  return { background, interactive, ofGateway, ofWorker };
}

function jobFor(documentId: string): BackgroundJob {
  return {
    documentId,
    projectId: "prj_1",
    accountId: "acc_1",
    sourceId: "ver_1",
    request: { dataJson: '{"number":1}' },
    requestedAt: Date.now(),
    deadlineAt: Date.now() + 30_000,
    grant: "grant",
    requestId: "req_1",
  };
}

test("background jobs are handed out in their order, to consumers of their lane alone, and do not count as waiting documents", async () => {
  const { background, interactive, ofWorker } = await createQueues();
  await background.add(["doc_1", "doc_2", "doc_3"].map(jobFor));
  // A job in the queue stays where it is.
  await background.add(["doc_2"].map(jobFor));
  expect(await background.remove("doc_3")).toBe("removed");
  expect(await background.count()).toEqual({ waiting: 2, active: 0 });
  expect((await interactive.queueState()).jobs).toEqual({ waiting: 0, prioritized: 0, active: 0, delayed: 0 });

  const taken: [string, DocumentJobData][] = [];
  const consume = (lane: "interactive" | "background") => {
    const consumer = createDocumentConsumer(
      { ...ofWorker, lane, concurrency: 1, replies: noReplies, onExhausted: () => Promise.resolve() },
      async (job) => void taken.push([lane, job]),
    );
    redis.opened.push(() => consumer.close(0));
  };
  consume("interactive");
  await interactive.add({ ...jobFor("doc_4"), replyTo: "channel" }, { priority: 1 });
  await untilSeen("the interactive job", () => taken.length > 0);
  consume("background");
  await untilSeen("all jobs", () => taken.length === 3);
  expect(taken.map(([lane, { documentId }]) => `${lane} ${documentId}`)).toEqual([
    "interactive doc_4",
    "background doc_1",
    "background doc_2",
  ]);
  expect(taken[1]?.[1]).toMatchObject({ v: 1, lane: "background", store: true });
});

test("a background job that fails is not tried again by the queue", async () => {
  const { background, ofWorker } = await createQueues();
  const exhausted: DocumentJobAddress[] = [];
  let attempts = 0;
  const consumer = createDocumentConsumer(
    {
      ...ofWorker,
      lane: "background",
      concurrency: 1,
      replies: noReplies,
      onExhausted: async (job) => void exhausted.push(job),
    },
    async () => {
      attempts += 1;
      throw new Error("crashed");
    },
  );
  redis.opened.push(() => consumer.close(0));
  await background.add([jobFor("doc_1")]);
  await untilSeen("the failure", () => exhausted.length > 0);
  await untilSeen("an empty queue", async () => (await background.count()).active === 0);
  expect(attempts).toBe(1);
  expect(exhausted).toEqual([expect.objectContaining({ documentId: "doc_1", lane: "background" })]);
});

test("the slots of workers count for the background lane until they leave or die", async () => {
  const { background, ofWorker } = await createQueues();
  const [first, second] = [3, 4].map((slots) => announceBackgroundWorker({ ...ofWorker, slots }));
  redis.opened.push(
    () => first?.close(),
    () => second?.close(),
  );
  await untilSeen("both workers", async () => (await background.backgroundSlots()) === 7);
  await first?.close();
  expect(await background.backgroundSlots()).toBe(4);
  const key = `${ofWorker.prefix}queue:background-workers`;
  // As if its lease had ended.
  const [member = ""] = await redis.redis.zrange(key, 0, -1);
  await redis.redis.zadd(key, Date.now() - 1, member);
  expect(await background.backgroundSlots()).toBe(0);
});

test("a done note of a worker reaches the feeder", async () => {
  const { ofGateway, ofWorker } = await createQueues();
  const notes: DoneNote[] = [];
  const subscribed = Promise.withResolvers<void>();
  const subscription = subscribeDoneNotes(ofGateway, {
    onNote: (note) => void notes.push(note),
    onSubscribed: subscribed.resolve,
  });
  const sender = createDoneNoteSender(ofWorker);
  redis.opened.push(
    () => subscription.close(),
    () => sender.close(),
  );
  await subscribed.promise;
  const note = { documentId: "doc_1", status: "completed" } as const;
  await untilSeen("the note", () => {
    sender.send(note);
    return notes.length > 0;
  });
  expect(notes[0]).toEqual(note);
});
