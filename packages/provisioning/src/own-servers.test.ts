import { mkdtemp, mkdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { Redis } from "ioredis";
import {
  findPrograms,
  isAlive,
  openStateFolder,
  postgresAnswers,
  preparePostgres,
  processIdentity,
  startManagedProcess,
  startRedis,
} from "./index.ts";
import type { ManagedProcess } from "./index.ts";

const environment = { PATH: "/usr/bin:/bin" };

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
  test("refuses a wrong password", async () => {
    const { postgres } = await findPrograms(environment, "/nowhere");
    const logFile = join(home, "postgres.log");
    const options = { installations: postgres, stateFolder, logFile, password: "a'b@c/d", durable: true };
    const { server, url } = await preparePostgres(options);
    await runBriefly(server, async () => {
      await expect(postgresAnswers(url)).resolves.toBe(true);
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

test("a Redis server refuses a wrong password, evicts nothing, and comes back from a crash with its data", async () => {
  const server = await startRedis({ environment, durable: true });
  const connect = (url: string) => {
    const redis = new Redis(url, { lazyConnect: true, commandTimeout: 5_000, retryStrategy: () => null });
    redis.on("error", () => undefined);
    return redis;
  };
  try {
    const stranger = new URL(server.url);
    stranger.password = "guess";
    await expect(connect(stranger.href).ping()).rejects.toThrow();

    const redis = connect(server.url);
    expect(await redis.config("GET", "maxmemory-policy")).toEqual(["maxmemory-policy", "noeviction"]);
    await redis.set("kept", "yes");
    const before = server.pid();
    await server.crash();
    await expect(connect(server.url).get("kept")).rejects.toThrow();
    await server.start();
    const again = connect(server.url);
    expect(await again.get("kept")).toBe("yes");
    expect(server.pid()).not.toBe(before);
    again.disconnect();
  } finally {
    await server.stop();
  }
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
