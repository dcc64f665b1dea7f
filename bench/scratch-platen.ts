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
import type { BenchContext } from "./bench-context.ts";
import type { OnCleanup } from "./cleanup.ts";

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
    worker: number | undefined;
  };
  /** Starts one more gateway, like the first. */
  startGateway(): Promise<{ pid: number; url: string }>;
  /** Starts another program of the benchmark in the same environment. */
  startBeside(
    describe: (place: {
      folder: string;
      environment: Record<string, string>;
    }) => ManagedProcess | Promise<ManagedProcess>,
  ): Promise<number>;
};

export type ScratchOptions = {
  /** Starts a worker with this browser as well. */
  chromiumPath?: string;
  /** Whether PostgreSQL and Redis write to disk as in a real installation. */
  durable?: boolean;
  /** The services write a profile of their processor time to this folder when they end. */
  profileFolder?: string | undefined;
};

const run = promisify(execFile);
const password = "scratch";
const longestDeadlineMs = 60_000;

/** Starts a gateway, a catalog and perhaps a worker on an empty database and an empty Redis, and removes all at the end. */
export async function startScratchPlaten(
  { rootFolder, environment, say }: BenchContext,
  onCleanup: OnCleanup,
  { chromiumPath, durable = false, profileFolder }: ScratchOptions = {},
): Promise<ScratchPlaten> {
  const folder = await createTemporaryFolder("platen-bench-");
  onCleanup(() => rm(folder, { recursive: true, force: true }));
  const start = async (managed: ManagedProcess) => {
    const { pid } = await startManagedProcess(managed, { onStarted: (program) => onCleanup(() => program.stop()) });
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
    throw new Error("Redis is not installed. Install redis-server, or run `npm test`, which tries to install it.");
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
    // Where documents are made, the cost of an installation's logs is part of the measurement.
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
      },
      catalog: profiled("catalog"),
      worker: profiled("worker"),
    },
  });
  const started = new Map<ServiceName, number>();
  // One after the other: they would not start sooner at once.
  for (const service of services) started.set(service.service, await start(service));
  const pids = {
    gateway: started.get("gateway") ?? 0,
    catalog: started.get("catalog") ?? 0,
    postgres: postgresPid,
    redis: redisPid,
    worker: started.get("worker"),
  };
  const described = (name: ServiceName): ServiceProcess => {
    const part = services.find(({ service }) => service === name);
    if (part === undefined) throw new Error(`This Platen was started without a ${name}.`);
    return part;
  };
  let gateways = 1;
  return {
    databaseUrl,
    redisUrl: redis.url,
    gatewayUrl: `http://127.0.0.1:${gatewayPort}`,
    catalogUrl: `http://127.0.0.1:${described("catalog").env["PORT"]}`,
    keys,
    pids,
    async startGateway() {
      const { MANAGEMENT_PORT: _managementPort, ...env } = described("gateway").env;
      const port = String(await freePort());
      const name = `gateway-${++gateways}`;
      const pid = await start(await describeService(own, "gateway", name, { ...env, PORT: port }));
      return { pid, url: `http://127.0.0.1:${port}` };
    },
    startBeside: async (describe) => start(await describe({ folder, environment: own.environment })),
  };
}
