import type { BenchDocument } from "../documents/bench-document.ts";
import { invoice } from "../documents/invoice.ts";
import { report } from "../documents/report.ts";
import { table } from "../documents/table.ts";
import { byRound, resultOf, speedFigure } from "../measure/compare.ts";
import { totalCpuMs, type Competitor, type Measured } from "../measure/measure-window.ts";
import { outsideBrowserMs } from "../measure/report-results.ts";
import type { CaseResult } from "../measure/run-rounds.ts";
import { median, percentile } from "../measure/statistics.ts";
import type { Figure, Goal } from "../report/report.ts";
import { ratesOf } from "../report/speed-chart.ts";

type Own = Record<"raw" | "rawOne" | "one" | "eight" | "many" | "most", Competitor>;
/** Other servers, if the run measures them. */
type Peers = Record<"jsreport" | "puppeteerLoad" | "puppeteerIdle" | "gotenberg", Competitor | undefined>;

/** Returns the figures of the service, from the results of one run. */
export function generateFigures(results: readonly CaseResult[], competitors: Own & Peers): Figure[] {
  const { raw, rawOne, one, eight, many, most, jsreport, puppeteerLoad, puppeteerIdle, gotenberg } = competitors;
  const toRaw = (document: BenchDocument, goal: Goal) =>
    speedFigure(results, document, { own: many, base: raw, name: "the raw loop (64 connections)", goal });
  const toPeer = (base: Competitor | undefined, name: string, goal: Goal, document = invoice) =>
    speedFigure(results, document, { own: eight, base, name: `${name} (8 connections)`, goal });

  const added = (document: BenchDocument): Figure[] => {
    const [own, base] = [resultOf(results, document, one), resultOf(results, document, rawOne)];
    if (own === undefined || base === undefined) return [];
    return [
      {
        name: `${document.name}: ms of p50 above the raw loop with one page (1 connection)`,
        goal: { atMost: 6 },
        values: byRound(own, base, (mine, other) => p(mine, 0.5) - p(other, 0.5)),
        byCpu: median(byRound(own, base, (mine, other) => totalCpuMs(mine) - totalCpuMs(other))),
      },
    ];
  };
  const unevenness = (document: BenchDocument): Figure => ({
    name: `${document.name}: p99 relative to p50 (8 connections)`,
    goal: { atMost: 3 },
    values: (resultOf(results, document, eight)?.rounds ?? []).map((round) => p(round, 0.99) / p(round, 0.5)),
  });

  const rates = [raw, eight, gotenberg, puppeteerLoad, jsreport, puppeteerIdle].flatMap((competitor): Figure[] => {
    const rounds = resultOf(results, invoice, competitor)?.rounds ?? [];
    const values = rounds.map(({ perSecond }) => perSecond);
    return competitor === undefined ? [] : [{ name: `${ratesOf(invoice)}${competitor.name}`, values }];
  });

  const own = results.filter(({ competitor }) => [one, eight, many, most].includes(competitor));
  const failures = own.flatMap(({ rounds }) => rounds.flatMap((round) => round.failures));
  const atMany = resultOf(results, invoice, many)?.rounds ?? [];
  return [
    ...toRaw(invoice, { atLeast: 0.75 }),
    ...toRaw(report, { atLeast: 0.8 }),
    ...toRaw(table, { atLeast: 0.93 }),
    ...added(invoice),
    ...added(report),
    unevenness(invoice),
    unevenness(report),
    { name: "documents that failed", goal: { atMost: 0 }, values: [failures.length] },
    ...toPeer(jsreport, "jsreport", { atLeast: 8 }),
    ...toPeer(puppeteerLoad, "puppeteer, load", { atLeast: 7 }),
    ...toPeer(puppeteerIdle, "puppeteer, networkidle0", { atLeast: 20 }),
    ...toPeer(gotenberg, "Gotenberg", { atLeast: 8 }),
    ...toPeer(gotenberg, "Gotenberg", { atLeast: 4 }, report),
    {
      name: "invoice: CPU ms outside the browser (64 connections)",
      goal: { atMost: 5 },
      values: atMany.map(outsideBrowserMs),
    },
    ...rates,
  ].filter(({ values }) => values.length > 0);
}

const p = ({ latenciesMs }: Measured, share: number) => percentile(latenciesMs, share);
