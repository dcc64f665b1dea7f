import type { Pool, PoolClient } from "pg";
import type { DataSource } from "typeorm";
import type { PostgresDriver } from "typeorm/driver/postgres/PostgresDriver.js";

/** The driver's pool of connections. */
export function poolOf(dataSource: DataSource): Pool {
  // `as`: a data source of type "postgres" has this driver, and its pool is pg's own.
  return (dataSource.driver as PostgresDriver).master as Pool;
}

/** Counts the busy and idle connections of a data source, and the statements that wait for one. */
export function poolCounts(dataSource: DataSource): { busy: number; idle: number; requests: number } {
  const { totalCount, idleCount, waitingCount } = poolOf(dataSource);
  return { busy: totalCount - idleCount, idle: idleCount, requests: waitingCount };
}

/**
 * Creates the function that drops the idle connections of a pool. The next statements connect again, by name, and so
 * reach the server that has the name then.
 */
export function createDropIdleConnections(dataSource: DataSource): () => void {
  const pool = poolOf(dataSource);
  const idle = new Set<PoolClient>();
  pool.on("release", (error: Error | undefined, client: PoolClient) => {
    // A connection that is released with an error leaves the pool.
    if (!error) idle.add(client);
  });
  for (const event of ["acquire", "remove"] as const) pool.on(event, (client) => idle.delete(client));
  return () => {
    // The pool removes an idle connection that reports an error, and has no other way.
    for (const client of idle) client.emit("error", new Error("Connection terminated: its server does not serve it"));
  };
}
