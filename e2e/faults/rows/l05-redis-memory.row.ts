import { randomBytes } from "node:crypto";
import { afterAll, beforeAll } from "@jest/globals";
import { startOwnRedis, startPlaten, waitFor, type OwnServer, type Platen } from "@platen/testing";
import { Redis } from "ioredis";
import { createCustomer } from "../load/create-customer.ts";
import { faultRow } from "../runner/fault-row.ts";
import { documentsOf, generate, type Answer, type Customer } from "../load/send-load.ts";
import { greyPng } from "../load/grey-png.ts";
import { peakWhile } from "../facts/process-facts.ts";

const documents = 1_000;
const concurrency = 16;
const megabyte = 1_000_000;
/** Noise does not compress, so the PDF is as large as its picture. */
const picture = greyPng(264, 8, (length) => randomBytes(length)).toString("base64");

let server: OwnServer;
let redis: Redis;
let platen: Platen;
let customer: Customer;

beforeAll(async () => {
  server = await startOwnRedis();
  redis = new Redis(server.url);
  platen = await startPlaten({
    workers: 2,
    redisUrl: server.url,
    env: { gateway: { RATE_LIMIT_PER_MINUTE: "10000000" } },
  });
  customer = await createCustomer(platen, "Large", `<img src="data:image/png;base64,${picture}"><p>{{n}}`, { n: 1 });
  await ask(100);
}, 180_000);

afterAll(async () => {
  await platen?.stop();
  redis?.disconnect();
  await server?.stop();
}, 60_000);

async function ask(count: number): Promise<Answer[]> {
  const answers: Answer[] = [];
  let left = count;
  const client = async () => {
    while (left > 0) {
      left -= 1;
      answers.push(await generate(customer));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, client));
  return answers;
}

async function memory(): Promise<number> {
  return Number(/^used_memory:(\d+)/m.exec(await redis.info("memory"))?.[1]);
}

const resultsLeft = async () => (await redis.keys("*reply:*")).length;

faultRow("L5", { timeoutMs: 180_000 }, async (figures) => {
  await waitFor(async () => (await resultsLeft()) === 0, {
    timeoutMs: 10_000,
    describe: "the first results to be gone",
  });
  const before = await memory();
  const { peak, result: answers } = await peakWhile(memory, () => ask(documents));
  const given = documentsOf(answers);
  const size = given.reduce((sum, { body }) => sum + body.length, 0) / given.length;
  figures.exactly("documents", given.length, documents);
  figures.atLeast("mean size", size / 1_000, 100, "KB");
  figures.atMost(
    `growth of Redis (bar: 20 MB and the results of ${concurrency} requests)`,
    (peak - before) / megabyte,
    20 + (concurrency * size) / megabyte,
    "MB",
  );
  // Redis deletes results when they are delivered, before their two minutes pass.
  await waitFor(async () => (await resultsLeft()) === 0, {
    timeoutMs: 5_000,
    describe: "the results to be gone",
  }).catch(() => undefined);
  figures.exactly("results in Redis 5 s after the last document", await resultsLeft(), 0);
  figures.atMost("growth of Redis after that", ((await memory()) - before) / megabyte, 10, "MB");
});
