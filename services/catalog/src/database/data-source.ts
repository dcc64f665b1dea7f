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

/** Longest wait for a connection: a free one of the pool, or a new one. Above it the database counts as away. */
const connectTimeoutMs = 900;
/** A command has nobody who waits for its answer; three migrations that start at once on a busy machine take longer. */
const commandConnectTimeoutMs = 10_000;
/** Below the time the gateway waits for us, so that callers hear what is wrong. */
const statementTimeoutMs = 3_500;
/** The client's own limit, for a server that no longer answers at all. */
const queryTimeoutMs = 4_000;
const idleInTransactionTimeoutMs = 10_000;
/** The pool closes connections that were not used for this long. */
const idleTimeoutMs = 6_000;
/** A connection in use on which nothing moved for this long leads nowhere any more; it would be used again otherwise. */
const silenceTimeoutMs = 8_000;

export type DatabaseOptions = {
  url: string;
  poolSize: number;
  connectTimeoutMs?: number;
  /** Told of connections that broke while nobody used them; the pool replaces them by itself. */
  onIdleConnectionLost?: (error: unknown) => void;
};

function createSocket(): Socket {
  const socket = new Socket();
  socket.setTimeout(silenceTimeoutMs, () => {
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
    stream: createSocket,
    // Compiling a plan costs more than any of our statements takes.
    options: "-c jit=off",
  }).initialize();
}

/** Opens connections without time limits on statements, for commands: a migration takes as long as its tables are large. */
export function openCommandDataSource(url: string): Promise<DataSource> {
  // One connection holds the command's lock, the other one works.
  const options = { url, poolSize: 2, connectTimeoutMs: commandConnectTimeoutMs };
  return createDataSource(options, {}).initialize();
}
