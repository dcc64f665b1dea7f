import type { Row } from "./rows.ts";

/** Test files that one call of jest runs. */
export type Batch = { files: readonly string[]; concurrency: number };

/** Rows that wait for most of their time leave room for two more. */
const parallelRows = 3;

/** The batches in their order: the rows that run beside each other, the long ones first, and then those that run alone. */
export function scheduleOf(rows: readonly Row[]): Batch[] {
  const longFirst = rows.toSorted((a, b) => Number(b.isLong ?? false) - Number(a.isLong ?? false));
  return [
    { files: longFirst.flatMap(({ parallel = [] }) => parallel), concurrency: parallelRows },
    { files: rows.flatMap(({ alone = [] }) => alone), concurrency: 1 },
  ].filter(({ files }) => files.length > 0);
}
