/* oxlint-disable node/no-process-env -- a command is an entry point, as main.ts is. */
import { existsSync } from "node:fs";
import { chmod, mkdir, rename, stat } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import {
  createFolderOf,
  describePlaten,
  ensureDatabase,
  findOrInstallPrograms,
  firstFreePort,
  inheritedEnvironment,
  isPortFree,
  openStateFolder,
  postgresAnswers,
  preparePostgres,
  prepareRedis,
  redisAnswers,
  serviceUsers,
  stopRecorded,
} from "@platen/provisioning";
import { z } from "zod";
import { buildDashboard } from "./src/build-dashboard.ts";
import { curlForInvoice, isKeyAccepted, migrate, seedDemo } from "./src/demo.ts";
import { readJson, writePrivateJson } from "./src/private-file.ts";
import { loadSecrets } from "./src/secrets.ts";
import { takeStartLock } from "./src/start-lock.ts";
import { createSteps } from "./src/steps.ts";
import { createSupervisor } from "./src/supervisor.ts";
import type { Environment, ProgramRecord, ServiceName, ServiceUsers } from "@platen/provisioning";
import type { Demo } from "./src/demo.ts";

const rootFolder = resolve(import.meta.dirname, "../..");
// Another one lets a second Platen run from the same clone.
const dataFolder = resolve(process.env["PLATEN_DATA_DIR"] ?? join(rootFolder, ".data"));
const logFolder = join(dataFolder, "logs");
const processesFile = join(dataFolder, "processes.json");
const demoFile = join(dataFolder, "demo.json");

// The receiver of docs/webhooks.md. Of all ports of this machine, a key could reach its other services, and tell which run.
const triedReceiver = "127.0.0.1:3000";

const recordsSchema = z.array(
  z.object({ name: z.string(), pid: z.int(), identity: z.string(), stopSignal: z.enum(["SIGTERM", "SIGINT"]) }),
);

await main(process.env).catch((error: unknown) => {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exit(1);
});

async function main(environment: Environment): Promise<void> {
  const startedAt = performance.now();
  const steps = createSteps(process.stdout);
  // The terminal may be closed before we are; stopping goes on without it.
  process.stdout.on("error", () => undefined);

  const stateFolder = await openStateFolder(dataFolder);
  const lock = takeStartLock(join(dataFolder, "start.lock"));
  if ("heldBy" in lock) {
    const running = z.object({ baseUrl: z.string() }).safeParse(readJson(demoFile)).data;
    const where = running === undefined ? "" : `, at ${running.baseUrl}`;
    steps.say(
      `Platen already runs in this folder${where} (process ${lock.heldBy}). Stop that one first: Ctrl-C there, or kill ${lock.heldBy}`,
    );
    process.exit(1);
  }

  const supervisor = createSupervisor({
    say: steps.say,
    onChange: (records) => writePrivateJson(processesFile, records),
  });
  const stopping = new AbortController();
  let pending: Promise<unknown> = Promise.resolve();
  const stop = async (exitCode: number) => {
    if (stopping.signal.aborted) return;
    stopping.abort(new Error("stopping"));
    steps.say("\nStopping ...");
    await pending.catch(() => undefined);
    await supervisor.stopAll();
    lock.release();
    steps.say("Everything is stopped.");
    process.exit(exitCode);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stop(0));
  process.on("disconnect", () => void stop(0));

  const bringUp = async () => {
    await mkdir(logFolder, { recursive: true, mode: 0o700 });
    await keepLogsSmall();
    await stopLeftovers(steps.say);
    const secrets = loadSecrets(join(dataFolder, "secrets.json"));
    const serviceEnvironment = {
      ...inheritedEnvironment(environment),
      NODE_ENV: "production",
      // Saves a good third of the time that a later start takes.
      NODE_COMPILE_CACHE: join(rootFolder, "node_modules/.cache/node"),
    };

    const { DATABASE_URL: givenDatabaseUrl, REDIS_URL: givenRedisUrl } = environment;
    const programs = await steps.run("Programs", async (result) => {
      // An installation that has begun is not broken off.
      const finding = findOrInstallPrograms({
        environment,
        rootFolder,
        stateFolder,
        logFolder,
        needed: [
          ...(givenDatabaseUrl ? [] : ["PostgreSQL" as const]),
          ...(givenRedisUrl ? [] : ["Redis" as const]),
          "Chromium",
        ],
        say: (line) => steps.say(`    ${line}`),
      });
      pending = finding;
      const found = await finding;
      result(`Programs are there; Chromium is ${found.chromiumPath}`);
      return found;
    });

    const databaseUrl = await steps.run("PostgreSQL", async (result) => {
      if (givenDatabaseUrl) {
        await requireAnswer("DATABASE_URL", postgresAnswers(givenDatabaseUrl));
        result("PostgreSQL: the one in DATABASE_URL");
        return givenDatabaseUrl;
      }
      const postgres = await preparePostgres({
        installations: programs.postgres,
        stateFolder,
        logFile: join(logFolder, "postgres.log"),
        password: secrets.postgresPassword,
        durable: true,
      });
      await supervisor.start(postgres.server);
      result(
        `PostgreSQL ${postgres.installation.version}: a private one, data in ${readable(join(stateFolder, "postgres"))}`,
      );
      return ensureDatabase(postgres.url, "platen");
    });

    const redisUrls = await steps.run("Redis", async (result) => {
      if (givenRedisUrl || programs.redis === undefined) {
        if (!givenRedisUrl) throw new Error("no Redis was found");
        await requireAnswer("REDIS_URL", redisAnswers(givenRedisUrl));
        result("Redis: the one in REDIS_URL");
        return { gateway: givenRedisUrl, worker: givenRedisUrl, courier: givenRedisUrl };
      }
      const redis = await prepareRedis({
        installation: programs.redis,
        stateFolder,
        logFile: join(logFolder, "redis.log"),
        password: secrets.redisPassword,
        userPasswords: secrets.redisUserPasswords,
        durable: true,
      });
      await supervisor.start(redis.server);
      result(`Redis ${programs.redis.version}: a private one, data in ${readable(join(stateFolder, "redis"))}`);
      return redis.userUrls;
    });

    const gatewayPort = await chooseGatewayPort(environment["PORT"]);
    const baseUrl = `http://127.0.0.1:${gatewayPort}`;
    const catalogCommands = { rootFolder, environment: serviceEnvironment, databaseUrl, signal: stopping.signal };
    await steps.run("Database tables are up to date", () => migrate(catalogCommands));
    const seeded = await steps.run("Demo project is there", () => seedDemo(catalogCommands, demoFile, baseUrl));

    await steps.run("Dashboard is built", () => buildDashboard(rootFolder));

    await steps.run("Services", async (result) => {
      const workFolder = join(stateFolder, "work");
      await mkdir(workFolder, { recursive: true });
      // Workers make a folder for each browser in here, which may run as another user.
      await chmod(workFolder, 0o711);
      const users = serviceUsers(rootFolder);
      const overrides: Partial<Record<ServiceName, Record<string, string>>> = {};
      for (const name of ["gateway", "catalog", "courier"] as const) {
        const user = users[name];
        if (user === undefined) continue;
        const cache = join(stateFolder, `code-of-${name}`);
        await createFolderOf(user, cache);
        overrides[name] = { NODE_COMPILE_CACHE: cache };
      }
      const filesFolder = join(stateFolder, "files");
      if (users.catalog) await createFolderOf(users.catalog, filesFolder);
      if (process.getuid?.() === 0) sayWhoRuns(users, steps.say);
      const services = await describePlaten({
        rootFolder,
        logFolder,
        environment: serviceEnvironment,
        databaseUrl,
        redisUrls,
        chromiumPath: programs.chromiumPath ?? "",
        workFolder,
        filesFolder,
        keys: secrets.serviceTokenKeys,
        courierKeys: secrets.courierTokenKeys,
        secretsKey: secrets.secretsKey,
        egressAllow: environment["EGRESS_ALLOW"] ?? triedReceiver,
        gatewayPort,
        workers: 2,
        users,
        overrides,
      });
      await Promise.all(services.map((service) => supervisor.start(service)));
      result(`Services are ready: ${services.map(({ name }) => name).join(", ")}`);
    });

    const demo = (await isKeyAccepted(seeded)) ? seeded : await seedDemo(catalogCommands, demoFile, baseUrl, true);
    steps.say(summary(demo, performance.now() - startedAt));
  };

  try {
    await bringUp();
  } catch (error) {
    if (stopping.signal.aborted) return;
    steps.say(`\n${messageOf(error)}`);
    await stop(1);
  }
}

