import { mkdtemp, mkdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { Redis } from "ioredis";
import {
  ensureDatabase,
  findPrograms,
  isAlive,
  openStateFolder,
  postgresAnswers,
  preparePostgres,
  prepareRedis,
  processIdentity,
  startManagedProcess,
  startRedis,
  waitFor,
  withConnection,
} from "./index.ts";
import type { ManagedProcess, OwnServer, RunningProgram } from "./index.ts";

// mkdtemp gives the folder mode 700: when the tests run as root, as in a container, no other user can enter it.
let home: string;
let stateFolder: string;
let stateParent: string;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "platen-home-"));
  stateParent = await mkdtemp("/var/tmp/platen-state-");
  stateFolder = await openStateFolder(join(home, "clone/.data"), await reachable(stateParent));
});

afterAll(async () => {
  await rm(home, { recursive: true });
  await rm(stateParent, { recursive: true });
});

async function reachable(folder: string): Promise<string> {
  await rm(folder, { recursive: true });
  await mkdir(folder, { mode: 0o711 });
  return folder;
}

async function runBriefly(server: ManagedProcess, task: () => Promise<void>): Promise<void> {
  const running = await startManagedProcess(server);
  const identity = processIdentity(running.pid) ?? "";
  try {
    await task();
  } finally {
    await running.stop();
  }
  expect(isAlive(running.pid, identity)).toBe(false);
}

describe("a PostgreSQL server for a folder that only its owner may enter", () => {
  const prepare = async () => {
    const { postgres } = await findPrograms({ PATH: "/usr/bin:/bin" }, "/nowhere");
    return preparePostgres({
      installations: postgres,
      stateFolder,
      logFile: join(home, "postgres.log"),
      password: "a'b@c/d",
      durable: true,
    });
  };

  test("keeps its data from one start to the next", async () => {
    const first = await prepare();
    await runBriefly(first.server, async () => {
      const url = await ensureDatabase(first.url, "platen");
      await withConnection(url, (connection) =>
        connection.query("CREATE TABLE kept (); INSERT INTO kept DEFAULT VALUES"),
      );
    });
    const second = await prepare();
    await runBriefly(second.server, async () => {
      const url = await ensureDatabase(second.url, "platen");
      const { rowCount } = await withConnection(url, (connection) => connection.query("SELECT * FROM kept"));
      expect(rowCount).toBe(1);
    });
  });

  test("starts again after a SIGKILL", async () => {
    const { server, url } = await prepare();
    const running = await startManagedProcess(server);
    running.kill("SIGKILL");
    await running.exited;
    // Its children end a moment later, and until then PostgreSQL refuses to start.
    const again = await waitFor<RunningProgram>(() => startManagedProcess(server), {
      timeoutMs: 15_000,
      describe: "another start",
    });
    await expect(postgresAnswers(url)).resolves.toBe(true);
    await again.stop();
  });

  test("refuses a wrong password", async () => {
    const { server, url } = await prepare();
    await runBriefly(server, async () => {
      const other = new URL(url);
      other.password = "guess";
      await expect(postgresAnswers(other.href)).rejects.toThrow(/password authentication failed/);
    });
  });

  test("refuses data of another version, and names the version to install", async () => {
    const installations = [{ binFolder: "/nowhere", version: "99.1" }];
    const options = { installations, stateFolder, logFile: join(home, "p.log"), password: "x", durable: true };
    await expect(preparePostgres(options)).rejects.toThrow(/created by PostgreSQL \d+, and this machine has 99\.1/);
  });
});

describe("a Redis server for a folder that only its owner may enter", () => {
  const prepare = async (durable: boolean) => {
    const { redis } = await findPrograms({ PATH: "/usr/bin:/bin" }, "/nowhere");
    if (redis === undefined) throw new Error("Redis is not installed");
    const logFile = join(home, "redis.log");
    return prepareRedis({ installation: redis, stateFolder, logFile, password: "secret", durable });
  };

  test("keeps its data from one start to the next, and evicts nothing", async () => {
    const first = await prepare(true);
    await runBriefly(first.server, async () => {
      const redis = new Redis(first.url);
      await redis.set("kept", "yes");
      expect(await redis.config("GET", "maxmemory-policy")).toEqual(["maxmemory-policy", "noeviction"]);
      await redis.quit();
    });
    const second = await prepare(true);
    await runBriefly(second.server, async () => {
      const redis = new Redis(second.url);
      expect(await redis.get("kept")).toBe("yes");
      await redis.quit();
    });
  });

  test("refuses a wrong password", async () => {
    const { server, url } = await prepare(true);
    await runBriefly(server, async () => {
      const redis = new Redis(url.replace("secret", "guess"), { retryStrategy: () => null, lazyConnect: true });
      redis.on("error", () => undefined);
      await expect(redis.ping()).rejects.toThrow();
      redis.disconnect();
    });
  });
});

describe("an own Redis server", () => {
  const options = { environment: { PATH: "/usr/bin:/bin" }, durable: true };
  const connect = (url: string) => {
    const redis = new Redis(url, { lazyConnect: true, commandTimeout: 300, retryStrategy: () => null });
    redis.on("error", () => undefined);
    return redis;
  };
  const get = async (url: string, key: string) => {
    const redis = connect(url);
    try {
      return await redis.get(key);
    } finally {
      redis.disconnect();
    }
  };

  let server: OwnServer;
  let started: number[];

  beforeEach(async () => {
    started = [];
    server = await startRedis({ ...options, onStarted: async ({ pid }) => void started.push(pid) });
  });

  afterEach(() => server.stop());

  test("comes back from a crash at the same address, with its data", async () => {
    const redis = connect(server.url);
    await redis.set("kept", "yes");
    redis.disconnect();
    await server.crash();
    await expect(get(server.url, "kept")).rejects.toThrow();
    await server.start();
    expect(await get(server.url, "kept")).toBe("yes");
    expect(new Set(started).size).toBe(2);
  });

  test("answers nothing while it is frozen", async () => {
    await server.freeze();
    await expect(get(server.url, "kept")).rejects.toThrow("Command timed out");
    server.thaw();
    await waitFor(async () => (await get(server.url, "kept")) === null, { describe: "an answer" });
  });
});

test("a process that ends before it is ready fails with its last log lines", async () => {
  const server: ManagedProcess = {
    name: "loser",
    command: "/bin/sh",
    args: ["-c", "echo no such luck; exit 3"],
    env: {},
    cwd: "/",
    logFile: join(home, "loser.log"),
    stopSignal: "SIGTERM",
    stopTimeoutMs: 1_000,
    isReady: () => Promise.resolve(false),
  };
  await expect(startManagedProcess(server)).rejects.toMatchObject({
    message: expect.stringMatching(/loser did not start.*\n +no such luck/),
    cause: new Error("loser ended with code 3"),
  });
});
