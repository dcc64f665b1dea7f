import { rm } from "node:fs/promises";
import { join } from "node:path";
import { startManagedProcess } from "./managed-process.ts";
import { findPostgres, preparePostgres } from "./postgres.ts";
import { descendantsOf } from "./process-tree.ts";
import { findRedis, prepareRedis } from "./redis.ts";
import { createTemporaryFolder } from "./state-folder.ts";
import type { Environment } from "./find-program.ts";
import type { ManagedProcess } from "./managed-process.ts";
import type { RunningProgram } from "./run-program.ts";

/** A server with an empty temporary data folder, for a test or a test run. It may crash, hang and come back. */
export type OwnServer = {
  url: string;
  /** The id of its process, which a start changes. */
  pid(): number;
  /** Ends it in good order. Resolves when it is gone. */
  shutDown(): Promise<void>;
  /** Ends it as a crash does. Resolves when it is gone. */
  crash(): Promise<void>;
  /** Suspends it: its connections stay open, and it answers nothing. */
  freeze(): Promise<void>;
  thaw(): void;
  /** Starts it again at the same address. Resolves when it answers. */
  start(): Promise<void>;
  /** Ends it for good and removes its data. */
  stop(): Promise<void>;
};

export type OwnServerOptions = {
  /** Its `PATH` says where the server's program is. */
  environment: Environment;
  /** Whether data survives a crash, as in production. Otherwise the server is faster. */
  durable: boolean;
  /** More settings: lines of `redis.conf`, or `name=value` of PostgreSQL. */
  settings?: readonly string[] | undefined;
  /** Where the server's data gets a folder of its own. By default that is a temporary folder, which `stop` removes. */
  parentFolder?: string;
  /** Called after each start, so that the caller can end the process if it cannot call `stop`. */
  onStarted?: (running: RunningProgram) => Promise<void>;
};

const password = "platen";

/** Starts a Redis server. A durable one keeps an append-only log. The services' users have the password of its URL. */
export function startRedis(options: OwnServerOptions): Promise<OwnServer> {
  return startOwn(options, async (folder) => {
    const installation = await findRedis(options.environment);
    if (installation === undefined) throw new Error(notInstalled("Redis"));
    const logFile = join(folder, "redis.log");
    const userPasswords = { gateway: password, worker: password, courier: password };
    return prepareRedis({
      installation,
      stateFolder: folder,
      logFile,
      password,
      userPasswords,
      durable: options.durable,
      settings: options.settings,
    });
  });
}

/** Starts a PostgreSQL server: an empty one, or a standby that follows the server at `standbyOf`. */
export function startPostgres(options: OwnServerOptions & { standbyOf?: string | undefined }): Promise<OwnServer> {
  return startOwn(options, async (folder) => {
    const installations = await findPostgres(options.environment);
    if (installations.length === 0) throw new Error(notInstalled("PostgreSQL"));
    const logFile = join(folder, "postgres.log");
    const { durable, settings, standbyOf } = options;
    return preparePostgres({ installations, stateFolder: folder, logFile, password, durable, settings, standbyOf });
  });
}

function notInstalled(program: string): string {
  return `${program} is not installed on this machine. Run \`npm test\`, which installs it where it can.`;
}

async function startOwn(
  { onStarted, parentFolder }: OwnServerOptions,
  prepare: (folder: string) => Promise<{ server: ManagedProcess; url: string }>,
): Promise<OwnServer> {
  const folder = await createTemporaryFolder("platen-server-", parentFolder === undefined ? undefined : [parentFolder]);
  const { server, url } = await prepare(folder);
  const begin = async () => {
    const running = await startManagedProcess(server);
    await onStarted?.(running);
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
    pid: () => running.pid,
    async shutDown() {
      await running.stop();
    },
    async crash() {
      running.kill("SIGKILL");
      await running.exited;
    },
    async freeze() {
      // PostgreSQL gives each connection a process and a process group, so a signal to the group does not reach them.
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
    // The process has ended.
  }
}
