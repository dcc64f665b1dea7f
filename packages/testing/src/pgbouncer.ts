/* oxlint-disable node/no-process-env -- the search path says where the program is. */
import { chmod, mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findOnPath, freePort, postgresAnswers } from "@platen/provisioning";
import { onlyIf } from "./only-if.ts";
import { testFolder, testPostgres } from "./reaper.ts";
import { startProgram } from "./run-service.ts";

// Debian keeps it off the search path of users.
const program = await findOnPath(["pgbouncer"], { PATH: `${process.env["PATH"]}:/usr/sbin` });

export const hasPgBouncer = program !== undefined;

/** For tests that need PgBouncer: `apt-get install pgbouncer` or `brew install pgbouncer`. */
export const withPgBouncer = onlyIf(hasPgBouncer);

export type PgBouncer = {
  /** The URL of a database of the test run's server, through PgBouncer. */
  inFrontOf(url: string): string;
  /** Ends it as a crash does, and starts it again at the same address. */
  restart(): Promise<void>;
  stop(): Promise<unknown>;
};

/** Starts PgBouncer in front of the test run's PostgreSQL. In transaction mode it has three connections to a database. */
export async function startPgBouncer(poolMode: "session" | "transaction"): Promise<PgBouncer> {
  const server = new URL(await testPostgres());
  const port = await freePort();
  const folder = await mkdtemp(join(testFolder(), "pgbouncer-"));
  await chmod(folder, 0o711);
  const configuration = join(folder, "pgbouncer.ini");
  const login = `user=${server.username} password=${server.password}`;
  const settings = [
    "[databases]",
    `* = host=${server.hostname} port=${server.port} ${login}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "auth_type = any",
    `pool_mode = ${poolMode}`,
    `default_pool_size = ${poolMode === "session" ? 20 : 3}`,
    // Tests count what they leave open.
    "server_idle_timeout = 1",
  ];
  await writeFile(configuration, `${settings.join("\n")}\n`);
  const inFrontOf = (url: string) => Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href;
  const described = {
    name: "pgbouncer",
    command: program ?? "pgbouncer",
    // It does not run as root.
    args: [...(process.getuid?.() === 0 ? ["--user", "nobody"] : []), configuration],
    env: { PATH: "/usr/bin:/bin", LD_LIBRARY_PATH: process.env["LD_LIBRARY_PATH"] ?? "" },
    cwd: folder,
    logFile: join(folder, "pgbouncer.log"),
    stopSignal: "SIGTERM" as const,
    stopTimeoutMs: 5_000,
    isReady: () => postgresAnswers(inFrontOf(server.href)),
  };
  let running = await startProgram(described);
  return {
    inFrontOf,
    async restart() {
      running.kill("SIGKILL");
      await running.exited;
      running = await startProgram(described);
    },
    stop: () => running.stop(),
  };
}
