import { Problem } from "@platen/contracts";
import { databaseFailureOf, type DatabaseFailureCause } from "./database-error.ts";
import type { DatabaseHealth } from "./database-health.ts";

export type GuardDatabase = ReturnType<typeof createDatabaseGuard>;

/**
 * Creates the function through which every request does its work on the database. A failure of the database is counted
 * and answered with 503; a mistake in a statement passes through.
 */
export function createDatabaseGuard(deps: {
  health: Pick<DatabaseHealth, "watch">;
  dropIdleConnections: () => void;
  countFailure: (cause: DatabaseFailureCause) => void;
}) {
  const { health, dropIdleConnections, countFailure } = deps;

  return async function guardDatabase<T>(work: () => Promise<T>, isRepeatable: boolean): Promise<T> {
    try {
      return await health.watch(work);
    } catch (error) {
      const failure = databaseFailureOf(error);
      if (!failure) throw error;
      countFailure(failure.cause);
      if (failure.dropsConnections) dropIdleConnections();
      if (isRepeatable && failure.isRepeated) return guardDatabase(work, false);
      throw new Problem("dependency.unavailable", { retryAfterSeconds: failure.retryAfterSeconds, cause: error });
    }
  };
}
