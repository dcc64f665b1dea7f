import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  createSecretsKey,
  createServiceTokenKeys,
  describePlaten,
  describeService,
  freePort,
  redisUrlOf,
} from "@platen/provisioning";
import { z } from "zod";
import { createCatalogDatabase, migrateCatalog, runCatalog } from "./catalog-database.ts";
import { testChromiumPath } from "./chromium-path.ts";
import { testFolder } from "./reaper.ts";
import { startService, testServiceOptions } from "./run-service.ts";
import { createTestDatabase } from "./test-database.ts";
import { createTestRedisDatabase } from "./test-redis.ts";
import type { RedisUserName, ServiceName, ServiceTokenKeys } from "@platen/provisioning";
import type { RunningService } from "./run-service.ts";
import type { TestDatabase } from "./test-database.ts";

const seeded = z.object({
  apiKey: z.string(),
  account: z.object({ email: z.string(), password: z.string() }),
  projectId: z.string(),
  templates: z.array(
    z.object({ templateId: z.string(), name: z.string(), sampleData: z.record(z.string(), z.unknown()) }),
  ),
});

/** A whole Platen for one test, in processes that it can kill, without an account. */
export type EmptyPlaten = {
  baseUrl: string;
  databaseUrl: string;
  /** For the operator; each service has a user of its own. */
  redisUrl: string;
  keys: ServiceTokenKeys;
  courierKeys: ServiceTokenKeys;
  processes: {
    catalog: RunningService;
    courier: RunningService;
    couriers: RunningService[];
    gateway: RunningService;
    gateways: RunningService[];
    workers: RunningService[];
  };
  /** Starts one more worker and adds it to the processes; `env` goes over the variables of the others. */
  startWorker(env?: Record<string, string>): Promise<RunningService>;
  /** Starts one more gateway, at an address of its own, and adds it to the processes. */
  startGateway(env?: Record<string, string>): Promise<RunningService>;
  /** Starts one more courier and adds it to the processes. */
  startCourier(env?: Record<string, string>): Promise<RunningService>;
  stop(): Promise<void>;
};

/** A whole Platen for one test, seeded with the demo project, in processes that it can kill. */
export type Platen = z.infer<typeof seeded> & EmptyPlaten;

export type StartPlatenOptions = {
  workers?: number;
  /** An empty Redis or PostgreSQL server. By default the servers that all test files share. */
  redisUrl?: string;
  postgresUrl?: string;
  /** The URL that the catalog gets in place of its database's own. */
  databaseUrlOf?: (databaseUrl: string) => string;
  /** Variables for all processes of a service. */
  env?: Partial<Record<ServiceName, Record<string, string>>>;
};

/** Starts catalog, gateway and workers with an empty Redis and a new seeded database, and waits until they are ready. */
export async function startPlaten(options: StartPlatenOptions = {}): Promise<Platen> {
  const { postgresUrl: server } = options;
  const database = await createTestDatabase({ name: "platen-demo", migrate: migrateAndSeed, server });
  const seed = seeded.parse(JSON.parse(await readFile(seedFileOf(database.url), "utf8")));
  return { ...seed, ...(await startServices(database, options)) };
}

/** Starts the same with a database without an account. */
export async function startEmptyPlaten(options: StartPlatenOptions = {}): Promise<EmptyPlaten> {
  return startServices(await createCatalogDatabase({ server: options.postgresUrl }), options);
}

type OpenRedis = { url: string; userUrls: Record<RedisUserName, string>; release(): Promise<void> };

async function openRedis(ownUrl: string | undefined): Promise<OpenRedis> {
  if (ownUrl !== undefined) {
    const userUrls = {
      gateway: redisUrlOf(ownUrl, "gateway"),
      worker: redisUrlOf(ownUrl, "worker"),
      courier: redisUrlOf(ownUrl, "courier"),
    };
    return { url: ownUrl, userUrls, release: () => Promise.resolve() };
  }
  const shared = await createTestRedisDatabase();
  return {
    url: shared.url,
    userUrls: shared.userUrls,
    async release() {
      await shared.redis.flushdb();
      await shared.close();
    },
  };
}

