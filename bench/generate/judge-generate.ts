import type { BenchDocument } from "../documents/bench-document.ts";
import { invoice } from "../documents/invoice.ts";
import { report } from "../documents/report.ts";
import { table } from "../documents/table.ts";
import { goals } from "../goals.ts";
import { byRound, cpuRatio, speedRatios } from "../measure/compare-results.ts";
import type { Goal, Judged } from "../measure/judge.ts";
import { totalCpuMs, type Competitor, type Measured } from "../measure/measure-window.ts";
import { outsideBrowserMs } from "../measure/report-results.ts";
import type { CaseResult } from "../measure/run-rounds.ts";
import { median, percentile } from "../measure/statistics.ts";

/** Who is judged, and beside whom. Those who were not measured are left out. */
export type Contest = {
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

const ofRaw = "64 connections: of the raw loop's speed";
const timesAs = (name: string) => `8 connections: times as fast as ${name}`;

/** Whether the service is as fast as it should be, from the results of one run. */
export function judgeGenerate(results: readonly CaseResult[], contest: Contest): Judged[] {
  const { raw, rawOne, one, eight, many, most } = contest;
  const resultOf = (document: BenchDocument, competitor: Competitor | undefined): CaseResult | undefined =>
    results.find((result) => result.document === document && result.competitor === competitor);

  const speed = (
    about: string,
    goal: Goal,
    document: BenchDocument,
    own: Competitor,
    base: Competitor | undefined,
  ): Judged[] =>
    compare(resultOf(document, own), resultOf(document, base), (result, other) => ({
      about: `${document.name}, ${about}`,
      goal,
      figures: speedRatios(result, other),
      byCpu: cpuRatio(result, other),
    }));

  const added = (document: BenchDocument): Judged[] =>
    compare(resultOf(document, one), resultOf(document, rawOne), (result, other) => ({
      about: `${document.name}, 1 connection: p50 above that of the raw loop's one page, ms`,
      goal: goals.generate.addedMs,
      figures: byRound(result, other, (own, base) => p(own, 0.5) - p(base, 0.5)),
      byCpu: median(byRound(result, other, (own, base) => totalCpuMs(own) - totalCpuMs(base))),
    }));
  const unevenness = (document: BenchDocument): Judged => ({
    about: `${document.name}, 8 connections: p99 to p50`,
    goal: goals.generate.unevenness,
    figures: (resultOf(document, eight)?.rounds ?? []).map((round) => p(round, 0.99) / p(round, 0.5)),
  });

  const own = results.filter(({ competitor }) => [one, eight, many, most].includes(competitor));
  const failures = own.flatMap(({ rounds }) => rounds.flatMap((round) => round.failures));
  const atMany = resultOf(invoice, many)?.rounds ?? [];
  return [
    ...speed(ofRaw, goals.generate.invoice, invoice, many, raw),
    ...speed(ofRaw, goals.generate.report, report, many, raw),
    ...speed(ofRaw, goals.generate.table, table, many, raw),
    ...added(invoice),
    ...added(report),
    unevenness(invoice),
    unevenness(report),
    { about: "failed, of all documents", goal: goals.generate.failures, figures: [failures.length] },
    ...speed(timesAs("jsreport's best setting"), goals.generate.jsreport, invoice, eight, contest.jsreport),
    ...speed(timesAs("puppeteer, load"), goals.generate.puppeteerLoad, invoice, eight, contest.puppeteerLoad),
    ...speed(timesAs("puppeteer, networkidle0"), goals.generate.puppeteerIdle, invoice, eight, contest.puppeteerIdle),
    {
      about: "invoice, 64 connections: CPU ms outside the browser",
      goal: goals.generate.cpuOutsideMs,
      figures: atMany.map(outsideBrowserMs),
    },
  ];
}

function compare(
  result: CaseResult | undefined,
  base: CaseResult | undefined,
  judge: (result: CaseResult, base: CaseResult) => Judged,
): Judged[] {
  return result === undefined || base === undefined ? [] : [judge(result, base)];
}

const p = ({ latenciesMs }: Measured, share: number) => percentile(latenciesMs, share);
