import { afterAll, beforeAll } from "@jest/globals";
import { startOwnRedis, startPlaten, waitFor, type OwnServer, type Platen, type RunningService } from "@platen/testing";
import { Redis } from "ioredis";
import { faultRow } from "../fault-row.ts";

let server: OwnServer;
let redis: Redis;
let platen: Platen;

beforeAll(async () => {
  server = await startOwnRedis();
  redis = new Redis(server.url);
  const durable = { REQUIRE_DURABLE_QUEUE: "1" };
  platen = await startPlaten({ redisUrl: server.url, env: { gateway: durable, worker: durable } });
}, 180_000);

afterAll(async () => {
  await platen?.stop();
  redis?.disconnect();
  await server?.stop();
}, 60_000);

async function readiness({ managementUrl }: RunningService): Promise<string> {
  const response = await fetch(`${managementUrl}/readyz`);
  return `${response.status} ${await response.text()}`;
}

/** What a service says of its readiness once `setting` has the value, as soon as it is as expected. */
async function readinessWith(setting: string, value: string, isExpected: (text: string) => boolean): Promise<string> {
  await redis.config("SET", setting, value);
  const { gateway, workers } = platen.processes;
  const services = [gateway, ...workers];
  let said: string[] = [];
  await waitFor(
    async () => {
      said = await Promise.all(services.map(readiness));
      return said.every(isExpected);
    },
    { timeoutMs: 20_000, describe: `gateway and worker to notice that ${setting} is ${value}` },
  ).catch(() => undefined);
  return said.map((text) => text.slice(0, 3)).join(" and ") + (said.every(isExpected) ? "" : " (not as expected)");
}

const refusesBecauseOf = (setting: string) => (text: string) => text.startsWith("503") && text.includes(setting);
const isReady = (text: string) => text.startsWith("200");

faultRow("R7", "A Redis that may lose documents", { timeoutMs: 120_000 }, async (figures) => {
  for (const { what, setting, bad, good } of [
    { what: "evicting keys when full", setting: "maxmemory-policy", bad: "allkeys-lru", good: "noeviction" },
    { what: "keeping no log where one is asked for", setting: "appendonly", bad: "no", good: "yes" },
  ]) {
    const refused = await readinessWith(setting, bad, refusesBecauseOf(setting));
    figures.exactly(`readiness of gateway and worker with a Redis ${what}, naming the setting`, refused, "503 and 503");
    figures.exactly("and after it is mended", await readinessWith(setting, good, isReady), "200 and 200");
  }
});
