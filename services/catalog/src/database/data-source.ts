import { Socket } from "node:net";
import { DataSource } from "typeorm";
import { accounts } from "../accounts/account-row.ts";
import { invitations } from "../accounts/invitation-row.ts";
import { memberships } from "../accounts/membership-row.ts";
import { sessions } from "../accounts/session-row.ts";
import { apiKeys } from "../api-keys/api-key-row.ts";
import { documents } from "../documents/document-row.ts";
import { projects } from "../projects/project-row.ts";
import { previewSources } from "../templates/preview-source-row.ts";
import { templateDrafts } from "../templates/template-draft-row.ts";
import { templates } from "../templates/template-row.ts";
import { templateVersions } from "../templates/template-version-row.ts";
import { migrations } from "./migrations/index.ts";

/** Longest wait for a connection, from the pool or new. After it the database counts as unavailable. */
const connectTimeoutMs = 900;
/** No caller waits for a command, and three migrations that start at once on a busy machine need longer. */
const commandConnectTimeoutMs = 10_000;
/** Shorter than the gateway's timeout for the catalog, so that callers get the real problem. */
const statementTimeoutMs = 3_500;
/** The client's own limit, for a server that does not answer at all. */
const queryTimeoutMs = 4_000;
const idleInTransactionTimeoutMs = 10_000;
/** The pool closes connections that are idle for this long. */
const idleTimeoutMs = 6_000;
/** A connection in use without any traffic for this long is dead. Without this timeout the pool would reuse it. */
const silenceTimeoutMs = 8_000;

export type DatabaseOptions = {
  url: string;
  poolSize: number;
  connectTimeoutMs?: number;
  /** Without any traffic for this long, a connection in use is dead. */
  silenceTimeoutMs?: number | undefined;
  /** Called when an idle connection breaks. The pool replaces the connection by itself. */
  onIdleConnectionLost?: (error: unknown) => void;
};

function createSocket(timeoutMs: number): Socket {
  const socket = new Socket();
  socket.setTimeout(timeoutMs, () => {
    socket.destroy(new Error("Connection terminated: the database was silent for too long"));
  });
  return socket;
}

function createDataSource(options: DatabaseOptions, extra: Record<string, unknown>): DataSource {
  return new DataSource({
    type: "postgres",
    url: options.url,
    applicationName: "platen-catalog",
    poolSize: options.poolSize,
    connectTimeoutMS: options.connectTimeoutMs ?? connectTimeoutMs,
    poolErrorHandler: (error: unknown) => options.onIdleConnectionLost?.(error),
    entities: [
      accounts,
      apiKeys,
      documents,
      invitations,
      memberships,
      previewSources,
      projects,
      sessions,
      templateDrafts,
      templateVersions,
      templates,
    ],
    migrations: [...migrations],
    migrationsTableName: "migrations",
    synchronize: false,
    installExtensions: false,
    extra,
  });
}

/** Opens the catalog's connection pool. */
export function openDataSource(options: DatabaseOptions): Promise<DataSource> {
  return createDataSource(options, {
    statement_timeout: statementTimeoutMs,
    query_timeout: queryTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
    idleTimeoutMillis: idleTimeoutMs,
    stream: () => createSocket(options.silenceTimeoutMs ?? silenceTimeoutMs),
    // Compiling a plan takes longer than any of the catalog's statements.
    options: "-c jit=off",
  }).initialize();
}

/** Opens connections without statement timeouts, for commands: a migration of large tables takes long. */
export function openCommandDataSource(url: string): Promise<DataSource> {
  // One connection holds the command's lock, the other runs its statements.
  const options = { url, poolSize: 2, connectTimeoutMs: commandConnectTimeoutMs };
  return createDataSource(options, {}).initialize();
}
