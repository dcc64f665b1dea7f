import { startEmptyPlaten, startOwnPostgres, startOwnRedis, type EmptyPlaten } from "@platen/testing";
import type { ProcessPart } from "./measure/process-usage.ts";

export type BenchPlaten = EmptyPlaten & {
  /** The processes whose time a document takes, with those of this load generator. */
  parts: ProcessPart[];
};

/** Starts a Platen with servers of its own, which write to disk as in a real installation. */
export async function startPlaten({ workers }: { workers: 0 | 1 }): Promise<BenchPlaten> {
  const [postgres, redis] = await Promise.all([startOwnPostgres(), startOwnRedis()]);
  const platen = await startEmptyPlaten({
    workers,
    postgresUrl: postgres.url,
    redisUrl: redis.url,
    env: { gateway: { RATE_LIMIT_PER_MINUTE: "10000000", RENDER_DEADLINE_MS: "60000" } },
  });
  const { gateway, catalog, courier, workers: started } = platen.processes;
  return {
    ...platen,
    parts: [
      { part: "gateway", pid: gateway.pid, scope: "tree" },
      { part: "catalog", pid: catalog.pid, scope: "tree" },
      { part: "courier", pid: courier.pid, scope: "tree" },
      { part: "Redis", pid: redis.pid(), scope: "tree" },
      { part: "PostgreSQL", pid: postgres.pid(), scope: "tree" },
      ...started.flatMap(({ pid }): ProcessPart[] => [
        { part: "worker", pid, scope: "self" },
        { part: "browser", pid, scope: "below" },
      ]),
      { part: "load generator", pid: process.pid, scope: "self" },
    ],
  };
}
