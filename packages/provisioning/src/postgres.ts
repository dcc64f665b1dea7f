import { execFile } from "node:child_process";
import { chmod, chown, mkdir, readFile, realpath, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import { findByPattern, findOnPath } from "./find-program.ts";
import { freePort } from "./free-port.ts";
import { unprivilegedUser } from "./unprivileged-user.ts";
import type { Environment } from "./find-program.ts";
import type { ManagedProcess } from "./managed-process.ts";
import type { UserIds } from "./unprivileged-user.ts";

const run = promisify(execFile);

/** A PostgreSQL server's programs on this machine; `version` is like "15.14". */
export type PostgresInstallation = { binFolder: string; version: string };

/** Finds the PostgreSQL installations of this machine, the preferred one first. Distributions keep them off the search path. */
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
  // The program on the search path is often a link; the folder of its target has the other programs.
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
  /** The cluster is the folder `postgres` in here. */
  stateFolder: string;
  logFile: string;
  password: string;
  /** Whether data survives a crash. Otherwise the server is faster. */
  durable: boolean;
  /** More settings, as `name=value`. */
  settings?: readonly string[] | undefined;
  /** The URL of the server that a new cluster follows. */
  standbyOf?: string | undefined;
};

/** Prepares a PostgreSQL server on a free loopback port, and creates its cluster if it is missing. `url` names its database `postgres`. */
export async function preparePostgres(
  options: PostgresOptions,
): Promise<{ server: ManagedProcess; url: string; installation: PostgresInstallation }> {
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
      `${cluster} was created by PostgreSQL ${existingMajor}, and this machine has ${found}. Install PostgreSQL ${existingMajor}, or move the folder away to start with an empty database.`,
    );
  }
  if (existingMajor === undefined) {
    if (options.standbyOf === undefined) await initialise(installation, cluster, password, user);
    else await copy(installation, cluster, options.standbyOf, user);
  }

  const port = await freePort();
  const url = `postgres://platen:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
  const settings = {
    listen_addresses: "127.0.0.1",
    port: String(port),
    // The default folder of the socket may not be writable, and nothing uses the socket.
    unix_socket_directories: "",
    max_connections: "300",
    log_timezone: "UTC",
    timezone: "UTC",
    ...(durable ? {} : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
  };
  const server: ManagedProcess = {
    name: "postgres",
    command: join(installation.binFolder, "postgres"),
    args: [
      "-D",
      cluster,
      ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
      ...(options.settings ?? []).flatMap((setting) => ["-c", setting]),
    ],
    env: { PATH: "/usr/bin:/bin" },
    cwd: cluster,
    user,
    logFile: options.logFile,
    // SIGINT is the "fast" shutdown, which closes the connections first. SIGQUIT is the "immediate" one.
    stopSignal: durable ? "SIGINT" : "SIGQUIT",
    stopTimeoutMs: 20_000,
    isReady: () => postgresAnswers(url),
  };
  return { server, url, installation };
}

async function initialise(
  installation: PostgresInstallation,
  cluster: string,
  password: string,
  user: UserIds | undefined,
): Promise<void> {
  // The cluster moves to its place when it is complete, so an interrupted attempt leaves no broken one.
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
      // --no-sync: the first checkpoint writes it to disk.
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

/** Copies the cluster of a running server, as one of a standby that follows it. */
async function copy(
  installation: PostgresInstallation,
  cluster: string,
  from: string,
  user: UserIds | undefined,
): Promise<void> {
  await mkdir(cluster, { mode: 0o700 });
  if (user) await chown(cluster, user.uid, user.gid);
  await run(
    join(installation.binFolder, "pg_basebackup"),
    ["--dbname", from, "--pgdata", cluster, "--write-recovery-conf", "--checkpoint=fast", "--no-sync"],
    { cwd: cluster, env: { PATH: "/usr/bin:/bin" }, timeout: 120_000, ...user },
  );
}

/** Resolves to true if the server at `url` accepts a connection and answers. Otherwise throws the reason. */
export async function postgresAnswers(url: string): Promise<boolean> {
  return withConnection(url, async (connection) => {
    await connection.query("SELECT 1");
    return true;
  });
}

/** Creates the database if it is missing, and returns its URL. */
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

/** Runs `task` with a connection, and closes it afterwards. A query fails after `queryTimeoutMs`. */
export async function withConnection<T>(
  url: string,
  task: (connection: Client) => Promise<T>,
  { queryTimeoutMs = 60_000 }: { queryTimeoutMs?: number } = {},
): Promise<T> {
  const connection = new Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    query_timeout: queryTimeoutMs,
  });
  // The server may go away between two queries. The next query reports it.
  connection.on("error", () => undefined);
  await connection.connect();
  try {
    return await task(connection);
  } finally {
    await connection.end();
  }
}
