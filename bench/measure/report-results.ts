import { readFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, totalmem } from "node:os";
import type { Table } from "../report/report.ts";
import { cpuRatio, speedRatios } from "./compare.ts";
import { totalCpuMs, type Measured } from "./measure-window.ts";
import type { CaseResult } from "./run-rounds.ts";
import { median, percentile } from "./statistics.ts";

/** The speed of each competitor and where its processor time goes, and each failure. */
export function reportResults(results: readonly CaseResult[]): { tables: Table[]; failures: string[] } {
  return {
    tables: [speedTable(results), cpuTable(results)],
    failures: results.flatMap(({ document, competitor, rounds }) =>
      rounds.flatMap(({ failures }) => failures).map((failure) => `${document.name}, ${competitor.name}: ${failure}`),
    ),
  };
}

/** Ratios are taken to the first competitor of each document. */
function speedTable(results: readonly CaseResult[]): Table {
  const rows = results.map((result) => {
    const base = results.find(({ document }) => document === result.document);
    const rates = result.rounds.map(({ perSecond }) => perSecond);
    const ratios = base === undefined ? [] : speedRatios(result, base);
    const latencies = result.rounds.flatMap(({ latenciesMs }) => latenciesMs);
    return [
      result.document.name,
      result.competitor.name,
      `${digits(median(rates))} (${digits(Math.min(...rates))} to ${digits(Math.max(...rates))})`,
      `**${ratio(median(ratios))}** (${ratio(Math.min(...ratios))} to ${ratio(Math.max(...ratios))})`,
      digits(percentile(latencies, 0.5)),
      digits(percentile(latencies, 0.99)),
      digits(median(result.rounds.map(totalCpuMs))),
      ratio(base === undefined ? Number.NaN : cpuRatio(result, base)),
      (median(result.rounds.map(({ memoryBytes }) => memoryBytes)) / 1e6).toFixed(0),
      digits((result.rounds.at(-1)?.sizeBytes ?? 0) / 1e3),
      String(result.rounds.reduce((sum, { failures }) => sum + failures.length, 0)),
    ];
  });
  const columns = ["Document", "Competitor", "PDF/s (range)", "ratio (range)", "p50 ms", "p99 ms"];
  return { columns: [...columns, "CPU ms/PDF", "ratio by CPU", "memory MB", "PDF KB", "failed"], rows };
}

function cpuTable(results: readonly CaseResult[]): Table {
  const parts = [...new Set(results.flatMap(({ rounds }) => rounds.flatMap(({ cpuMs }) => [...cpuMs.keys()])))];
  const rows = results.map(({ document, competitor, rounds }) => {
    const values = parts.map((part) => median(rounds.map(({ cpuMs }) => cpuMs.get(part) ?? 0)));
    const outside = median(rounds.map(outsideBrowserMs));
    return [`${document.name}, ${competitor.name}`, ...[...values, outside].map((value) => value.toFixed(2))];
  });
  return { columns: ["CPU ms/PDF", ...parts, "outside the browser"], rows };
}

const notOurs = new Set(["browser", "load generator"]);

/** Processor time of a PDF outside the browser, without that of the load generator. */
export function outsideBrowserMs({ cpuMs }: Measured): number {
  return [...cpuMs].reduce((sum, [part, value]) => sum + (notOurs.has(part) ? 0 : value), 0);
}

/** The machine and the versions that the figures depend on; `about` names the browser or what runs in its place. */
export function describeMachine(about: string): string {
  const model = cpus()[0]?.model ?? "unknown processor";
  const kernel = readFileSync("/proc/sys/kernel/osrelease", "utf8").trim();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  const load = loadavg()[0]?.toFixed(1);
  return `${availableParallelism()} cores of ${model}, ${memory}, Linux ${kernel}, Node.js ${process.version}, ${about}; load ${load} at the start`;
}

const digits = (value: number) => value.toFixed(value < 100 ? 1 : 0);
const ratio = (value: number) => value.toFixed(value < 0.1 ? 3 : 2);
