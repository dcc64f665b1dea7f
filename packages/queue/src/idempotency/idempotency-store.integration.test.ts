import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { assertNothingLeftOpen, createTestRedis, waitFor, type TestRedis } from "@platen/testing";
import { createProducerConnection, type ProducerConnection } from "../redis-connections.ts";
import { createIdempotencyStore, type IdempotencyStore } from "./idempotency-store.ts";

const logger = { warn: () => undefined, info: () => undefined };
const about = { version: 1, templateName: "Invoice", requestedAt: 0 };

let redis: TestRedis;
let connection: ProducerConnection;
let store: IdempotencyStore;

beforeAll(async () => {
  redis = await createTestRedis();
  connection = createProducerConnection({ redisUrl: redis.url, logger }, "idempotency");
  await waitFor(() => connection.status === "ready", { describe: "the connection" });
  store = createIdempotencyStore({ redis: connection, prefix: `${redis.prefix}:`, keepBytes: 1_000_000 });
});
afterAll(async () => {
  connection.disconnect();
  await assertNothingLeftOpen(redis);
  await redis.close();
});

const requestWith = (keyHash: string) => ({ projectId: "prj_1", keyHash, bodyHash: "body" });
const inMs = (ms: number) => Date.now() + ms;

test("a claim whose gateway died before its document was opened is another's soon", async () => {
  const request = requestWith("died");
  await store.claim(request, { documentId: "doc_1", claimEnds: inMs(300) });
  expect(await store.claim(request, { documentId: "doc_2", claimEnds: inMs(300) })).toEqual({ outcome: "running" });
  const isClaimed = async () =>
    (await store.claim(request, { documentId: "doc_2", claimEnds: inMs(60_000) })).outcome === "claimed";
  await waitFor(isClaimed, { describe: "the claim to end" });
  // The first, should it live after all, has no say any more.
  await store.note(request, { documentId: "doc_1", claimEnds: inMs(-1) }, about);
  expect(await store.claim(request, { documentId: "doc_3", claimEnds: inMs(300) })).toEqual({ outcome: "running" });
});

test("the claim of a document that was opened lasts as long as its answer may take", async () => {
  const request = requestWith("opened");
  await store.claim(request, { documentId: "doc_1", claimEnds: inMs(-1) });
  await store.note(request, { documentId: "doc_1", claimEnds: inMs(60_000) }, about);
  expect(await store.claim(request, { documentId: "doc_2", claimEnds: inMs(300) })).toEqual({ outcome: "running" });
});
