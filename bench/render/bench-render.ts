import type { BenchContext } from "../bench-context.ts";
import { documents } from "../documents/documents.ts";
import { invoice } from "../documents/invoice.ts";
import { table } from "../documents/table.ts";
import { speedFigure } from "../measure/compare.ts";
import { describeMachine, reportResults } from "../measure/report-results.ts";
import { runRounds, type Case } from "../measure/run-rounds.ts";
import { warmUp } from "../measure/warm-up.ts";
import { prepareBrowserSetup } from "../raw-loop/browser-setup.ts";
import { startRawLoop } from "../raw-loop/raw-loop.ts";
import { positive, readOptions } from "../read-options.ts";
import type { Report } from "../report/report.ts";
import { startEngine } from "./start-engine.ts";

/** Compares the engine with the raw loop. */
export async function benchRender({ say, args }: BenchContext): Promise<Report> {
  const { rounds, window } = readOptions(args, { rounds: positive.default(3), window: positive.default(1) });
  const setup = await prepareBrowserSetup();
  const raw = await startRawLoop(setup, 2);
  const rawOne = await startRawLoop(setup, 1);
  const engine = await startEngine(setup);
  const [two, four] = [engine(2), engine(4)];
  const cases = documents.flatMap((document) =>
    [raw, rawOne, two, four].map((competitor): Case => ({
      document,
      competitor,
      windowMs: (document === table ? 6_000 : 3_000) * window,
    })),
  );

  const machine = describeMachine(raw.version);
  say(machine);
  await warmUp(invoice, [raw, rawOne, four], { minDocuments: 20, longestMs: 8_000, say });
  const results = await runRounds(cases, { rounds, say });
  const comparison = { own: four, base: raw, name: "the raw loop (4 at once)", goal: { atLeast: 0.95 } };
  const figures = documents.flatMap((document) => speedFigure(results, document, comparison));
  return { machine, ...reportResults(results), figures };
}
