import { readFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, totalmem } from "node:os";
import type { Measured } from "./measure-slot.ts";
import type { CaseResult } from "./run-rounds.ts";

/** What ratios are taken to: the first competitor of each document. */
export function resultTable(results: readonly CaseResult[]): string[] {
  const lines = [
    "| Document | Way | PDF/s (range) | ratio (range) | p50 ms | p99 ms | CPU ms/PDF | ratio by CPU | memory MB | PDF KB | failed |",
    "| --- | --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |",
  ];
  for (const result of results) {
    const base = results.find(({ document }) => document === result.document);
    const rates = result.rounds.map(({ perSecond }) => perSecond);
    const ratios = rates.map((rate, round) => rate / (base?.rounds[round]?.perSecond ?? Number.NaN));
    const latencies = result.rounds.flatMap(({ latenciesMs }) => latenciesMs).toSorted((a, b) => a - b);
    const cells = [
      result.document.name,
      result.competitor.name,
      `${digits(median(rates))} (${digits(Math.min(...rates))} to ${digits(Math.max(...rates))})`,
      `**${ratio(median(ratios))}** (${ratio(Math.min(...ratios))} to ${ratio(Math.max(...ratios))})`,
      digits(percentile(latencies, 0.5)),
      digits(percentile(latencies, 0.99)),
      digits(median(result.rounds.map(totalCpu))),
      ratio(median((base?.rounds ?? []).map(totalCpu)) / median(result.rounds.map(totalCpu))),
      (median(result.rounds.map(({ memoryBytes }) => memoryBytes)) / 1e6).toFixed(0),
      digits((result.rounds.at(-1)?.sizeBytes ?? 0) / 1e3),
      String(result.rounds.reduce((sum, { failures }) => sum + failures.length, 0)),
    ];
    lines.push(`| ${cells.join(" | ")} |`);
  }
  return lines;
}

/** Where the processor time goes, part by part. */
export function cpuTable(results: readonly CaseResult[]): string[] {
  const parts = [...new Set(results.flatMap(({ rounds }) => rounds.flatMap(({ cpuMs }) => [...cpuMs.keys()])))];
  const lines = [
    `| CPU ms/PDF | ${parts.join(" | ")} | outside the browser |`,
    `| --- | ${parts.map(() => "--:").join(" | ")} | --: |`,
  ];
  for (const { document, competitor, rounds } of results) {
    const values = parts.map((part) => median(rounds.map(({ cpuMs }) => cpuMs.get(part) ?? 0)));
    const outside = values.reduce((sum, value, index) => sum + (isOutside(parts[index]) ? value : 0), 0);
    const cells = [...values, outside].map((value) => value.toFixed(2));
    lines.push(`| ${document.name}, ${competitor.name} | ${cells.join(" | ")} |`);
  }
  return lines;
}

/** The load generator is no part of what is measured, and the browser is what is paid for. */
const isOutside = (part: string | undefined) => part !== "browser" && part !== "load generator";

/** What the numbers were measured on. */
export function machineLine(browserVersion: string): string {
  const model = cpus()[0]?.model ?? "unknown processor";
  const kernel = readFileSync("/proc/sys/kernel/osrelease", "utf8").trim();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  const load = loadavg()[0]?.toFixed(1);
  return `${new Date().toISOString().slice(0, 10)}: ${availableParallelism()} cores of ${model}, ${memory}, Linux ${kernel}, Node.js ${process.version}, ${browserVersion}; load ${load} at the start`;
}

/** The failures, each once with how often it happened. */
export function failureLines(results: readonly CaseResult[]): string[] {
  const counts = new Map<string, number>();
  for (const { document, competitor, rounds } of results) {
    for (const failure of rounds.flatMap(({ failures }) => failures)) {
      const line = `${document.name}, ${competitor.name}: ${failure}`;
      counts.set(line, (counts.get(line) ?? 0) + 1);
    }
  }
  return [...counts].map(([line, count]) => `FAILED ${count} times: ${line}`);
}

function totalCpu({ cpuMs }: Measured): number {
  return [...cpuMs.values()].reduce((sum, value) => sum + value, 0);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

const digits = (value: number) => value.toFixed(value < 100 ? 1 : 0);
const ratio = (value: number) => value.toFixed(value < 0.1 ? 3 : 2);
