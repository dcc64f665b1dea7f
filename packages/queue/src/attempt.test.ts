import { retries } from "@platen/contracts/retries";
import { describe, expect, test } from "@jest/globals";
import { UnrecoverableError, WaitingError } from "bullmq";
import { type AttemptContext, type TakenJob, createAttempt } from "./attempt.ts";
import { type DocumentJobAddress, type DocumentJobData, renderDocumentJob } from "./jobs.ts";
import { PermanentFailure } from "./permanent-failure.ts";

const takenAt = 1_000_000;
const token = "this worker's token";

const data: DocumentJobData = {
  v: 1,
  documentId: "doc_1",
  projectId: "prj_1",
  accountId: "acc_1",
  sourceId: "ver_1",
  request: { dataJson: "{}" },
  requestedAt: takenAt,
  deadlineAt: takenAt + 30_000,
  grant: "grant",
  replyTo: "channel",
  requestId: "req_1",
};
const { documentId, projectId, grant, replyTo, requestId } = data;
const address: DocumentJobAddress = { documentId, projectId, grant, replyTo, requestId };

type World = {
  now: number;
  /** The token of the worker that holds the job's lock. */
  lockToken: string | null;
  isWithdrawn: boolean;
  isHandingBack: boolean;
  signal: AbortSignal;
};

/** One attempt at a job, with everything around it under the test's control. Its events are listed in their order. */
function setUp({
  handler = () => undefined,
  jobData = data,
  attemptsMade = 0,
  attempts = retries.jobs.interactive,
}: {
  handler?: (context: AttemptContext) => unknown;
  jobData?: unknown;
  attemptsMade?: number;
  attempts?: number;
} = {}) {
  const events: string[] = [];
  const answered: { job: DocumentJobAddress; error: unknown }[] = [];
  const world: World = {
    now: takenAt,
    lockToken: token,
    isWithdrawn: false,
    isHandingBack: false,
    signal: new AbortController().signal,
  };
  const job: TakenJob = {
    id: documentId,
    data: jobData,
    attemptsMade,
    opts: { attempts },
    processedOn: takenAt,
    async moveToWait(given) {
      events.push(`back to the queue by ${given}`);
      return 0;
    },
  };
  const attempt = createAttempt({
    async handler(received, context) {
      events.push(`attempt ${context.attempt} at ${received.documentId}`);
      await handler(context);
    },
    async onExhausted(exhausted, error) {
      // A later turn of the event loop, so that an attempt that does not wait for it ends before.
      await new Promise((resolve) => setImmediate(resolve));
      events.push("answered");
      answered.push({ job: exhausted, error });
    },
    isWithdrawn: () => world.isWithdrawn,
    isHandingBack: () => world.isHandingBack,
    async lockToken(id) {
      events.push(`lock of ${id} read`);
      return world.lockToken;
    },
    async wakeWorkers() {
      events.push("workers woken");
    },
    now: () => world.now,
  });
  const run = () => attempt(job, token, world.signal);
  /** Stands still for longer than a lock lasts; meanwhile another worker takes the job. */
  const loseLock = () => {
    world.now = takenAt + renderDocumentJob.lockDurationMs;
    world.lockToken = "another worker's token";
  };
  return { events, answered, world, run, loseLock };
}

const failing = () => {
  throw new Error("crashed");
};
const failingForGood = () => {
  throw new PermanentFailure("bad template");
};

describe("an attempt", () => {
  test.each([
    ["fails permanently", failingForGood, 0, new PermanentFailure("bad template")],
    ["fails as the last", failing, retries.jobs.interactive - 1, new Error("crashed")],
  ])(
    "that %s fails the job for good, after those who wait are answered",
    async (_how, handler, attemptsMade, error) => {
      const { events, answered, run } = setUp({ handler, attemptsMade });
      await expect(run()).rejects.toBeInstanceOf(UnrecoverableError);
      expect(events).toEqual([`attempt ${attemptsMade + 1} at doc_1`, "answered"]);
      expect(answered).toEqual([{ job: address, error }]);
    },
  );

  test("at a job of a release that allows fewer attempts is the last one when they are used up", async () => {
    const { answered, run } = setUp({ handler: failing, attemptsMade: 2, attempts: 3 });
    await expect(run()).rejects.toBeInstanceOf(UnrecoverableError);
    expect(answered).toHaveLength(1);
  });

  test("at a job of an unknown shape runs no handler and answers those who wait", async () => {
    const { events, answered, run } = setUp({ jobData: { ...data, v: 2 } });
    await expect(run()).rejects.toBeInstanceOf(UnrecoverableError);
    expect([events, answered[0]?.job]).toEqual([["answered"], address]);
  });

  test("at a job that does not say who waits fails the job for good", async () => {
    const { events, run } = setUp({ jobData: "junk" });
    await expect(run()).rejects.toBeInstanceOf(UnrecoverableError);
    expect(events).toEqual([]);
  });
});

