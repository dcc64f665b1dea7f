import { rm } from "node:fs/promises";
import { join } from "node:path";
import {
  createServiceTokenKeys,
  createTemporaryFolder,
  describePlaten,
  ensureDatabase,
  findOrInstallPrograms,
  freePort,
  inheritedEnvironment,
  preparePostgres,
  prepareRedis,
  startPart,
  type Part,
  type ServiceTokenKeys,
} from "@platen/provisioning";
import type { Surroundings } from "./benchmark.ts";
import type { AtEnd } from "./ending.ts";

export type ScratchPlaten = {
  databaseUrl: string;
  gatewayUrl: string;
  catalogUrl: string;
  keys: ServiceTokenKeys;
  pids: { gateway: number; catalog: number; postgres: number; redis: number; worker: number | undefined };
};

export type ScratchOptions = {
  /** Starts a worker too, with this browser. */
  chromiumPath?: string;
  /** Whether the database and Redis keep what they are told as those of a real installation do. */
  durable?: boolean;
  /** The services leave a profile of their processor time in this folder when they end. */
  profileFolder?: string | undefined;
};

const password = "scratch";
const longestDeadlineMs = 60_000;

/** Starts a gateway and a catalog, and a worker if asked, on an empty database and an empty Redis, all thrown away at the end. */
export async function startScratchPlaten(
  { rootFolder, environment, say }: Surroundings,
  atEnd: AtEnd,
  { chromiumPath, durable = false, profileFolder }: ScratchOptions = {},
): Promise<ScratchPlaten> {
  const folder = await createTemporaryFolder("platen-bench-");
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const start = async (part: Part) => {
    const { pid } = await startPart(part, { onStarted: (program) => atEnd(() => program.stop()) });
    return pid;
  };
  const programs = await findOrInstallPrograms({
    environment,
    rootFolder,
    stateFolder: folder,
    logFolder: folder,
    needed: ["PostgreSQL", "Redis"],
    say,
  });
  if (programs.redis === undefined) throw new Error("Redis is not installed");
  const options = { stateFolder: folder, password, durable };
  const postgres = await preparePostgres({
    ...options,
    installations: programs.postgres,
    logFile: join(folder, "postgres.log"),
  });
  const redis = await prepareRedis({ ...options, installation: programs.redis, logFile: join(folder, "redis.log") });
  const [postgresPid, redisPid] = await Promise.all([start(postgres.part), start(redis.part)]);

  const keys = createServiceTokenKeys();
  const databaseUrl = await ensureDatabase(postgres.url, "platen");
  const gatewayPort = await freePort();
  const profiled = (service: string) =>
    profileFolder === undefined
      ? {}
      : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profileFolder} --cpu-prof-name=${service}.cpuprofile` };
  const services = await describePlaten({
    rootFolder,
    logFolder: folder,
    // Logging as an installation does is part of what is measured, where documents are made.
    environment: { ...inheritedEnvironment(environment), ...(chromiumPath === undefined && { LOG_LEVEL: "error" }) },
    databaseUrl,
    redisUrl: redis.url,
    chromiumPath: chromiumPath ?? "",
    workFolder: join(folder, "work"),
    keys,
    gatewayPort,
    workers: chromiumPath === undefined ? 0 : 1,
    overrides: {
      gateway: {
        ...profiled("gateway"),
        RATE_LIMIT_PER_MINUTE: "10000000",
        RENDER_DEADLINE_MS: String(longestDeadlineMs),
      },
      catalog: profiled("catalog"),
      worker: profiled("worker"),
    },
  });
  const pids = { gateway: 0, catalog: 0, worker: undefined, postgres: postgresPid, redis: redisPid };
  // The catalog first: it makes the tables.
  for (const service of services) Object.assign(pids, { [service.service]: await start(service) });
  const catalogPort = services.find(({ service }) => service === "catalog")?.env["PORT"] ?? "";
  return {
    databaseUrl,
    gatewayUrl: `http://127.0.0.1:${gatewayPort}`,
    catalogUrl: `http://127.0.0.1:${catalogPort}`,
    keys,
    pids,
  };
}
