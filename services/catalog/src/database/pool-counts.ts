import type { DataSource } from "typeorm";
import { z } from "zod";

/** What the driver says of its pool; TypeORM has no type for it. */
const pooled = z.object({
  master: z.object({ totalCount: z.number(), idleCount: z.number(), waitingCount: z.number() }),
});

/** The connections of a data source, in use or not, and the statements that wait for one. */
export function poolCounts({ driver }: DataSource): { busy: number; idle: number; requests: number } {
  const { totalCount, idleCount, waitingCount } = pooled.parse(driver).master;
  return { busy: totalCount - idleCount, idle: idleCount, requests: waitingCount };
}
