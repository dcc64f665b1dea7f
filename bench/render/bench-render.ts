import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import type { BenchContext } from "../bench-context.ts";
import { documentNamed, documents } from "../documents/documents.ts";
import { invoice } from "../documents/invoice.ts";
import { table } from "../documents/table.ts";
import { cpuRatio, resultOf, speedFigure, speedRatios } from "../measure/compare.ts";
import type { Competitor } from "../measure/measure-window.ts";
import { describeMachine, reportResults } from "../measure/report-results.ts";
import { runRounds, type Case, type CaseResult } from "../measure/run-rounds.ts";
import { warmUp } from "../measure/warm-up.ts";
import { prepareBrowserSetup } from "../raw-loop/browser-setup.ts";
import { startRawLoop } from "../raw-loop/raw-loop.ts";
import { positive, readOptions } from "../read-options.ts";
import type { Figure, Goal, Report } from "../report/report.ts";
import { fontAndLogo, ownFont, ownLogo } from "./invoice-with-library.ts";
import { startEngine, type BenchEngine } from "./start-engine.ts";

/** Pairs of first documents. */
const coldPairs = 10;
/** The engine opens the page for the next project within this time. */
const spareMs = 250;

/** Compares the engine with the raw loop, and invoices that use a library with the plain one. */
export async function benchRender({ say, args }: BenchContext): Promise<Report> {
  const options = readOptions(args, {
    rounds: positive.default(3),
    window: positive.default(1),
    documents: z.string().default(documents.map(({ name }) => name).join()),
  });
  const { rounds, window } = options;
  const chosen = options.documents.split(",").map(documentNamed);
  const setup = await prepareBrowserSetup();
  const raw = await startRawLoop(setup, 2);
  const rawOne = await startRawLoop(setup, 1);
  const engine = await startEngine(setup);
  const [two, four] = [engine.competitor(2), engine.competitor(4)];
  const cases = chosen.flatMap((document) =>
    [raw, rawOne, two, four].map((competitor): Case => ({
      document,
      competitor,
      windowMs: (document === table ? 6_000 : 3_000) * window,
    })),
  );

  const one = engine.competitor(1);
  const withLibrary = [
    { own: engine.competitor(1, ownFont), name: "a font of its own", goal: { atMost: 1.05 } },
    { own: engine.competitor(1, ownLogo("jpeg")), name: "a JPEG logo of 14 kB", goal: { atMost: 1.02 } },
    { own: engine.competitor(1, ownLogo("png")), name: "a PNG logo of 14 kB", goal: { atMost: 1.15 } },
  ];
  for (const competitor of [one, ...withLibrary.map(({ own }) => own)]) {
    cases.push({ document: invoice, competitor, windowMs: 3_000 * window });
  }

  const machine = describeMachine(raw.version);
  say(machine);
  await warmUp(invoice, [raw, rawOne, four], { minDocuments: 20, longestMs: 8_000, say });
  const results = await runRounds(cases, { rounds, say });
  const comparison = { own: four, base: raw, name: "the raw loop (4 at once)", goal: { atLeast: 0.95 } };
  const figures = chosen.flatMap((document) => speedFigure(results, document, comparison));
  for (const { own, name, goal } of withLibrary) figures.push(...timeFigure(results, { own, base: one, name, goal }));
  figures.push(await coldFigure(engine));
  return { machine, ...reportResults(results), figures };
}

/** The time of the invoice with something of a library, relative to the plain one. */
function timeFigure(
  results: readonly CaseResult[],
  { own, base, name, goal }: { own: Competitor; base: Competitor; name: string; goal: Goal },
): Figure[] {
  const [ownResult, baseResult] = [resultOf(results, invoice, own), resultOf(results, invoice, base)];
  if (!ownResult || !baseResult) return [];
  return [
    {
      name: `invoice: time with ${name} relative to the plain one`,
      goal,
      values: speedRatios(baseResult, ownResult),
      byCpu: cpuRatio(baseResult, ownResult),
    },
  ];
}

/** What the first document on a page costs more if it uses two fonts and a logo of a library. */
async function coldFigure(engine: BenchEngine): Promise<Figure> {
  const values: number[] = [];
  for (let pair = 0; pair < coldPairs; pair += 1) {
    const measured: Record<"plain" | "cold", number> = { plain: 0, cold: 0 };
    for (const which of pair % 2 === 0 ? (["plain", "cold"] as const) : (["cold", "plain"] as const)) {
      await delay(spareMs);
      measured[which] = await engine.coldMs(invoice, which === "cold" ? fontAndLogo : undefined);
    }
    values.push(measured.cold - measured.plain);
  }
  return {
    name: "invoice: ms more for a page's first document with two fonts and a logo",
    goal: { atMost: 40 },
    values,
  };
}
