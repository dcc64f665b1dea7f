import type { BenchDocument } from "../documents/bench-document.ts";
import { invoice } from "../documents/invoice.ts";
import { report } from "../documents/report.ts";
import { table } from "../documents/table.ts";
import { goals } from "../goals.ts";
import { byRound, cpuRatio, speedRatios } from "../measure/compare-results.ts";
import type { Figure, Goal } from "../report/report.ts";
import { totalCpuMs, type Competitor, type Measured } from "../measure/measure-window.ts";
import { outsideBrowserMs } from "../measure/report-results.ts";
import type { CaseResult } from "../measure/run-rounds.ts";
import { median, percentile } from "../measure/statistics.ts";

/** The competitors of a run; those that were not measured are left out of the figures. */
export type Competitors = {
  raw: Competitor;
  rawOne: Competitor;
  one: Competitor;
  eight: Competitor;
  many: Competitor;
  most: Competitor;
  jsreport: Competitor | undefined;
  puppeteerLoad: Competitor | undefined;
  puppeteerIdle: Competitor | undefined;
};

const relativeTo = (name: string, connections: number) => `speed relative to ${name} (${connections} connections)`;

/** The figures of the service, from the results of one run. */
export function judgeGenerate(results: readonly CaseResult[], competitors: Competitors): Figure[] {
  const { raw, rawOne, one, eight, many, most } = competitors;
  const resultOf = (document: BenchDocument, competitor: Competitor | undefined): CaseResult | undefined =>
    results.find((result) => result.document === document && result.competitor === competitor);

  const speed = (
    what: string,
    goal: Goal,
    document: BenchDocument,
    own: Competitor,
    base: Competitor | undefined,
  ): Figure[] =>
    compare(resultOf(document, own), resultOf(document, base), (result, other) => ({
      name: `${document.name}: ${what}`,
      goal,
      values: speedRatios(result, other),
      byCpu: cpuRatio(result, other),
    }));

  const added = (document: BenchDocument): Figure[] =>
    compare(resultOf(document, one), resultOf(document, rawOne), (result, other) => ({
      name: `${document.name}: ms of p50 above the raw loop with one page (1 connection)`,
      goal: goals.generate.addedMs,
      values: byRound(result, other, (own, base) => p(own, 0.5) - p(base, 0.5)),
      byCpu: median(byRound(result, other, (own, base) => totalCpuMs(own) - totalCpuMs(base))),
    }));
  const unevenness = (document: BenchDocument): Figure => ({
    name: `${document.name}: p99 relative to p50 (8 connections)`,
    goal: goals.generate.unevenness,
    values: (resultOf(document, eight)?.rounds ?? []).map((round) => p(round, 0.99) / p(round, 0.5)),
  });

  const own = results.filter(({ competitor }) => [one, eight, many, most].includes(competitor));
  const failures = own.flatMap(({ rounds }) => rounds.flatMap((round) => round.failures));
  const atMany = resultOf(invoice, many)?.rounds ?? [];
  return [
    ...speed(relativeTo("the raw loop", 64), goals.generate.invoice, invoice, many, raw),
    ...speed(relativeTo("the raw loop", 64), goals.generate.report, report, many, raw),
    ...speed(relativeTo("the raw loop", 64), goals.generate.table, table, many, raw),
    ...added(invoice),
    ...added(report),
    unevenness(invoice),
    unevenness(report),
    { name: "documents that failed", goal: goals.generate.failures, values: [failures.length] },
    ...speed(relativeTo("jsreport", 8), goals.generate.jsreport, invoice, eight, competitors.jsreport),
    ...speed(relativeTo("puppeteer, load", 8), goals.generate.puppeteerLoad, invoice, eight, competitors.puppeteerLoad),
    ...speed(
      relativeTo("puppeteer, networkidle0", 8),
      goals.generate.puppeteerIdle,
      invoice,
      eight,
      competitors.puppeteerIdle,
    ),
    {
      name: "invoice: CPU ms outside the browser (64 connections)",
      goal: goals.generate.cpuOutsideMs,
      values: atMany.map(outsideBrowserMs),
    },
  ];
}

function compare(
  result: CaseResult | undefined,
  base: CaseResult | undefined,
  judge: (result: CaseResult, base: CaseResult) => Figure,
): Figure[] {
  return result === undefined || base === undefined ? [] : [judge(result, base)];
}

const p = ({ latenciesMs }: Measured, share: number) => percentile(latenciesMs, share);