/** Ends what an earlier start began and could not end, because it was killed. */
async function stopLeftovers(say: (line: string) => void): Promise<void> {
  const records: ProgramRecord[] = recordsSchema.safeParse(readJson(processesFile)).data ?? [];
  for (const record of records.toReversed()) {
    if (await stopRecorded(record))
      say(`  ! ended ${record.name} (process ${record.pid}), left behind by an earlier start`);
  }
  writePrivateJson(processesFile, []);
}

async function keepLogsSmall(): Promise<void> {
  for (const name of ["postgres", "redis", "catalog", "gateway", "courier", "worker-1", "worker-2", "install"]) {
    const file = join(logFolder, `${name}.log`);
    if (existsSync(file) && (await stat(file)).size > 20 * 1024 * 1024) await rename(file, `${file}.old`);
  }
}

async function requireAnswer(variable: string, answer: Promise<boolean>): Promise<void> {
  await answer.catch((cause: unknown) => {
    throw new Error(`${variable} is set, but nothing there lets us in: ${messageOf(cause)}`, { cause });
  });
}

async function chooseGatewayPort(given: string | undefined): Promise<number> {
  if (given === undefined || given === "") return firstFreePort(8080);
  const port = Number(given);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`PORT must be a number from 1 to 65535, and is "${given}"`);
  if (!(await isPortFree(port))) throw new Error(`PORT is ${port}, and something else listens there`);
  return port;
}

function summary(demo: Demo, tookMs: number): string {
  return `
Platen is ready, after ${(tookMs / 1000).toFixed(1)} s.

  Address     ${demo.baseUrl}   (reference: ${demo.baseUrl}/docs)
  API key     ${demo.apiKey}
  Dashboard   ${demo.baseUrl}/dashboard
  Login       ${demo.account.email}   ${demo.account.password}
  Logs        ${readable(logFolder)}   (this summary: ${readable(demoFile)})

Paste this for your first document, invoice.pdf:

${curlForInvoice(demo)}

Ctrl-C stops everything.`;
}

function sayWhoRuns({ gateway, catalog, courier }: ServiceUsers, say: (line: string) => void): void {
  if (gateway && catalog && courier) {
    say(
      `    gateway, catalog and courier run as the users ${gateway.uid}, ${catalog.uid} and ${courier.uid}, browsers and the processes that read templates without rights, workers as root`,
    );
    return;
  }
  say(
    `  ! gateway, catalog and courier run as root: other users cannot read ${rootFolder}. Move it out of root's home, or start it as another user`,
  );
}

function readable(path: string): string {
  const short = relative(process.cwd(), path);
  return short.startsWith("..") ? path : short;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
