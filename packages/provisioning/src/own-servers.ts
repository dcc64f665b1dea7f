import { rm } from "node:fs/promises";
import { join } from "node:path";
import {
  createTemporaryFolder,
  findPrograms,
  preparePostgres,
  prepareRedis,
  startPart,
  type Part,
} from "@platen/provisioning";
import { endWithTestRun } from "./keeper.ts";
import { descendantsOf } from "./process-tree.ts";

/** A server of a test's own on this machine, which may crash, hang, and come back with the data it had. */
export type OwnServer = {
  url: string;
  /** Ends it in good order; resolves when it is gone. */
  shutDown(): Promise<void>;
  /** Ends it as a crash does; resolves when it is gone. */
  crash(): Promise<void>;
  /** Has it stand still: its connections stay open and nothing is answered. */
  freeze(): Promise<void>;
  thaw(): void;
  /** Starts it again at the same address; resolves when it answers. */
  start(): Promise<void>;
  /** Ends it for good and removes its data. */
  stop(): Promise<void>;
};

const password = "platen";

/** A Redis that keeps an append-only log, as one in production does. */
export async function startOwnRedis(): Promise<OwnServer> {
  return startOwn(async (folder) => {
    const { redis } = await programs(folder);
    if (redis === undefined) throw new Error("Redis is not installed on this machine");
    const logFile = join(folder, "redis.log");
    return prepareRedis({ installation: redis, stateFolder: folder, logFile, password, durable: true });
  });
}

/** A PostgreSQL whose commits survive a crash. */
export async function startOwnPostgres(): Promise<OwnServer> {
  return startOwn(async (folder) => {
    const { postgres } = await programs(folder);
    const logFile = join(folder, "postgres.log");
    return preparePostgres({ installations: postgres, stateFolder: folder, logFile, password, durable: true });
  });
}

function programs(folder: string): ReturnType<typeof findPrograms> {
  // oxlint-disable-next-line node/no-process-env -- says where programs are, as for the servers all tests share.
  return findPrograms(process.env, join(folder, "chromium"));
}

async function startOwn(prepare: (folder: string) => Promise<{ part: Part; url: string }>): Promise<OwnServer> {
  const folder = await createTemporaryFolder("platen-server-");
  const { part, url } = await prepare(folder);
  const begin = async () => {
    const running = await startPart(part);
    await endWithTestRun(running);
    return running;
  };
  let running = await begin();
  let frozen: number[] = [];

  const thaw = () => {
    for (const pid of frozen) signal(pid, "SIGCONT");
    frozen = [];
  };
  return {
    url,
    async shutDown() {
      await running.stop();
    },
    async crash() {
      running.kill("SIGKILL");
      await running.exited;
    },
    async freeze() {
      // PostgreSQL gives each connection a process and a group of its own.
      frozen = [running.pid, ...(await descendantsOf(running.pid)).map(({ pid }) => pid)];
      for (const pid of frozen) signal(pid, "SIGSTOP");
    },
    thaw,
    async start() {
      running = await begin();
    },
    async stop() {
      thaw();
      await running.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended by itself.
  }
}
