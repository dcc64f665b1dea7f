import { afterAll, beforeAll } from "@jest/globals";
import { startOwnRedis, startPlaten, waitFor, type OwnServer, type Platen, type RunningService } from "@platen/testing";
import { Redis } from "ioredis";
import { faultRow } from "../runner/fault-row.ts";

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

type Settings = { policy: "allkeys-lru" | "noeviction"; log: "yes" | "no" };

/** The readiness of gateway and worker with these settings of Redis, as soon as it is as expected. */
async function readinessWith({ policy, log }: Settings, isExpected: (text: string) => boolean): Promise<string> {
  await redis.config("SET", "maxmemory-policy", policy, "appendonly", log);
  const { gateway, workers } = platen.processes;
  const services = [gateway, ...workers];
  let said: string[] = [];
  await waitFor(
    async () => {
      said = await Promise.all(services.map(readiness));
      return said.every(isExpected);
    },
    { timeoutMs: 20_000, describe: `gateway and worker with ${policy} and appendonly ${log}` },
  ).catch(() => undefined);
  return said.map((text) => text.slice(0, 3)).join(" and ") + (said.every(isExpected) ? "" : " (not as expected)");
}

const refusesBecauseOf = (setting: string) => (text: string) => text.startsWith("503") && text.includes(setting);
const isReady = (text: string) => text.startsWith("200");

faultRow("R7", { timeoutMs: 120_000 }, async (figures) => {
  const evicting = await readinessWith({ policy: "allkeys-lru", log: "yes" }, refusesBecauseOf("maxmemory-policy"));
  const what = "readiness of gateway and worker, with the setting in the reason, if Redis";
  figures.exactly(`${what} evicts keys when full`, evicting, "503 and 503");
  const forgetting = await readinessWith({ policy: "noeviction", log: "no" }, refusesBecauseOf("appendonly"));
  figures.exactly(`${what} keeps no log and REQUIRE_DURABLE_QUEUE=1`, forgetting, "503 and 503");
  const mended = await readinessWith({ policy: "noeviction", log: "yes" }, isReady);
  figures.exactly("readiness after both settings are corrected", mended, "200 and 200");
});
