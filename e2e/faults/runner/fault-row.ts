/* oxlint-disable node/no-process-env -- a run passes its settings to the rows in the environment. */
import { appendFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { figuresFile, longRun, type Figure } from "./figure.ts";
import { rows } from "./rows.ts";

export type Figures = {
  exactly(what: string, measured: number | string, wanted: number | string): void;
  /** With a unit the figure is a measurement; without one it is a fact. */
  atMost(what: string, measured: number, limit: number, unit?: string): void;
  atLeast(what: string, measured: number, limit: number, unit?: string): void;
  /** A statement that is true or not; `measured` says what was found. */
  isTrue(what: string, holds: boolean, measured: string): void;
};

/** True for `npm run faults -- --long`: rows then run for as long as a soak needs. */
export const isLongRun = process.env[longRun] === "1";

function show(measured: number, unit: string): string {
  const digits = Number.isInteger(measured) ? 0 : measured < 10 ? 2 : 1;
  return unit === "" ? measured.toFixed(digits) : `${measured.toFixed(digits)} ${unit}`;
}

/**
 * Declares a row of rows.ts as a test. The row measures all its figures before it fails because of one, so that
 * the table is complete.
 */
export function faultRow(
  row: string,
  options: { timeoutMs: number },
  measure: (figures: Figures) => Promise<void>,
): void {
  const title = rows.find(({ id }) => id === row)?.title;
  if (title === undefined) throw new Error(`rows.ts has no row ${row}`);
  test(
    `${row} ${title}`,
    async () => {
      const figures: Figure[] = [];
      const { testPath: file = "" } = expect.getState();
      const add = (what: string, measured: string, bar: string, holds: boolean, near?: { isNear: boolean }) => {
        const figure: Figure = {
          row,
          file,
          what,
          measured,
          bar,
          holds,
          isMeasurement: near !== undefined,
          isNear: holds,
          ...near,
        };
        figures.push(figure);
        const output = process.env[figuresFile];
        if (output !== undefined) appendFileSync(output, `${JSON.stringify(figure)}\n`);
        const line = [row, what, measured, bar, holds ? "" : "MISSED"].filter(Boolean).join(" · ");
        process.stderr.write(`${line}\n`);
      };
      await measure({
        exactly: (what, measured, wanted) => add(what, String(measured), String(wanted), measured === wanted),
        atMost: (what, measured, limit, unit = "") =>
          add(
            what,
            show(measured, unit),
            `≤ ${show(limit, unit)}`,
            measured <= limit,
            unit === "" ? undefined : { isNear: measured <= 2 * limit },
          ),
        atLeast: (what, measured, limit, unit = "") =>
          add(
            what,
            show(measured, unit),
            `≥ ${show(limit, unit)}`,
            measured >= limit,
            unit === "" ? undefined : { isNear: measured >= limit / 2 },
          ),
        isTrue: (what, holds, measured) => add(what, measured, "", holds),
      });
      if (figures.length === 0) throw new Error(`${row} measured nothing`);
      const missed = figures.filter(({ holds }) => !holds);
      if (missed.length > 0) {
        const lines = missed.map(
          ({ what, measured, bar }) => `${what}: ${measured}${bar === "" ? "" : `, not ${bar}`}`,
        );
        throw new Error(`${row} does not hold: ${lines.join("; ")}`);
      }
    },
    options.timeoutMs,
  );
}
