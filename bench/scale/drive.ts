import type { PostJson } from "../http/http-client.ts";
import { cpuMs, foreignCores, takeSnapshot, type ProcessPart } from "../measure/process-usage.ts";
import { percentile } from "../measure/statistics.ts";

export type Driven = {
  documents: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Processor time of one document, by part. */
  cpuMs: ReadonlyMap<string, number>;
  /** Cores that all parts kept busy together. */
  busyCores: number;
  foreignCores: number;
  failures: string[];
};

/** A service that refuses at once is not asked ten thousand times. */
const maxFailures = 20;

/** Keeps `concurrency` requests in progress for a while; each client takes the requests in turn. */
export async function drive(
  requests: readonly { post: PostJson; body: string }[],
  { concurrency, windowMs, parts }: { concurrency: number; windowMs: number; parts: readonly ProcessPart[] },
): Promise<Driven> {
  const latencies: number[] = [];
  const failures: string[] = [];
  const startedAt = performance.now();
  const before = takeSnapshot();
  const client = async (index: number) => {
    for (let next = index; performance.now() - startedAt < windowMs; next++) {
      const request = requests[next % requests.length];
      if (request === undefined) return;
      const begunAt = performance.now();
      try {
        const { status, body } = await request.post("/api/v1/generate", request.body);
        if (status === 200 && body.toString("latin1", 0, 5) === "%PDF-") latencies.push(performance.now() - begunAt);
        else failures.push(`${status}: ${body.toString("utf8", 0, 120)}`);
      } catch (error) {
        failures.push(String(error));
      }
      if (failures.length > maxFailures) return;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, (_, index) => client(index)));
  const after = takeSnapshot();
  const elapsedMs = after.atMs - before.atMs;

  const cpu = new Map<string, number>();
  let total = 0;
  for (const part of parts) {
    const used = cpuMs(after, part) - cpuMs(before, part);
    total += used;
    cpu.set(part.part, (cpu.get(part.part) ?? 0) + used / Math.max(1, latencies.length));
  }
  return {
    documents: latencies.length,
    perSecond: (latencies.length * 1_000) / elapsedMs,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    cpuMs: cpu,
    busyCores: total / elapsedMs,
    foreignCores: foreignCores(before, after, process.pid),
    failures,
  };
}
