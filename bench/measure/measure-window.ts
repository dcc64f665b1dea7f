import { availableParallelism } from "node:os";
import { problemOf } from "../documents/check-pdf.ts";
import type { BenchDocument } from "../documents/bench-document.ts";
import { cpuMs, foreignCores, memoryBytes, takeSnapshot, type ProcessPart } from "./process-usage.ts";

/** A way to make PDFs. */
export type Competitor = {
  name: string;
  /** Documents in progress at once. */
  concurrency: number;
  processes: () => ProcessPart[];
  print: (document: BenchDocument, run: number, client: number) => Promise<Buffer>;
};

export type Measured = {
  perSecond: number;
  latenciesMs: number[];
  /** Processor time of one PDF, by part. */
  cpuMs: ReadonlyMap<string, number>;
  memoryBytes: number;
  sizeBytes: number;
  failures: string[];
  foreignCores: number;
};

/** Processor time of one PDF, of all parts. */
export function totalCpuMs({ cpuMs }: Measured): number {
  return [...cpuMs.values()].reduce((sum, value) => sum + value, 0);
}

// Of each client, if there are few.
const warmUps = 2;
const maxWarmClients = 8;
/** A competitor that fails at once is not asked ten thousand times. */
const maxFailures = 20;

let runs = 0;

/**
 * Lets a competitor make PDFs for some time, with all clients busy, and checks every PDF afterwards. PDFs in progress at
 * the end of the window are finished and counted.
 */
export async function measureWindow(
  { concurrency, processes, print }: Competitor,
  document: BenchDocument,
  windowMs: number,
  check: typeof problemOf = problemOf,
): Promise<Measured> {
  const made: { run: number; pdf: Buffer; client: number; tookMs: number }[] = [];
  const failures: string[] = [];
  const printOne = async (client: number) => {
    const run = ++runs;
    const startedAt = performance.now();
    try {
      const pdf = await print(document, run, client);
      made.push({ run, pdf, client, tookMs: performance.now() - startedAt });
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
    }
  };
  const failsTooOften = () => failures.length > maxFailures;

  await eachClient(Math.min(concurrency, maxWarmClients), async (client) => {
    for (let count = 0; count < (concurrency > 2 ? 1 : warmUps) && !failsTooOften(); count++) await printOne(client);
  });
  made.length = 0;

  const parts = processes();
  const before = takeSnapshot();
  const startedAt = performance.now();
  const endedAt = await eachClient(concurrency, async (client) => {
    do await printOne(client);
    while (performance.now() - startedAt < windowMs && !failsTooOften());
    return performance.now();
  });
  const after = takeSnapshot();
  // This process holds the PDFs until they are checked, so its memory does not count.
  const others = parts.filter(({ pid }) => pid !== process.pid);
  const memory = others.reduce((sum, part) => sum + memoryBytes(after, part), 0);

  for (const { run, pdf } of made) {
    const problem = await check(pdf, document, run);
    if (problem !== undefined) failures.push(problem);
  }
  const cpu = new Map<string, number>();
  for (const part of parts) {
    const used = (cpuMs(after, part) - cpuMs(before, part)) / Math.max(made.length, 1);
    cpu.set(part.part, (cpu.get(part.part) ?? 0) + used);
  }
  return {
    perSecond: perSecond(made, startedAt, endedAt),
    latenciesMs: made.map(({ tookMs }) => tookMs),
    cpuMs: cpu,
    memoryBytes: memory,
    sizeBytes: made[0]?.pdf.length ?? 0,
    failures,
    foreignCores: foreignCores(before, after, new Set([process.pid, ...parts.map(({ pid }) => pid)])),
  };
}

function eachClient<T>(count: number, work: (client: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, client) => work(client)));
}

/**
 * With at most as many clients as cores, adds up the speed of each client to its own end. With more, the last documents
 * keep the machine busy, and the time to the end of all counts.
 */
function perSecond(made: readonly { client: number }[], startedAt: number, endedAt: readonly number[]): number {
  if (endedAt.length > availableParallelism()) return (made.length * 1_000) / (Math.max(...endedAt) - startedAt);
  return endedAt.reduce((sum, end, client) => {
    const count = made.filter((one) => one.client === client).length;
    return sum + (count * 1_000) / (end - startedAt);
  }, 0);
}
