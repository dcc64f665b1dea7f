import type { DataSource } from "typeorm";
import { z } from "zod";

/** The counts in the driver's pool, for which TypeORM has no type. */
const pooled = z.object({
  master: z.object({ totalCount: z.number(), idleCount: z.number(), waitingCount: z.number() }),
});

/** Counts the busy and idle connections of a data source, and the statements that wait for one. */
export function poolCounts({ driver }: DataSource): { busy: number; idle: number; requests: number } {
  const { totalCount, idleCount, waitingCount } = pooled.parse(driver).master;
  return { busy: totalCount - idleCount, idle: idleCount, requests: waitingCount };
}
