import { afterAll, beforeAll } from "@jest/globals";
import { startOwnRedis, startPlaten, type OwnServer, type Platen } from "@platen/testing";
import { Redis } from "ioredis";
import { createCustomer } from "../load/create-customer.ts";
import { faultRow } from "../runner/fault-row.ts";
import { documentsOf, generate, type Answer, type Customer } from "../load/send-load.ts";

const documents = 400;
const warmUp = 80;
const atOnce = 4;
const gateways = 8;

let server: OwnServer;
let redis: Redis;
let platen: Platen;
let customer: Customer;

beforeAll(async () => {
  server = await startOwnRedis();
  redis = new Redis(server.url);
  platen = await startPlaten({ workers: 1, redisUrl: server.url });
  // The smallest document, so that everything else that is sent counts.
  customer = await createCustomer(platen, "Replicas", "<p>Hello</p>", {});
}, 180_000);

afterAll(async () => {
  await platen?.stop();
  redis?.disconnect();
  await server?.stop();
}, 60_000);

async function sentBytes(): Promise<number> {
  return Number(/total_net_output_bytes:(\d+)/.exec(await redis.info("stats"))?.[1]);
}

type Measured = { bytesPerDocument: number; failed: number };

/** Asks for documents through these gateways in turn, and measures the bytes that Redis sends for each. */
async function measure(addresses: readonly string[], count = documents): Promise<Measured> {
  const answers: Answer[] = [];
  let next = 0;
  const client = async () => {
    while (next < count) {
      const baseUrl = addresses[next % addresses.length] ?? "";
      next += 1;
      answers.push(await generate({ ...customer, baseUrl }));
    }
  };
  const before = await sentBytes();
  await Promise.all(Array.from({ length: atOnce }, client));
  const bytesPerDocument = ((await sentBytes()) - before) / count;
  return { bytesPerDocument, failed: answers.length - documentsOf(answers).length };
}

faultRow("L4", { timeoutMs: 180_000 }, async (figures) => {
  const { gateway } = platen.processes;
  await measure([gateway.url], warmUp);
  const one = await measure([gateway.url]);
  while (platen.processes.gateways.length < gateways) await platen.startGateway();
  const addresses = platen.processes.gateways.map(({ url }) => url);
  await measure(addresses, warmUp);
  const eight = await measure(addresses);
  figures.exactly("requests without a document", one.failed + eight.failed, 0);
  figures.isTrue(
    "bytes that Redis sends per document",
    one.bytesPerDocument > 0,
    `${Math.round(one.bytesPerDocument)} bytes`,
  );
  figures.atMost(
    "the same with eight gateways, relative to one",
    eight.bytesPerDocument / one.bytesPerDocument,
    1.1,
    "×",
  );
});
