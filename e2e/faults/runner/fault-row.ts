/* oxlint-disable node/no-process-env -- what a run of the fault table shares is handed on in the environment. */
import { appendFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { figuresFile, longRun, type Figure } from "./figure.ts";

export type Figures = {
  exactly(what: string, measured: number | string, wanted: number | string): void;
  /** What has a unit is a measurement, a count is a fact. */
  atMost(what: string, measured: number, limit: number, unit?: string): void;
  atLeast(what: string, measured: number, limit: number, unit?: string): void;
  /** Something that is true or not, told in words. */
  isTrue(what: string, holds: boolean, measured: string): void;
};

/** True for `pnpm faults --long`: rows then run for as long as a soak needs. */
export const isLongRun = process.env[longRun] === "1";

function show(measured: number, unit: string): string {
  const digits = Number.isInteger(measured) ? 0 : measured < 10 ? 2 : 1;
  return unit === "" ? measured.toFixed(digits) : `${measured.toFixed(digits)} ${unit}`;
}

/**
 * A row of the fault table, as a test of its own: it measures all its figures, and then fails if one misses its bar, so
 * that the table is whole even then.
 */
export function faultRow(
  row: string,
  title: string,
  options: { timeoutMs: number },
  measure: (figures: Figures) => Promise<void>,
): void {
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
