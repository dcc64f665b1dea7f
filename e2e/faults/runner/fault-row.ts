/* oxlint-disable node/no-process-env -- a run passes the file of its results to the rows in the environment. */
import { appendFileSync } from "node:fs";
import { test } from "@jest/globals";
import { createFigures, type Figures } from "./figures.ts";
import { resultsFile, type Figure, type RowResult } from "./row-result.ts";
import { createStage, type Stage } from "./stage.ts";

/** Longer than most rows take, so that a row that hangs ends. */
const usualTimeoutMs = 300_000;

/**
 * Declares a row of the fault table as a test. The row measures all its figures before it fails because of one, so that
 * the table is complete.
 */
export function faultRow(
  id: string,
  title: string,
  measure: (figures: Figures, stage: Stage) => Promise<void>,
  timeoutMs = usualTimeoutMs,
): void {
  test(
    `${id} ${title}`,
    async () => {
      const startedAt = performance.now();
      const figures: Figure[] = [];
      const stage = createStage();
      const report = (error?: string) => {
        const seconds = (performance.now() - startedAt) / 1_000;
        const result: RowResult = { id, title, seconds, figures, ...(error !== undefined && { error }) };
        const file = process.env[resultsFile];
        if (file !== undefined) appendFileSync(file, `${JSON.stringify(result)}\n`);
      };
      try {
        await measure(
          createFigures((figure) => {
            figures.push(figure);
            const { what, measured, bar, holds } = figure;
            const line = [id, what, measured, bar, holds ? "" : "MISSED"].filter(Boolean).join(" · ");
            process.stderr.write(`${line}\n`);
          }),
          stage,
        );
        if (figures.length === 0) throw new Error(`${id} measured nothing`);
        report();
      } catch (error) {
        report(String(error));
        throw error;
      } finally {
        await stage.end();
      }
      const missed = figures.filter(({ holds }) => !holds);
      if (missed.length === 0) return;
      const lines = missed.map(({ what, measured, bar }) => `${what}: ${measured}${bar === "" ? "" : `, not ${bar}`}`);
      throw new Error(`${id} does not hold: ${lines.join("; ")}`);
    },
    timeoutMs,
  );
}
