import { readFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, totalmem } from "node:os";
import { totalCpuMs, type Measured } from "./measure-window.ts";
import type { CaseResult } from "./run-rounds.ts";
import { cpuRatio, speedRatios } from "./compare-results.ts";
import { median, percentile } from "./statistics.ts";

/** What ratios are taken to: the first competitor of each document. */
function resultTable(results: readonly CaseResult[]): string[] {
  const lines = [
    "| Document | Way | PDF/s (range) | ratio (range) | p50 ms | p99 ms | CPU ms/PDF | ratio by CPU | memory MB | PDF KB | failed |",
    "| --- | --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |",
  ];
  for (const result of results) {
    const base = results.find(({ document }) => document === result.document);
    const rates = result.rounds.map(({ perSecond }) => perSecond);
    const ratios = base === undefined ? [] : speedRatios(result, base);
    const latencies = result.rounds.flatMap(({ latenciesMs }) => latenciesMs);
    const cells = [
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
    lines.push(`| ${cells.join(" | ")} |`);
  }
  return lines;
}

/** Where the processor time goes, part by part. */
function cpuTable(results: readonly CaseResult[]): string[] {
  const parts = [...new Set(results.flatMap(({ rounds }) => rounds.flatMap(({ cpuMs }) => [...cpuMs.keys()])))];
  const lines = [
    `| CPU ms/PDF | ${parts.join(" | ")} | outside the browser |`,
    `| --- | ${parts.map(() => "--:").join(" | ")} | --: |`,
  ];
  for (const { document, competitor, rounds } of results) {
    const values = parts.map((part) => median(rounds.map(({ cpuMs }) => cpuMs.get(part) ?? 0)));
    const outside = median(rounds.map(outsideBrowserMs));
    const cells = [...values, outside].map((value) => value.toFixed(2));
    lines.push(`| ${document.name}, ${competitor.name} | ${cells.join(" | ")} |`);
  }
  return lines;
}

const notOurs = new Set(["browser", "load generator"]);

/** Processor time that a PDF costs besides the browser's, which is what is paid for, and the load generator's. */
export function outsideBrowserMs({ cpuMs }: Measured): number {
  return [...cpuMs].reduce((sum, [part, value]) => sum + (notOurs.has(part) ? 0 : value), 0);
}

/** What the numbers were measured on. */
export function machineLine(browserVersion: string): string {
  const model = cpus()[0]?.model ?? "unknown processor";
  const kernel = readFileSync("/proc/sys/kernel/osrelease", "utf8").trim();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  const load = loadavg()[0]?.toFixed(1);
  return `${new Date().toISOString().slice(0, 10)}: ${availableParallelism()} cores of ${model}, ${memory}, Linux ${kernel}, Node.js ${process.version}, ${browserVersion}; load ${load} at the start`;
}

/** Says all there is to say of a run's results. A failure makes the command fail. */
export function reportResults(results: readonly CaseResult[], machine: string, say: (line: string) => void): void {
  for (const line of ["", machine, "", ...resultTable(results), "", ...cpuTable(results)]) say(line);
  const failures = failureLines(results);
  for (const line of failures) say(line);
  if (failures.length > 0) process.exitCode = 1;
}

/** The failures, each once with how often it happened. */
function failureLines(results: readonly CaseResult[]): string[] {
  const counts = new Map<string, number>();
  for (const { document, competitor, rounds } of results) {
    for (const failure of rounds.flatMap(({ failures }) => failures)) {
      const line = `${document.name}, ${competitor.name}: ${failure}`;
      counts.set(line, (counts.get(line) ?? 0) + 1);
    }
  }
  return [...counts].map(([line, count]) => `FAILED ${count} times: ${line}`);
}

const digits = (value: number) => value.toFixed(value < 100 ? 1 : 0);
const ratio = (value: number) => value.toFixed(value < 0.1 ? 3 : 2);
