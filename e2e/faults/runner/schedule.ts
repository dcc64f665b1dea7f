import type { Row } from "./rows.ts";

/** How many files run at the same time that others do not disturb: those that wait leave room for one more. */
const besideEachOther = { busy: 3, waiting: 3 };

/** Files that one call of jest runs. */
export type Batch = {
  files: readonly string[];
  /** How many of them run at the same time. */
  atOnce: number;
  /** Runs only the tests whose names match. */
  tests?: string;
};

/** The files in the order of their running: busy ones, in part and whole; those that wait; those that run alone. */
export function batchesOf(rows: readonly Row[]): Batch[] {
  const inPart = rows.filter(({ tests }) => tests !== undefined);
  const whole = rows.filter(({ tests }) => tests === undefined);
  const names = inPart.map(({ tests }) => tests?.source).join("|");
  const longFirst = rows.toSorted((a, b) => Number(b.isLong ?? false) - Number(a.isLong ?? false));
  return [
    { files: unique(inPart.map(({ busy }) => busy)), atOnce: besideEachOther.busy, tests: names },
    { files: unique(whole.map(({ busy }) => busy)), atOnce: besideEachOther.busy },
    { files: unique(longFirst.map(({ waiting }) => waiting)), atOnce: besideEachOther.waiting },
    { files: unique(rows.map(({ alone }) => alone)), atOnce: 1 },
  ].filter(({ files }) => files.length > 0);
}

function unique(files: readonly (readonly string[] | undefined)[]): string[] {
  return [...new Set(files.flatMap((some) => some ?? []))];
}
