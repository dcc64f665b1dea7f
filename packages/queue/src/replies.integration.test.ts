import { createHash, randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { accountHolder } from "@platen/contracts/holder";
import { createId } from "@platen/contracts";
import { createFakeClock, startOwnRedis } from "@platen/testing";
import { Redis } from "ioredis";
import { systemClock } from "./clock.ts";
import { type DocumentReply, encodeReply, type ReceivedPdf } from "./reply-frame.ts";
import { createIdempotencyStore } from "./idempotency/idempotency-store.ts";
import { createProducerConnection, waitForReady, type QueueLogger } from "./redis-connections.ts";
import { createReplySender } from "./reply-sender.ts";
import { createReplyWaiter, type ReplyWaiter, type ReplyWaiterOptions, type WaitResult } from "./reply-waiter.ts";
import { hangMs, silentLogger, untilSeen, useTestRedis } from "./test-redis.ts";

const logger = silentLogger;
const redis = useTestRedis();
let options: { redisUrl: string; prefix: string; logger: QueueLogger };

beforeAll(() => {
  options = { redisUrl: redis.url, prefix: `${redis.prefix}:`, logger };
});

/** The address of Redis for a user with fewer rights. */
function urlAs(user: string): string {
  const url = new URL(redis.url);
  url.username = user;
  url.password = "secret";
  return url.href;
}

/** A gateway's waiter that listens on its channel. */
async function createWaiter(changes: Partial<ReplyWaiterOptions> = {}) {
  const waiter = createReplyWaiter({ ...options, ...changes });
  redis.opened.push(() => waiter.close());
  const isHeard = async () => String((await redis.redis.pubsub("NUMSUB", waiter.channel))[1]) === "1";
  await untilSeen("the subscription", isHeard);
  return waiter;
}

/** Waits until the waiter can read from Redis: until it finds a stored reply. */
async function untilChecking(waiter: ReplyWaiter, clock: ReturnType<typeof createFakeClock>): Promise<void> {
  await redis.redis.set(keyOf("doc_0"), encodeReply(completed("doc_0")), "EX", 120);
  const waiting = waiter.wait("doc_0", within(60_000, clock.now()));
  await clock.advance(1_000);
  await waiting;
  await redis.redis.unlink(keyOf("doc_0"));
}

function createSender() {
  const sender = createReplySender(options);
  redis.opened.push(() => sender.close());
  return sender;
}

function completed(documentId: string, pdf: Buffer = Buffer.from(`%PDF of ${documentId}`)): DocumentReply {
  return {
    outcome: "completed",
    documentId,
    pageCount: 1,
    sizeBytes: pdf.byteLength,
    sha256: createHash("sha256").update(pdf).digest("hex"),
    queueMs: 1,
    renderMs: 2,
    warnings: [],
    pdf,
  };
}

function pdfOf(result: WaitResult): ReceivedPdf {
  if (result.end !== "reply" || result.reply.outcome !== "completed") throw new Error(`no document: ${result.end}`);
  return result.reply.pdf;
}

async function wholeOf(pdf: ReceivedPdf): Promise<Buffer> {
  return pdf instanceof Uint8Array ? Buffer.from(pdf) : buffer(pdf);
}

function within(ms: number, now = Date.now()) {
  return { deadlineAt: now + ms, signal: new AbortController().signal };
}

const keyOf = (documentId: string) => `${options.prefix}result:${documentId}`;

async function expectNoKeys() {
  const isEmpty = async () => (await redis.redis.keys(`${options.prefix}result:*`)).length === 0;
  await untilSeen("the replies to be deleted", isEmpty);
}

test("a reply arrives by message, and its copy is deleted", async () => {
  const waiter = await createWaiter();
  const sender = createSender();
  const failure = { code: "template_syntax", message: "unclosed", retryable: false } as const;
  for (const reply of [completed("doc_1"), { outcome: "failed", documentId: "doc_1", failure } as const]) {
    const waiting = waiter.wait("doc_1", within(hangMs));
    await sender.send(waiter.channel, reply);
    expect(await waiting).toEqual({ end: "reply", reply });
    await expectNoKeys();
  }
  expect(waiter.waitCount()).toBe(0);
});

describe("a large reply, which is read in pieces,", () => {
  const pdf = randomBytes(3_000_000);

  /** Sends the reply and reads its first piece. */
  async function beginReading({ documentId = "doc_1", isKept = false, clock = systemClock } = {}) {
    const waiter = await createWaiter({ clock });
    const waiting = waiter.wait(documentId, { ...within(hangMs, clock.now()), isKept });
    await createSender().send(waiter.channel, completed(documentId, pdf));
    const received = pdfOf(await waiting);
    if (received instanceof Uint8Array) throw new Error("it was read at once");
    const pieces = received[Symbol.asyncIterator]();
    const first: Uint8Array = (await pieces.next()).value;
    return { first, rest: () => wholeOf({ [Symbol.asyncIterator]: () => pieces }), pieces, waiter };
  }

  test("arrives byte for byte, and is deleted when the whole reply was read", async () => {
    const { first, rest } = await beginReading();
    expect(first.byteLength).toBeLessThan(300_000);
    expect(await redis.redis.exists(keyOf("doc_1"))).toBe(1);
    expect(pdf.equals(Buffer.concat([first, await rest()]))).toBe(true);
    await expectNoKeys();
  });

  test("is deleted when its reader stops before the end", async () => {
    const { pieces } = await beginReading();
    await pieces.return?.();
    await expectNoKeys();
  });

  test("stays when it is kept for others, as a small one does", async () => {
    const clock = createFakeClock();
    const { rest, waiter } = await beginReading({ isKept: true, clock });
    await rest();
    const small = waiter.wait("doc_3", { ...within(hangMs, clock.now()), isKept: true });
    await createSender().send(waiter.channel, completed("doc_3"));
    expect(await small).toMatchObject({ end: "reply" });
    // The waiter deletes replies together, after a moment. The second reply shows that it has.
    await redis.redis.set(keyOf("doc_2"), encodeReply(completed("doc_2")), "EX", 120);
    const waiting = waiter.wait("doc_2", within(hangMs, clock.now()));
    await clock.advance(1_000);
    await waiting;
    await clock.advance(1_000);
    const isDeleted = async () => (await redis.redis.exists(keyOf("doc_2"))) === 0;
    await untilSeen("the second reply to be deleted", isDeleted);
    expect(await redis.redis.exists(keyOf("doc_1"), keyOf("doc_3"))).toBe(2);
    await redis.redis.unlink(keyOf("doc_1"), keyOf("doc_3"));
  });

  test("does not expire while it is read slowly", async () => {
    const clock = createFakeClock();
    const { first, rest } = await beginReading({ clock });
    await redis.redis.pexpire(keyOf("doc_1"), 9_000);
    await clock.advance(3_000);
    const isRenewed = async () => (await redis.redis.pttl(keyOf("doc_1"))) > 9_000;
    await untilSeen("its life to be renewed", isRenewed);
    expect(pdf.equals(Buffer.concat([first, await rest()]))).toBe(true);
    await clock.advance(1_000);
    await expectNoKeys();
  });

  test("ends with an error, never short, when it expires or is replaced while it is read", async () => {
    const gone = await beginReading();
    await redis.redis.unlink(keyOf("doc_1"));
    await expect(gone.rest()).rejects.toMatchObject({ name: "QueueUnavailable" });
    // Not the first document: its reply is deleted a moment after the reading ended.
    const changed = await beginReading({ documentId: "doc_2" });
    const other = encodeReply(completed("doc_2", randomBytes(pdf.byteLength)));
    await redis.redis.set(keyOf("doc_2"), other, "KEEPTTL");
    await expect(changed.rest()).rejects.toMatchObject({ name: "QueueUnavailable" });
  });

  test("is not begun when it is cut off", async () => {
    const warnings: string[] = [];
    const warn = (message: string) => void warnings.push(message);
    const clock = createFakeClock();
    const waiter = await createWaiter({ clock, logger: { ...logger, warn } });
    await untilChecking(waiter, clock);
    const frame = encodeReply(completed("doc_1", pdf));
    await redis.redis.set(keyOf("doc_1"), frame.subarray(0, 2_000_000), "EX", 120);
    const waiting = waiter.wait("doc_1", within(500, clock.now()));
    await clock.advance(500);
    expect(await waiting).toEqual({ end: "deadline" });
    expect(warnings).toEqual(["cannot read a reply"]);
    await redis.redis.unlink(keyOf("doc_1"));
  });
});

test("a reply whose message was lost is found within a second", async () => {
  const clock = createFakeClock();
  const waiter = await createWaiter({ clock });
  const waiting = waiter.wait("doc_1", within(60_000, clock.now()));
  await redis.redis.set(keyOf("doc_1"), encodeReply(completed("doc_1")), "EX", 120);
  await clock.advance(1_000);
  expect(await waiting).toMatchObject({ end: "reply" });
  await clock.advance(1_000);
  await expectNoKeys();
});

test("a reply stored just before the deadline is still found", async () => {
  const clock = createFakeClock();
  const waiter = await createWaiter({ clock });
  await untilChecking(waiter, clock);
  await redis.redis.set(keyOf("doc_1"), encodeReply(completed("doc_1")), "EX", 120);
  const waiting = waiter.wait("doc_1", within(500, clock.now()));
  await clock.advance(500);
  expect(await waiting).toMatchObject({ end: "reply" });
  await clock.advance(500);
  await expectNoKeys();
});

describe("a gateway that may read only one reply", () => {
  const user = `waiter-${randomBytes(6).toString("hex")}`;

  beforeAll(async () => {
    const readsOne = `(~${keyOf("doc_1")} +getrange)`;
    await redis.redis.call("ACL", "SETUSER", user, "on", ">secret", "~*", "&*", "+@all", "-getrange", readsOne);
  });
  afterAll(async () => {
    await redis.redis.call("ACL", "DELUSER", user);
  });

  test("finds it by the check, which reads only replies that are there, however many are awaited", async () => {
    const warnings: string[] = [];
    const warn = (message: string) => void warnings.push(message);
    const waiter = await createWaiter({ redisUrl: urlAs(user), logger: { ...logger, warn } });
    const leaving = new AbortController();
    const until = { ...within(hangMs), signal: leaving.signal };
    const others = Array.from({ length: 20 }, (_, index) => waiter.wait(`doc_other_${index}`, until));
    const waiting = waiter.wait("doc_1", within(hangMs));
    await redis.redis.set(keyOf("doc_1"), encodeReply(completed("doc_1")), "EX", 120);
    expect(await waiting).toMatchObject({ end: "reply" });
    expect(warnings).toEqual([]);
    leaving.abort();
    await Promise.all(others);
  });
});

describe("a reply that Redis sends but does not store, as a full Redis does", () => {
  const user = `sender-${randomBytes(6).toString("hex")}`;

  beforeAll(async () => {
    await redis.redis.call("ACL", "SETUSER", user, "on", ">secret", "~*", "&*", "+@all", "-set");
  });
  afterAll(async () => {
    await redis.redis.call("ACL", "DELUSER", user);
  });

  function createSenderThatCannotStore() {
    const sender = createReplySender({ ...options, redisUrl: urlAs(user) });
    redis.opened.push(() => sender.close());
    return sender;
  }

  test.each([
    ["is sent when its gateway hears it", 10],
    ["is sent in a message even when it is large", 300_000],
  ])("%s", async (_what, sizeBytes) => {
    const waiter = await createWaiter();
    const waiting = waiter.wait("doc_1", within(hangMs));
    await createSenderThatCannotStore().send(waiter.channel, completed("doc_1", randomBytes(sizeBytes)));
    expect(await waiting).toMatchObject({ end: "reply" });
  });

  test("is refused when no gateway hears it, or when it is too large for any message", async () => {
    const waiter = await createWaiter();
    const sender = createSenderThatCannotStore();
    const refused = { name: "QueueUnavailable" };
    await expect(sender.send("an unused channel", completed("doc_1"))).rejects.toMatchObject(refused);
    const large = completed("doc_2", randomBytes(9_000_000));
    await expect(sender.send(waiter.channel, large)).rejects.toMatchObject(refused);
  });
});

test("a wait ends at its deadline, or when the caller leaves", async () => {
  const clock = createFakeClock();
  const waiter = await createWaiter({ clock });
  const late = waiter.wait("doc_1", within(1_500, clock.now()));
  await clock.advance(1_500);
  expect(await late).toEqual({ end: "deadline" });
  const left = new AbortController();
  const waiting = waiter.wait("doc_2", { deadlineAt: clock.now() + hangMs, signal: left.signal });
  left.abort();
  expect(await waiting).toEqual({ end: "abandoned" });
  expect(await waiter.wait("doc_3", { deadlineAt: clock.now() + hangMs, signal: left.signal })).toEqual({
    end: "abandoned",
  });
  expect(waiter.waitCount()).toBe(0);
});

test("a wait that ends leaves the next wait for the same document alone", async () => {
  const clock = createFakeClock();
  const waiter = await createWaiter({ clock });
  await untilChecking(waiter, clock);
  const left = new AbortController();
  const first = waiter.wait("doc_1", { deadlineAt: clock.now() + 500, signal: left.signal });
  // The caller leaves while the last check, at the deadline, is under way.
  await clock.advance(499);
  const checking = clock.advance(1);
  left.abort();
  expect(await first).toEqual({ end: "abandoned" });
  const second = waiter.wait("doc_1", within(60_000, clock.now()));
  await checking;
  await createSender().send(waiter.channel, completed("doc_1"));
  await clock.advance(60_000);
  expect(await second).toMatchObject({ end: "reply" });
  await clock.advance(1_000);
  await expectNoKeys();
});

test("a reply that no caller waits for any more is deleted", async () => {
  const waiter = await createWaiter();
  await createSender().send(waiter.channel, completed("doc_1"));
  await createSender().send(waiter.channel, completed("doc_2", randomBytes(300_000)));
  await expectNoKeys();
});

test("a reply that no gateway collects expires", async () => {
  await createSender().send("an unused channel", completed("doc_1"));
  const seconds = await redis.redis.ttl(keyOf("doc_1"));
  expect(seconds).toBeGreaterThan(60);
  expect(seconds).toBeLessThanOrEqual(120);
  await redis.redis.unlink(keyOf("doc_1"));
});

test("junk on the channel does not harm a wait", async () => {
  const waiter = await createWaiter();
  const waiting = waiter.wait("doc_1", within(hangMs));
  for (const junk of [Buffer.of(), Buffer.of(1), Buffer.of(1, 0, 0, 0, 2, 0x7b), Buffer.from("text")]) {
    await redis.redis.publish(waiter.channel, junk);
  }
  await createSender().send(waiter.channel, completed("doc_1"));
  expect(await waiting).toMatchObject({ end: "reply" });
});

test("200 waits at two gateways each get their own bytes, while connections are cut", async () => {
  const waiters = [await createWaiter(), await createWaiter()];
  const sender = createSender();
  const documents = waiters.flatMap((waiter, gateway) =>
    Array.from({ length: 100 }, (_, index) => {
      const documentId = `doc_${gateway}_${index}`;
      // Every tenth is too large for a message.
      const noise = randomBytes(index % 10 === 0 ? 300_000 : 500);
      return {
        waiter,
        documentId,
        cutsConnections: index % 40 === 20,
        pdf: Buffer.concat([Buffer.from(`%PDF of ${documentId}`), noise]),
        waiting: waiter.wait(documentId, within(hangMs)),
      };
    }),
  );

  await Promise.all(
    documents.map(async ({ waiter, documentId, pdf, cutsConnections }) => {
      if (cutsConnections) await redis.redis.call("CLIENT", "KILL", "USER", redis.prefix, "SKIPME", "yes");
      const isTaken = () => sender.send(waiter.channel, completed(documentId, pdf)).then(() => true);
      await untilSeen("the reply to be taken", isTaken);
    }),
  );

  // Large replies are read from Redis below: the waiters' connections, which were cut, must be usable again by then.
  for (const [index, waiter] of waiters.entries()) {
    const documentId = `doc_probe_${index}`;
    await redis.redis.set(keyOf(documentId), encodeReply(completed(documentId)), "EX", 120);
    expect(await waiter.wait(documentId, within(hangMs))).toMatchObject({ end: "reply" });
  }

  for (const { documentId, pdf, waiting } of documents) {
    const result = await waiting;
    expect(result).toMatchObject({ end: "reply", reply: { documentId, outcome: "completed" } });
    expect(pdf.equals(await wholeOf(pdfOf(result)))).toBe(true);
  }
  await expectNoKeys();
});

test("a reply that a restart of Redis has lost is sent again, and one that is there stays as long as it is kept", async () => {
  const sender = createSender();
  await sender.send("nobody", completed("doc_kept"));
  await redis.redis.expire(keyOf("doc_kept"), 3_600);
  await sender.send("nobody", completed("doc_again"));
  await redis.redis.del(keyOf("doc_again"));
  const named = String(await redis.redis.client("LIST")).split("\n");
  const own = named
    .filter((line) => line.includes("name=reply-sender"))
    .map((line) => /id=(\d+)/.exec(line)?.[1] ?? "");
  for (const id of own) await redis.redis.client("KILL", "ID", id);
  await untilSeen("the reply", async () => (await redis.redis.exists(keyOf("doc_again"))) === 1);
  expect(await redis.redis.ttl(keyOf("doc_kept"))).toBeGreaterThan(120);
  await redis.redis.del(keyOf("doc_again"), keyOf("doc_kept"));
});

test("a reply stays out of Redis' log, and a kept reply outlasts a restart", async () => {
  const own = await startOwnRedis();
  const admin = new Redis(own.url);
  admin.on("error", () => undefined);
  const { prefix } = options;
  const keptId = createId("document");
  const sender = createReplySender({ redisUrl: own.url, prefix, logger });
  const gateway = createProducerConnection({ redisUrl: own.url, logger }, "idempotency");
  try {
    await waitForReady(gateway);
    const logged = async () => Number(/^aof_current_size:(\d+)/m.exec(await admin.info("persistence"))?.[1]);
    const pdf = randomBytes(200_000);
    const before = await logged();
    await sender.send("nobody", completed(keptId, pdf));
    expect((await logged()) - before).toBeLessThan(1_000);

    const store = createIdempotencyStore({ redis: gateway, prefix, keepBytes: 10_000_000, maxRecords: () => 10 });
    const request = { projectId: "prj_1", holder: accountHolder("acc_1"), keyHash: "key", bodyHash: "body" };
    await store.claim(request, { documentId: keptId, claimEnds: Date.now() + hangMs });
    await store.keep(request, keptId);
    // Redis holds a write back for up to two seconds while the disk is busy.
    await untilSeen("the write to the log", async () =>
      /^aof_buffer_length:0\r?$/m.test(await admin.info("persistence")),
    );
    await own.crash();
    await own.start();
    expect(await admin.strlen(keyOf(keptId))).toBeGreaterThan(pdf.byteLength);
    expect(await admin.pttl(keyOf(keptId))).toBeGreaterThan(hangMs);
  } finally {
    sender.close();
    gateway.disconnect();
    admin.disconnect();
    await own.stop();
  }
});
