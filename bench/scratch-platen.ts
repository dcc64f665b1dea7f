import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import {
  createServiceTokenKeys,
  createTemporaryFolder,
  describePlaten,
  describeService,
  ensureDatabase,
  findOrInstallPrograms,
  freePort,
  inheritedEnvironment,
  preparePostgres,
  prepareRedis,
  startManagedProcess,
  type ManagedProcess,
  type ServiceName,
  type ServiceProcess,
  type ServiceTokenKeys,
} from "@platen/provisioning";
import type { Surroundings } from "./benchmark.ts";
import type { AtEnd } from "./ending.ts";

export type ScratchPlaten = {
  databaseUrl: string;
  redisUrl: string;
  gatewayUrl: string;
  catalogUrl: string;
  keys: ServiceTokenKeys;
  pids: {
    gateway: number;
    catalog: number;
    postgres: number;
    redis: number;
    /** The first worker. */
    worker: number | undefined;
    workers: number[];
  };
  /** Starts one more of what runs already, with variables over those of the first. */
  startAnother(
    service: "gateway" | "worker",
    variables?: Record<string, string>,
  ): Promise<{ pid: number; url: string }>;
  /** Starts a program of the benchmark's own beside them, in their environment. */
  startBeside(
    describe: (surroundings: {
      folder: string;
      environment: Record<string, string>;
    }) => ManagedProcess | Promise<ManagedProcess>,
  ): Promise<number>;
};

export type ScratchOptions = {
  /** Starts a worker too, with this browser. */
  chromiumPath?: string;
  /** Whether the database and Redis keep what they are told as those of a real installation do. */
  durable?: boolean;
  /** The services leave a profile of their processor time in this folder when they end. */
  profileFolder?: string | undefined;
  /** Variables for all processes of a service. */
  variables?: Partial<Record<ServiceName, Record<string, string>>>;
};

const run = promisify(execFile);
const password = "scratch";
const longestDeadlineMs = 60_000;

/** Starts a gateway and a catalog, and a worker if asked, on an empty database and an empty Redis, all thrown away at the end. */
export async function startScratchPlaten(
  { rootFolder, environment, say }: Surroundings,
  atEnd: AtEnd,
  { chromiumPath, durable = false, profileFolder, variables = {} }: ScratchOptions = {},
): Promise<ScratchPlaten> {
  const folder = await createTemporaryFolder("platen-bench-");
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const start = async (managed: ManagedProcess) => {
    const { pid } = await startManagedProcess(managed, { onStarted: (program) => atEnd(() => program.stop()) });
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
  if (programs.redis === undefined)
    throw new Error("Redis is not installed: install redis-server, or run `npm test`, which does where it can");
  const options = { stateFolder: folder, password, durable };
  const postgres = await preparePostgres({
    ...options,
    installations: programs.postgres,
    logFile: join(folder, "postgres.log"),
  });
  const redis = await prepareRedis({ ...options, installation: programs.redis, logFile: join(folder, "redis.log") });
  const [postgresPid, redisPid] = await Promise.all([start(postgres.server), start(redis.server)]);

  const keys = createServiceTokenKeys();
  const databaseUrl = await ensureDatabase(postgres.url, "platen");
  await run(process.execPath, [join(rootFolder, "services/catalog/src/migrate.ts")], {
    env: { ...inheritedEnvironment(environment), DATABASE_URL: databaseUrl },
    timeout: 60_000,
  });
  const gatewayPort = await freePort();
  const profiled = (service: string) =>
    profileFolder === undefined
      ? {}
      : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profileFolder} --cpu-prof-name=${service}.cpuprofile` };
  const own = {
    rootFolder,
    logFolder: folder,
    // Logging as an installation does is part of what is measured, where documents are made.
    environment: { ...inheritedEnvironment(environment), ...(!durable && { LOG_LEVEL: "error" }) },
  };
  const services = await describePlaten({
    ...own,
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
        ...variables.gateway,
      },
      catalog: { ...profiled("catalog"), ...variables.catalog },
      worker: { ...profiled("worker"), ...variables.worker },
    },
  });
  const started = new Map<ServiceName, number>();
  // One after the other: at once, they would start no sooner.
  for (const service of services) started.set(service.service, await start(service));
  const worker = started.get("worker");
  const pids = {
    gateway: started.get("gateway") ?? 0,
    catalog: started.get("catalog") ?? 0,
    postgres: postgresPid,
    redis: redisPid,
    worker,
    workers: worker === undefined ? [] : [worker],
  };
  const described = (name: ServiceName): ServiceProcess => {
    const part = services.find(({ service }) => service === name);
    if (part === undefined) throw new Error(`this Platen was started without a ${name}`);
    return part;
  };
  let others = 1;
  return {
    databaseUrl,
    redisUrl: redis.url,
    gatewayUrl: `http://127.0.0.1:${gatewayPort}`,
    catalogUrl: `http://127.0.0.1:${described("catalog").env["PORT"]}`,
    keys,
    pids,
    async startAnother(service, extra = {}) {
      const { MANAGEMENT_PORT: _managementPort, PORT: port, ...env } = described(service).env;
      const ownPort: Record<string, string> = port === undefined ? {} : { PORT: String(await freePort()) };
      const part = await describeService(own, service, `${service}-${++others}`, { ...env, ...ownPort, ...extra });
      const pid = await start(part);
      if (service === "worker") pids.workers.push(pid);
      return { pid, url: `http://127.0.0.1:${part.env["PORT"]}` };
    },
    startBeside: async (describe) => start(await describe({ folder, environment: own.environment })),
  };
}
