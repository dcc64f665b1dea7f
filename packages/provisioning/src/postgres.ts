import { execFile } from "node:child_process";
import { chmod, chown, mkdir, readFile, realpath, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import { findByPattern, findOnPath } from "./find-program.ts";
import { freePort } from "./free-port.ts";
import { unprivilegedUser } from "./unprivileged-user.ts";
import type { Environment } from "./find-program.ts";
import type { Part } from "./part.ts";
import type { UserIds } from "./unprivileged-user.ts";

const run = promisify(execFile);

/** A PostgreSQL server's programs on this machine; `version` is like "15.14". */
export type PostgresInstallation = { binFolder: string; version: string };

/** The PostgreSQL installations of this machine, the preferred one first. Distributions keep them off the search path. */
export async function findPostgres(environment: Environment): Promise<PostgresInstallation[]> {
  const onPath = await findOnPath(["postgres"], environment);
  const servers = await findByPattern([
    "/usr/lib/postgresql/*/bin/postgres",
    "/usr/pgsql-*/bin/postgres",
    "/opt/homebrew/opt/postgresql@*/bin/postgres",
    "/usr/local/opt/postgresql@*/bin/postgres",
    "/Applications/Postgres.app/Contents/Versions/*/bin/postgres",
  ]);
  const installations: PostgresInstallation[] = [];
  // On the search path it is often a link into one of the other places, and its own folder is the one with the rest.
  for (const server of new Set(onPath === undefined ? servers : [await realpath(onPath), ...servers])) {
    const version = await versionOf(server);
    if (version !== undefined) installations.push({ binFolder: dirname(server), version });
  }
  return installations;
}

async function versionOf(server: string): Promise<string | undefined> {
  const { stdout } = await run(server, ["--version"], { timeout: 10_000 }).catch(() => ({ stdout: "" }));
  return /(\d+(?:\.\d+)?)/.exec(stdout)?.[1];
}

export type PostgresOptions = {
  installations: PostgresInstallation[];
  /** The cluster lives in a folder `postgres` in here. */
  stateFolder: string;
  logFile: string;
  password: string;
  /** False for data that is thrown away: faster, and lost in a crash. */
  durable: boolean;
};

/** A private PostgreSQL server on a free loopback port, its cluster made if there is none. `url` names its database `postgres`. */
export async function preparePostgres(
  options: PostgresOptions,
): Promise<{ part: Part; url: string; installation: PostgresInstallation }> {
  const { stateFolder, password, durable } = options;
  const user = unprivilegedUser();
  const cluster = join(stateFolder, "postgres");
  const existingMajor = (await readFile(join(cluster, "PG_VERSION"), "utf8").catch(() => undefined))?.trim();
  const installation = options.installations.find(
    ({ version }) => existingMajor === undefined || version.split(".")[0] === existingMajor,
  );
  if (installation === undefined) {
    const found = options.installations.map(({ version }) => version).join(", ");
    throw new Error(
      `${cluster} was made by PostgreSQL ${existingMajor}, and this machine has ${found}: install PostgreSQL ${existingMajor}, or move the folder away to begin with an empty database`,
    );
  }
  if (existingMajor === undefined) await initialise(installation, cluster, password, user);

  const port = await freePort();
  const url = `postgres://platen:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
  const settings = {
    listen_addresses: "127.0.0.1",
    port: String(port),
    // The default folder for the socket need not be writable for us, and nobody uses it.
    unix_socket_directories: "",
    max_connections: "300",
    log_timezone: "UTC",
    timezone: "UTC",
    ...(durable ? {} : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
  };
  const part: Part = {
    name: "postgres",
    command: join(installation.binFolder, "postgres"),
    args: ["-D", cluster, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
    env: { PATH: "/usr/bin:/bin" },
    cwd: cluster,
    user,
    logFile: options.logFile,
    // "Fast" shutdown closes the connections first, "immediate" drops everything as it is.
    stopSignal: durable ? "SIGINT" : "SIGQUIT",
    stopTimeoutMs: 20_000,
    isReady: () => postgresAnswers(url),
  };
  return { part, url, installation };
}

async function initialise(
  installation: PostgresInstallation,
  cluster: string,
  password: string,
  user: UserIds | undefined,
): Promise<void> {
  // Made beside its place and moved there when complete, so that an interrupted attempt leaves nothing half-made.
  const draft = `${cluster}-unfinished`;
  const passwordFile = `${cluster}-password`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  await chmod(draft, 0o700);
  if (user) {
    await chown(draft, user.uid, user.gid);
    await chown(passwordFile, user.uid, user.gid);
  }
  const locale = process.platform === "linux" ? "C.UTF-8" : "en_US.UTF-8";
  try {
    await run(
      join(installation.binFolder, "initdb"),
      // Syncing is left to the first checkpoint.
      [
        "-D",
        draft,
        "-U",
        "platen",
        "-A",
        "scram-sha-256",
        "--pwfile",
        passwordFile,
        "-E",
        "UTF8",
        `--locale=${locale}`,
        "--no-sync",
      ],
      { cwd: draft, env: { PATH: "/usr/bin:/bin" }, timeout: 120_000, ...user },
    );
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(draft, cluster);
}

/** Whether the server at `url` lets us in and answers; throws the reason if not. */
export async function postgresAnswers(url: string): Promise<boolean> {
  return withConnection(url, async (connection) => {
    await connection.query("SELECT 1");
    return true;
  });
}

/** Makes the database if it is missing, and returns `url` with its name in place. */
export async function ensureDatabase(url: string, name: string): Promise<string> {
  await withConnection(url, async (connection) => {
    const { rowCount } = await connection.query("SELECT 1 FROM pg_database WHERE datname = $1", [name]);
    if (rowCount === 0) await connection.query(`CREATE DATABASE ${connection.escapeIdentifier(name)}`);
  });
  return withDatabaseName(url, name);
}

/** The URL of another database of the same server. */
export function withDatabaseName(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

/** Runs `task` with a connection that is closed afterwards. */
export async function withConnection<T>(url: string, task: (connection: Client) => Promise<T>): Promise<T> {
  const connection = new Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 60_000 });
  // The server may go away while nobody waits for an answer; the next query then says so.
  connection.on("error", () => undefined);
  await connection.connect();
  try {
    return await task(connection);
  } finally {
    await connection.end();
  }
}
