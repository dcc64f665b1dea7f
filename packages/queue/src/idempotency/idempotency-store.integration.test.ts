import { beforeEach, expect, test } from "@jest/globals";
import { accountHolder } from "@platen/contracts/holder";
import { createProducerConnection, waitForReady } from "../redis-connections.ts";
import { silentLogger, useTestRedis } from "../test-redis.ts";
import { createIdempotencyStore, type IdempotencyStore } from "./idempotency-store.ts";

const about = { version: 1, templateName: "Invoice", requestedAt: 0 };

const redis = useTestRedis();
let store: IdempotencyStore;
let now = Date.now();

beforeEach(async () => {
  const connection = createProducerConnection(
    { redisUrl: redis.userUrls.gateway, logger: silentLogger },
    "idempotency",
  );
  redis.opened.push(() => connection.disconnect());
  await waitForReady(connection);
  const prefix = `${redis.prefix}:`;
  store = createIdempotencyStore({
    redis: connection,
    prefix,
    keepBytes: 1_000_000,
    maxRecords: () => 10,
    now: () => now,
  });
});

const requestWith = (keyHash: string, projectId = "prj_1", accountId = "acc_1") => ({
  projectId,
  holder: accountHolder(accountId),
  keyHash,
  bodyHash: "body",
});
const inMs = (ms: number) => now + ms;

test("a gateway learns once that Redis has been used with another database", async () => {
  const enter = async (...epochs: string[]) => {
    const answers: boolean[] = [];
    for (const epoch of epochs) answers.push(await store.enterEpoch(epoch));
    return answers;
  };
  await redis.redis.del(`${redis.prefix}:epoch`);
  expect(await enter("", "", "restored", "restored", "again")).toEqual([false, false, true, false, true]);
});

test("another request gets the claim of a gateway that died before it opened its document, once the claim has ended", async () => {
  const request = requestWith("died");
  await store.claim(request, { documentId: "doc_1", claimEnds: inMs(300) });
  expect(await store.claim(request, { documentId: "doc_2", claimEnds: inMs(300) })).toEqual({ outcome: "running" });
  now += 300;
  expect(await store.claim(request, { documentId: "doc_2", claimEnds: inMs(60_000) })).toMatchObject({
    outcome: "claimed",
  });
  // The first gateway, should it live after all, can no longer end the claim.
  await store.note(request, { documentId: "doc_1", claimEnds: inMs(-1) }, about);
  expect(await store.claim(request, { documentId: "doc_3", claimEnds: inMs(300) })).toEqual({ outcome: "running" });
});

test("the claim of a document that was opened lasts as long as its answer may take", async () => {
  const request = requestWith("opened");
  await store.claim(request, { documentId: "doc_1", claimEnds: inMs(-1) });
  await store.note(request, { documentId: "doc_1", claimEnds: inMs(60_000) }, about);
  expect(await store.claim(request, { documentId: "doc_2", claimEnds: inMs(300) })).toEqual({ outcome: "running" });
});

test("an account may have as many records as are left for others, over all its projects, known keys go on, and released ones count no more", async () => {
  const ofMany = (keyHash: string) => requestWith(keyHash, `prj_${Number(keyHash) % 2}`, "acc_many");
  const claim = (keyHash: string, request = ofMany(keyHash)) =>
    store.claim(request, { documentId: `doc_${keyHash}`, claimEnds: inMs(300) });
  await redis.redis.del(`${redis.prefix}:idempotency-counts:all`);
  for (const index of [1, 2, 3, 4, 5]) expect(await claim(`${index}`)).toMatchObject({ outcome: "claimed" });
  expect(await claim("6")).toEqual({ outcome: "too many" });
  expect(await claim("5")).toEqual({ outcome: "running" });
  expect(await claim("1", requestWith("1", "prj_other", "acc_other"))).toMatchObject({ outcome: "claimed" });
  for (const index of [1, 2]) await store.release(ofMany(`${index}`), `doc_${index}`);
  for (const index of [6, 7]) expect(await claim(`${index}`)).toMatchObject({ outcome: "claimed" });
  expect(await claim("8")).toEqual({ outcome: "too many" });
  // A day and an hour later all of them have expired.
  now += 25 * 60 * 60 * 1_000;
  expect(await claim("8")).toMatchObject({ outcome: "claimed" });
});
