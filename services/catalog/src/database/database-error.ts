/** Why PostgreSQL did not do what a statement asked. The values of the label of a metric, so the set is closed. */
export const databaseFailureCauses = [
  "unreachable",
  "too_slow",
  "conflict",
  "read_only",
  "disk_full",
  "no_resources",
  "too_many_connections",
  "storage",
] as const;

export type DatabaseFailureCause = (typeof databaseFailureCauses)[number];

/** A failure of PostgreSQL, not a mistake in the statement: the caller gets 503 and tries again. */
export type DatabaseFailure = {
  cause: DatabaseFailureCause;
  retryAfterSeconds: number;
  /** Whether the pool drops its connections: their server may have left the name to another. */
  dropsConnections: boolean;
  /** Whether a call that may be repeated is tried once more, at once and on another connection. */
  isRepeated: boolean;
};

const soon = { retryAfterSeconds: 1, dropsConnections: false, isRepeated: false };
/** Nothing that takes a second mends these. */
const later = { ...soon, retryAfterSeconds: 5 };
const lost: DatabaseFailure = { ...soon, cause: "unreachable", dropsConnections: true, isRepeated: true };
const away: DatabaseFailure = { ...soon, cause: "unreachable" };
const tooSlow: DatabaseFailure = { ...soon, cause: "too_slow" };
const conflict: DatabaseFailure = { ...soon, cause: "conflict" };
const mistake = "mistake";

/** The decision about each SQLSTATE, or about each class of them, which the first two characters name. */
const decisions: Readonly<Record<string, DatabaseFailure | typeof mistake>> = {
  // Connection exception. A connection pooler reports nearly everything as 08P01.
  "08": lost,
  // A feature that is missing: a read of an unlogged table on a standby, or a plan that a migration has outdated.
  "0A": { ...lost, retryAfterSeconds: 5 },
  // Invalid transaction state: statements in the wrong order, but for the states below.
  "25": mistake,
  // Read-only: a standby, or a provider's answer to a full disk. A repeated call would find the same server.
  "25006": { ...later, cause: "read_only", dropsConnections: true },
  // Idle in a transaction, or in one transaction for too long: this process stood still.
  "25P03": tooSlow,
  "25P04": tooSlow,
  // Transaction rollback: a deadlock, or a conflict with the recovery of a standby.
  "40": conflict,
  // Insufficient resources: memory, locks, temporary files, and the two below.
  "53": { ...later, cause: "no_resources" },
  "53100": { ...later, cause: "disk_full" },
  "53300": { ...soon, cause: "too_many_connections" },
  // Object not in a prerequisite state, but for a lock that another session holds for longer than lock_timeout.
  "55": mistake,
  "55P03": conflict,
  // Operator intervention: the server shuts down, has crashed, starts, or ended the session.
  "57": lost,
  // A statement that took longer than statement_timeout.
  "57014": tooSlow,
  // The server refuses new connections, so a repeated call is refused too.
  "57P03": away,
  // System error: reading or writing a file failed.
  "58": { ...later, cause: "storage" },

  // Of the operating system.
  EAI_AGAIN: away,
  ECONNREFUSED: away,
  ECONNRESET: lost,
  EHOSTUNREACH: away,
  ENETUNREACH: away,
  ENOTFOUND: away,
  EPIPE: lost,
  ETIMEDOUT: away,
};

/** The client library's own errors have no code, only messages that begin with these words. */
const decisionsByMessage: readonly (readonly [string, DatabaseFailure])[] = [
  ["timeout exceeded when trying to connect", tooSlow],
  // Longer than statement_timeout: not the statement, but the server or the network is silent.
  ["Query read timeout", { ...tooSlow, dropsConnections: true }],
  ["timeout expired", away],
  ["Connection terminated unexpectedly", lost],
  ["Client has encountered a connection error", lost],
  ["Connection terminated", away],
];

const uniqueViolation = "23505";
const lostStatementCodes = ["26000", "42P05"];

/** Unwraps the driver's error from TypeORM's. */
function driverError(error: unknown): unknown {
  return error instanceof Error && "driverError" in error ? error.driverError : error;
}

function fieldOf(error: unknown, name: "code" | "constraint"): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const value: unknown = Reflect.get(error, name);
  return typeof value === "string" ? value : undefined;
}

/** Decides about an error: a failure of the database, or undefined for a mistake in a statement and anything else. */
export function databaseFailureOf(error: unknown): DatabaseFailure | undefined {
  const cause = driverError(error);
  const code = fieldOf(cause, "code");
  if (code !== undefined) {
    const decision = decisions[code] ?? decisions[code.slice(0, 2)];
    return decision === mistake ? undefined : decision;
  }
  if (!(cause instanceof Error)) return undefined;
  return decisionsByMessage.find(([words]) => cause.message.startsWith(words))?.[1];
}

/** Tells whether the server does not know a prepared statement, or knows it already: a pooler is in between. */
export function isPreparedStatementLost(error: unknown): boolean {
  return lostStatementCodes.includes(fieldOf(error, "code") ?? "");
}

/** Tells whether a statement failed because it would have broken the named unique constraint. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  const cause = driverError(error);
  return fieldOf(cause, "code") === uniqueViolation && fieldOf(cause, "constraint") === constraint;
}