describe("a withdrawn job", () => {
  test("is not begun", async () => {
    const { events, world, run } = setUp();
    world.isWithdrawn = true;
    await expect(run()).rejects.toBeInstanceOf(UnrecoverableError);
    expect(events).toEqual([]);
  });

  test("is neither tried again nor answered when its handler fails", async () => {
    const { events, world, run } = setUp({
      handler: () => {
        world.isWithdrawn = true;
        failing();
      },
    });
    await expect(run()).rejects.toBeInstanceOf(UnrecoverableError);
    expect(events).toEqual(["attempt 1 at doc_1"]);
  });
});

describe("the lock", () => {
  test("is not read before it can have ended", async () => {
    const held: boolean[] = [];
    const { events, world, run } = setUp({ handler: async ({ isOurs }) => held.push(await isOurs()) });
    world.now = takenAt + renderDocumentJob.lockDurationMs - 1;
    world.lockToken = "another worker's token";
    await run();
    expect([held, events]).toEqual([[true], ["attempt 1 at doc_1"]]);
  });

  test("is ours while it is renewed, and not once it has another owner or none", async () => {
    const held: boolean[] = [];
    const { world, run, loseLock } = setUp({
      handler: async ({ isOurs }) => {
        world.now = takenAt + renderDocumentJob.lockDurationMs;
        held.push(await isOurs());
        loseLock();
        held.push(await isOurs());
        world.lockToken = null;
        held.push(await isOurs());
      },
    });
    await run();
    expect(held).toEqual([true, false, false]);
  });

  test.each([
    ["fails", failing, 0],
    ["fails permanently", failingForGood, 0],
    ["fails for the last time", failing, retries.jobs.interactive - 1],
  ])(
    "lost before the handler %s leaves the answer to the worker that has the job",
    async (_how, fail, attemptsMade) => {
      const { events, run, loseLock } = setUp({
        handler: () => {
          loseLock();
          fail();
        },
        attemptsMade,
      });
      await expect(run()).rejects.toBeInstanceOf(UnrecoverableError);
      expect(events).toEqual([expect.stringContaining("attempt"), "lock of doc_1 read"]);
    },
  );
});

describe("a job taken by a worker that is past its grace", () => {
  test("goes back to the queue without being begun", async () => {
    const { events, world, run } = setUp();
    world.isHandingBack = true;
    await expect(run()).rejects.toBeInstanceOf(WaitingError);
    expect(events).toEqual([`back to the queue by ${token}`, "workers woken"]);
  });
});

describe("a job aborted because its worker stops", () => {
  test.each([
    ["first", 0],
    ["last", retries.jobs.interactive - 1],
  ])("goes back to the queue at its %s attempt, and idle workers are woken for it", async (_which, attemptsMade) => {
    const { events, world, run } = setUp({
      handler: () => {
        world.isHandingBack = true;
        failing();
      },
      attemptsMade,
    });
    await expect(run()).rejects.toBeInstanceOf(WaitingError);
    expect(events.slice(1)).toEqual([`back to the queue by ${token}`, "workers woken"]);
  });

  test("is not put back once another worker has taken it over", async () => {
    const { events, world, run, loseLock } = setUp({
      handler: () => {
        loseLock();
        world.isHandingBack = true;
        failing();
      },
    });
    await expect(run()).rejects.toBeInstanceOf(UnrecoverableError);
    expect(events).toEqual(["attempt 1 at doc_1", "lock of doc_1 read"]);
  });
});
