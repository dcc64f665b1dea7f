import { execFile } from "node:child_process";
import { chmod, chown, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { Redis } from "ioredis";
import { findOnPath } from "./find-program.ts";
import { freePort } from "./free-port.ts";
import { redisUrlOf, redisUserNames, redisUserRules, type RedisUserName } from "./redis-users.ts";
import { refuseForeignFiles } from "./refuse-foreign-files.ts";
import { unprivilegedUser } from "./unprivileged-user.ts";
import type { Environment } from "./find-program.ts";
import type { ManagedProcess } from "./managed-process.ts";

const run = promisify(execFile);

/** The Redis server program of this machine; `version` is like "7.0.15". */
export type RedisInstallation = { server: string; version: string };

/** Finds the Redis (or compatible Valkey) server program of this machine. */
export async function findRedis(environment: Environment): Promise<RedisInstallation | undefined> {
  const server = await findOnPath(["redis-server", "valkey-server"], environment);
  if (server === undefined) return undefined;
  const { stdout } = await run(server, ["--version"], { timeout: 10_000 });
  return { server, version: /v=(\S+)/.exec(stdout)?.[1] ?? "of unknown version" };
}

/**
 * The settings of Redis besides users and memory, as its command line takes them. Without snapshots, because a snapshot
 * that fails for want of space stops all writes, and the log alone survives a crash. The log is rewritten when it is large
 * rather than at each doubling of a small one, which would be every few seconds under load.
 */
export const redisSettings = [
  "maxmemory-policy noeviction",
  "appendfsync everysec",
  'save ""',
  "auto-aof-rewrite-min-size 512mb",
] as const;

export type RedisOptions = {
  installation: RedisInstallation;
  /** Data and configuration are in the folder `redis` in here. */
  stateFolder: string;
  logFile: string;
  /** The password of the operator, who may do everything. */
  password: string;
  userPasswords: Record<RedisUserName, string>;
  /** Whether the server keeps a log on disk. */
  durable: boolean;
  /** More lines of its configuration. */
  settings?: readonly string[] | undefined;
};

export type PreparedRedis = {
  server: ManagedProcess;
  /** For the operator. */
  url: string;
  userUrls: Record<RedisUserName, string>;
};

/** Prepares a Redis server on a free loopback port, with a user for each service. */
export async function prepareRedis(options: RedisOptions): Promise<PreparedRedis> {
  const { installation, stateFolder, password, userPasswords, durable } = options;
  const rules = redisUserRules();
  const user = unprivilegedUser();
  const folder = join(stateFolder, "redis");
  const port = await freePort();
  const url = `redis://:${encodeURIComponent(password)}@127.0.0.1:${port}`;

  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o700);
  // The password is in a file, because every user of the machine can read a command line.
  const configuration = join(folder, "redis.conf");
  const settings = [
    "bind 127.0.0.1",
    `port ${port}`,
    `requirepass ${password}`,
    ...redisUserNames.map((name) => `user ${name} on >${userPasswords[name]} ${rules[name].join(" ")}`),
    `dir "${folder}"`,
    ...redisSettings,
    `appendonly ${durable ? "yes" : "no"}`,
    `databases ${durable ? 16 : 1024}`,
    ...(options.settings ?? []),
  ];
  await writeFile(configuration, `${settings.join("\n")}\n`, { mode: 0o600 });
  if (user) {
    await chown(folder, user.uid, user.gid);
    await chown(configuration, user.uid, user.gid);
  }
  await refuseForeignFiles(user, folder);

  const server: ManagedProcess = {
    name: "redis",
    command: installation.server,
    args: [configuration],
    env: { PATH: "/usr/bin:/bin" },
    cwd: folder,
    user,
    logFile: options.logFile,
    stopSignal: durable ? "SIGTERM" : "SIGKILL",
    stopTimeoutMs: 10_000,
    isReady: () => redisAnswers(url),
  };
  const urlOf = (name: RedisUserName) => redisUrlOf(url, name, userPasswords[name]);
  return { server, url, userUrls: { gateway: urlOf("gateway"), worker: urlOf("worker"), courier: urlOf("courier") } };
}

/** Resolves to true if the server at `url` accepts a connection and answers. Otherwise throws the reason. */
export async function redisAnswers(url: string): Promise<boolean> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 5_000,
    commandTimeout: 5_000,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
  });
  // ioredis rejects connect() with "Connection is closed" and reports the reason as an event.
  let reason: unknown;
  redis.on("error", (error) => (reason = error));
  try {
    await redis.connect();
    return (await redis.ping()) === "PONG";
  } catch (error) {
    throw reason ?? error;
  } finally {
    redis.disconnect();
  }
}
