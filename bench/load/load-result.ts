import { z } from "zod";
import { percentile } from "../measure/statistics.ts";
import { isDocument, isRefusal, type Outcome } from "./outcome.ts";

const latencies = z.object({ p50Ms: z.number(), p95Ms: z.number(), p99Ms: z.number(), maxMs: z.number() });

const part = latencies.extend({
  name: z.string(),
  /** Requests begun per second. */
  offeredPerSecond: z.number(),
  /** Documents per second. */
  perSecond: z.number(),
  documents: z.number(),
  refused: z.number(),
  failed: z.number(),
  bytes: z.number(),
  pages: z.number(),
});

/** The result of a load test, as `--json` writes it. */
export const loadResult = z.object({
  /** The machine of the load generator. */
  machine: z.string(),
  target: z.string(),
  shape: z.string(),
  rate: z.number(),
  seconds: z.number(),
  phases: z.array(part),
  templates: z.array(part),
  all: part,
  /** How often the service gave each answer. */
  answers: z.record(z.string(), z.number()),
  /** The p99 of the load generator's own delay. */
  lateP99Ms: z.number(),
  /** One large document at a time. */
  large: z.object({ pages: z.number(), seconds: z.number(), pagesPerSecond: z.number() }).nullable(),
  /** Empty for a target that runs elsewhere. */
  cpuMsPerDocument: z.record(z.string(), z.number()),
  memoryMegabytes: z.record(z.string(), z.object({ before: z.number(), after: z.number() })),
});

export type LoadResult = z.infer<typeof loadResult>;
export type PartOfLoad = z.infer<typeof part>;

/** Sums up the requests that were begun within `seconds`. */
export function summarize(name: string, outcomes: readonly Outcome[], seconds: number): PartOfLoad {
  const documents = outcomes.filter(isDocument);
  const refused = outcomes.filter(isRefusal).length;
  const times = documents.map(({ latencyMs }) => latencyMs);
  // JSON has no NaN.
  const at = (share: number) => (times.length === 0 ? 0 : percentile(times, share));
  return {
    name,
    offeredPerSecond: outcomes.length / seconds,
    perSecond: documents.length / seconds,
    documents: documents.length,
    refused,
    failed: outcomes.length - documents.length - refused,
    bytes: documents.reduce((sum, { bytes }) => sum + bytes, 0),
    pages: documents.reduce((sum, { pageCount }) => sum + pageCount, 0),
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    p99Ms: at(0.99),
    maxMs: at(1),
  };
}

export function countAnswers(outcomes: readonly Outcome[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { code } of outcomes) counts.set(code, (counts.get(code) ?? 0) + 1);
  return Object.fromEntries([...counts].toSorted(([, a], [, b]) => b - a));
}
