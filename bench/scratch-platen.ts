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
  type RunningProgram,
  type ServiceTokenKeys,
} from "@platen/provisioning";
import type { Surroundings } from "./benchmark.ts";

export type ScratchPlaten = { databaseUrl: string; gatewayUrl: string; catalogUrl: string; keys: ServiceTokenKeys };

const password = "scratch";

/**
 * Runs `work` with a gateway and a catalog of its own, on an empty database and an empty Redis that are thrown away
 * afterwards, also when the benchmark is interrupted. No worker is started.
 */
export async function withScratchPlaten(
  { rootFolder, environment, say }: Surroundings,
  work: (platen: ScratchPlaten) => Promise<void>,
): Promise<void> {
  const folder = await createTemporaryFolder("platen-bench-");
  const running: RunningProgram[] = [];
  const stopAll = async () => {
    for (const program of running.toReversed()) await program.stop();
    await rm(folder, { recursive: true, force: true });
  };
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= stopAll());
  const interrupted = () => void stop().then(() => process.exit(130));
  process.once("SIGINT", interrupted).once("SIGTERM", interrupted);

  const start = async (part: Part) => {
    await startPart(part, { onStarted: (program) => running.push(program) });
  };
  try {
    const programs = await findOrInstallPrograms({
      environment,
      rootFolder,
      stateFolder: folder,
      logFolder: folder,
      needed: ["PostgreSQL", "Redis"],
      say,
    });
    if (programs.redis === undefined) throw new Error("Redis is not installed");
    const options = { stateFolder: folder, password, durable: false };
    const postgres = await preparePostgres({
      ...options,
      installations: programs.postgres,
      logFile: join(folder, "postgres.log"),
    });
    const redis = await prepareRedis({
      ...options,
      installation: programs.redis,
      logFile: join(folder, "redis.log"),
    });
    await Promise.all([start(postgres.part), start(redis.part)]);

    const keys = createServiceTokenKeys();
    const databaseUrl = await ensureDatabase(postgres.url, "platen");
    const gatewayPort = await freePort();
    const services = await describePlaten({
      rootFolder,
      logFolder: folder,
      environment: { ...inheritedEnvironment(environment), LOG_LEVEL: "error" },
      databaseUrl,
      redisUrl: redis.url,
      chromiumPath: "",
      workFolder: folder,
      keys,
      gatewayPort,
      workers: 0,
      overrides: { gateway: { RATE_LIMIT_PER_MINUTE: "10000000" } },
    });
    // The catalog first: it makes the tables.
    for (const service of services) await start(service);
    const catalogPort = services.find(({ service }) => service === "catalog")?.env["PORT"] ?? "";
    await work({
      databaseUrl,
      gatewayUrl: `http://127.0.0.1:${gatewayPort}`,
      catalogUrl: `http://127.0.0.1:${catalogPort}`,
      keys,
    });
  } finally {
    process.off("SIGINT", interrupted).off("SIGTERM", interrupted);
    await stop();
  }
}
