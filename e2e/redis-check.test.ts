import { generateKeyPairSync } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { runService, startOwnRedis, testChromiumPath, testFolder, waitFor, type RunningService } from "@platen/testing";
import { Redis } from "ioredis";

let server: Awaited<ReturnType<typeof startOwnRedis>>;
let redis: Redis;
let workFolder: string;
const services: RunningService[] = [];

beforeAll(async () => {
  server = await startOwnRedis();
  redis = new Redis(server.url);
  await redis.config("SET", "appendonly", "yes");
  const keys = generateKeyPairSync("ec", {
    namedCurve: "P-256",
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  workFolder = await mkdtemp(join(testFolder(), "work-"));
  await chmod(workFolder, 0o711);
  const variables = { CATALOG_URL: "http://127.0.0.1:9", REDIS_URL: server.url, REQUIRE_DURABLE_QUEUE: "1" };
  services.push(
    await runService("gateway", { ...variables, SERVICE_TOKEN_PRIVATE_KEY: keys.privateKey }),
    await runService("worker", {
      ...variables,
      SERVICE_TOKEN_PUBLIC_KEY: keys.publicKey,
      CHROMIUM_PATH: await testChromiumPath(),
      WORK_DIR: workFolder,
    }),
  );
}, 180_000);

afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()));
  redis?.disconnect();
  await server?.stop();
  if (workFolder !== undefined) await rm(workFolder, { recursive: true, force: true });
}, 60_000);

async function readiness({ managementUrl }: RunningService): Promise<string> {
  const response = await fetch(`${managementUrl}/readyz`);
  return `${response.status} ${await response.text()}`;
}

test.each([
  ["may throw documents away", "maxmemory-policy", "allkeys-lru", "noeviction"],
  ["keeps no log where one is asked for", "appendonly", "no", "yes"],
])(
  "with a Redis that %s neither gateway nor worker is ready, and both say why",
  async (_what, setting, bad, good) => {
    await redis.config("SET", setting, bad);
    const all = async (holds: (text: string) => boolean) => (await Promise.all(services.map(readiness))).every(holds);
    await waitFor(() => all((text) => text.startsWith("503") && text.includes(setting)), {
      timeoutMs: 20_000,
      describe: "both to refuse",
    });
    await redis.config("SET", setting, good);
    await waitFor(() => all((text) => text.startsWith("200")), {
      timeoutMs: 20_000,
      describe: "both to be ready again",
    });
    expect(services).toHaveLength(2);
  },
  60_000,
);
