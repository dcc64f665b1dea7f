import { mkdtemp, mkdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
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
  startPart,
  waitFor,
  withConnection,
} from "./index.ts";
import type { Part, RunningProgram } from "./index.ts";

// mkdtemp makes the folder with mode 700: when the tests run as root, as in a container, nobody else can enter it.
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

async function runBriefly(part: Part, task: () => Promise<void>): Promise<void> {
  const running = await startPart(part);
  const identity = processIdentity(running.pid) ?? "";
  try {
    await task();
  } finally {
    await running.stop();
  }
  expect(isAlive(running.pid, identity)).toBe(false);
}

describe("a private PostgreSQL from a folder that only its owner may enter", () => {
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
    await runBriefly(first.part, async () => {
      const url = await ensureDatabase(first.url, "platen");
      await withConnection(url, (connection) =>
        connection.query("CREATE TABLE kept (); INSERT INTO kept DEFAULT VALUES"),
      );
    });
    const second = await prepare();
    await runBriefly(second.part, async () => {
      const url = await ensureDatabase(second.url, "platen");
      const { rowCount } = await withConnection(url, (connection) => connection.query("SELECT * FROM kept"));
      expect(rowCount).toBe(1);
    });
  });

  test("is usable again after it was killed", async () => {
    const { part, url } = await prepare();
    const running = await startPart(part);
    running.kill("SIGKILL");
    await running.exited;
    // Its children notice a moment later that they are alone, and until then it may not be started.
    const again = await waitFor<RunningProgram>(() => startPart(part), {
      timeoutMs: 15_000,
      describe: "another start",
    });
    await expect(postgresAnswers(url)).resolves.toBe(true);
    await again.stop();
  });

  test("lets nobody in without the password", async () => {
    const { part, url } = await prepare();
    await runBriefly(part, async () => {
      const other = new URL(url);
      other.password = "guess";
      await expect(postgresAnswers(other.href)).rejects.toThrow(/password authentication failed/);
    });
  });

  test("refuses data of another version, and says which is needed", async () => {
    const installations = [{ binFolder: "/nowhere", version: "99.1" }];
    const options = { installations, stateFolder, logFile: join(home, "p.log"), password: "x", durable: true };
    await expect(preparePostgres(options)).rejects.toThrow(/made by PostgreSQL \d+, and this machine has 99\.1/);
  });
});

describe("a private Redis from a folder that only its owner may enter", () => {
  const prepare = async (durable: boolean) => {
    const { redis } = await findPrograms({ PATH: "/usr/bin:/bin" }, "/nowhere");
    if (redis === undefined) throw new Error("Redis is not installed");
    const logFile = join(home, "redis.log");
    return prepareRedis({ installation: redis, stateFolder, logFile, password: "secret", durable });
  };

  test("keeps its data from one start to the next, and evicts nothing", async () => {
    const first = await prepare(true);
    await runBriefly(first.part, async () => {
      const redis = new Redis(first.url);
      await redis.set("kept", "yes");
      expect(await redis.config("GET", "maxmemory-policy")).toEqual(["maxmemory-policy", "noeviction"]);
      await redis.quit();
    });
    const second = await prepare(true);
    await runBriefly(second.part, async () => {
      const redis = new Redis(second.url);
      expect(await redis.get("kept")).toBe("yes");
      await redis.quit();
    });
  });

  test("lets nobody in without the password", async () => {
    const { part, url } = await prepare(true);
    await runBriefly(part, async () => {
      const redis = new Redis(url.replace("secret", "guess"), { retryStrategy: () => null, lazyConnect: true });
      redis.on("error", () => undefined);
      await expect(redis.ping()).rejects.toThrow();
      redis.disconnect();
    });
  });
});

test("a part that ends instead of starting says so, with its last log lines", async () => {
  const part: Part = {
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
  await expect(startPart(part)).rejects.toMatchObject({
    message: expect.stringMatching(/loser did not start.*\n +no such luck/),
    cause: new Error("loser ended with code 3"),
  });
});
