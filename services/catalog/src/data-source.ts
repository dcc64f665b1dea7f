import type { ClientBase } from "pg";
import { DataSource, type MigrationInterface } from "typeorm";
import { accounts } from "./accounts/account-row.ts";
import { invitations } from "./accounts/invitation-row.ts";
import { memberships } from "./accounts/membership-row.ts";
import { sessions } from "./accounts/session-row.ts";
import { apiKeys } from "./api-keys/api-key-row.ts";
import { documents } from "./documents/document-row.ts";
import { projects } from "./projects/project-row.ts";
import { snippets } from "./snippets/snippet-row.ts";
import { previewSources } from "./templates/preview-source-row.ts";
import { templateDrafts } from "./templates/template-draft-row.ts";
import { templates } from "./templates/template-row.ts";
import { templateVersions } from "./templates/template-version-row.ts";
import { connectionSettings } from "./database/connection.ts";
import { createDatabaseSocket } from "./database/database-socket.ts";
import { migrations } from "./database/migrations/index.ts";

/** Longest wait for a connection, from the pool or new. Longer than a healthy server stalls. */
const connectTimeoutMs = 3_000;
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

const keepAliveMs = 10_000;

type Migration = new () => MigrationInterface;

export type DatabaseOptions = {
  url: string;
  poolSize: number;
  connectTimeoutMs?: number;
  /** Without any traffic for this long, a connection in use is dead. */
  silenceTimeoutMs?: number | undefined;
  migrations?: readonly Migration[];
  /** Called when an idle connection breaks. The pool replaces the connection by itself. */
  onIdleConnectionLost?: (error: unknown) => void;
};

/**
 * Sets limits of a session. Not by parameters of the connection, which poolers refuse: PgBouncer unless it is told to
 * ignore them, and others always.
 */
function setLimits(limits: Readonly<Record<string, number | string>>) {
  const statements = Object.entries(limits).map(([name, value]) => `SET ${name} = ${value}`);
  return async (client: ClientBase) => {
    await client.query(statements.join("; "));
  };
}

function createDataSource(options: DatabaseOptions, extra: Record<string, unknown>): DataSource {
  const { config, Client } = connectionSettings(options.url);
  return new DataSource({
    type: "postgres",
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
      snippets,
      templateDrafts,
      templateVersions,
      templates,
    ],
    migrations: [...(options.migrations ?? migrations)],
    migrationsTableName: "migrations",
    synchronize: false,
    installExtensions: false,
    // Its others print lines that are not JSON. Callers log every error.
    logger: "debug",
    extra: { ...config, Client, ...extra },
  });
}

/** Opens the catalog's connection pool. */
export function openDataSource(options: DatabaseOptions): Promise<DataSource> {
  return createDataSource(options, {
    query_timeout: queryTimeoutMs,
    idleTimeoutMillis: idleTimeoutMs,
    stream: () => createDatabaseSocket(options.silenceTimeoutMs ?? silenceTimeoutMs),
    onConnect: setLimits({
      statement_timeout: statementTimeoutMs,
      idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
      // Compiling a plan takes longer than any of the catalog's statements.
      jit: "off",
      // A page needs a few thousand entries of an index. The planner may read whole tables instead if others help it.
      max_parallel_workers_per_gather: 0,
    }),
  }).initialize();
}

/** Opens connections without time limits, for commands: a migration of large tables takes long. */
export function openCommandDataSource(url: string, given: readonly Migration[] = migrations): Promise<DataSource> {
  // One connection holds the command's lock, the other runs its statements.
  const options = { url, poolSize: 2, connectTimeoutMs: commandConnectTimeoutMs, migrations: given };
  return createDataSource(options, {
    // The database's administrator may have set limits for the role.
    onConnect: setLimits({ statement_timeout: 0, idle_in_transaction_session_timeout: 0 }),
    // Networks forget connections on which nothing passes while an index is created.
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
  }).initialize();
}