async function startServices(database: TestDatabase, options: StartPlatenOptions): Promise<EmptyPlaten> {
  const { workers: workerCount = 1, env = {} } = options;
  const redis = await openRedis(options.redisUrl);
  const workFolder = await createWorkFolder();
  const filesFolder = `${workFolder}-files`;
  const keys = createServiceTokenKeys();
  const courierKeys = createServiceTokenKeys();
  const gatewayPort = await freePort();
  const serviceOptions = testServiceOptions();
  const services = await describePlaten({
    ...serviceOptions,
    databaseUrl: options.databaseUrlOf?.(database.url) ?? database.url,
    redisUrls: redis.userUrls,
    chromiumPath: await testChromiumPath(),
    workFolder,
    filesFolder,
    keys,
    courierKeys,
    secretsKey: createSecretsKey(),
    egressAllow: "127.0.0.1",
    gatewayPort,
    workers: workerCount,
    overrides: env,
  });

  const started = new Map<ServiceName, RunningService[]>();
  const stopAll = async () => {
    for (const service of ["gateway", "courier", "worker", "catalog"] as const) {
      await Promise.all((started.get(service) ?? []).map((running) => running.stop()));
    }
    await redis.release();
    await database.drop();
    for (const folder of [workFolder, filesFolder]) await rm(folder, { recursive: true, force: true });
  };
  const outcomes = await Promise.allSettled(
    services.map(async (described) => {
      const running = await startService(described);
      started.set(described.service, [...(started.get(described.service) ?? []), running]);
    }),
  );
  const failure = outcomes.find((outcome) => outcome.status === "rejected");
  const [catalog] = started.get("catalog") ?? [];
  const [gateway] = started.get("gateway") ?? [];
  const [courier] = started.get("courier") ?? [];
  if (failure || catalog === undefined || gateway === undefined || courier === undefined) {
    await stopAll();
    throw failure?.reason;
  }

  const workers = started.get("worker") ?? [];
  const gateways = [gateway];
  const couriers = [courier];
  const counts = { gateway: gateways.length, worker: workers.length, courier: couriers.length };
  const startOneMore = async (service: keyof typeof counts, all: RunningService[], extra: Record<string, string>) => {
    const first = services.find((described) => described.service === service);
    if (first === undefined) throw new Error(`this Platen was started without a ${service}`);
    const { MANAGEMENT_PORT: _, PORT: port, ...variables } = first.env;
    const ownPort: Record<string, string> = port === undefined ? {} : { PORT: String(await freePort()) };
    const running = await startService(
      await describeService(serviceOptions, service, `${service}-${(counts[service] += 1)}`, {
        ...variables,
        ...ownPort,
        ...extra,
      }),
    );
    all.push(running);
    started.set(service, all);
    return running;
  };
  return {
    baseUrl: `http://127.0.0.1:${gatewayPort}`,
    databaseUrl: database.url,
    redisUrl: redis.url,
    keys,
    courierKeys,
    processes: { catalog, courier, couriers, gateway, gateways, workers },
    startWorker: (extra = {}) => startOneMore("worker", workers, extra),
    startGateway: (extra = {}) => startOneMore("gateway", gateways, extra),
    startCourier: (extra = {}) => startOneMore("courier", couriers, extra),
    stop: stopAll,
  };
}

async function createWorkFolder(): Promise<string> {
  const parent = join(testFolder(), "work");
  await mkdir(parent, { recursive: true, mode: 0o711 });
  const folder = await mkdtemp(join(parent, "run-"));
  await chmod(folder, 0o711);
  return folder;
}

/** Migrates and seeds once. All copies of the database have the same demo project, so one seed file serves them all. */
async function migrateAndSeed(databaseUrl: string): Promise<void> {
  await migrateCatalog(databaseUrl);
  await writeFile(seedFileOf(databaseUrl), await runCatalog("seed-demo.ts", databaseUrl));
}

function seedFileOf(databaseUrl: string): string {
  return join(testFolder(), `demo-of-${new URL(databaseUrl).port}.json`);
}
