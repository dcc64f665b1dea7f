import { idsFrom } from "@platen/contracts";
import type { EntityManager } from "typeorm";
import { queryRows } from "./rows.ts";

const dayMs = 24 * 60 * 60 * 1_000;

/** Reads PostgreSQL's clock: with a clock of its own, a catalog that is wrong by months would drop young documents. */
export async function databaseTime(manager: EntityManager): Promise<Date> {
  const [row] = await queryRows<{ now: Date }>(manager, "SELECT now() AS now");
  if (!row) throw new Error("PostgreSQL tells no time.");
  return row.now;
}

/** The time a number of days later, or earlier for a negative number. */
export function daysAfter(time: Date, days: number): Date {
  return new Date(time.getTime() + days * dayMs);
}

/** The midnight (UTC) before a time. */
export function midnightBefore(time: Date): Date {
  return new Date(Math.floor(time.getTime() / dayMs) * dayMs);
}

/** Where the documents of a time begin: a bound of partitions. */
export function boundAt(time: Date): string {
  return idsFrom("document", time);
}
