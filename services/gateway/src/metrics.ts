import { failureCodes, type Failure } from "@platen/contracts";
import { createRequestMetrics } from "@platen/http";
import type { QueueState } from "@platen/queue";
import { Counter, createMetricsRegistry, Gauge, shareReading } from "@platen/telemetry";

export type MetricSources = {
  queueState: () => Promise<QueueState>;
  waitCount: () => number;
  /** Requests that wait for a record to be final. */
  recordWaitCount: () => number;
  oldestWaitMs: () => number;
  redisProblem: () => string | undefined;
  redisUsedBytes: () => Promise<number>;
  redisLimitBytes: () => number | undefined;
};

const outcomesBesideFailures = ["completed", "cancelled", "project_busy", "queue_full", "not_queued"] as const;

/** What became of a document: the label that counts it. */
export type DocumentOutcome = (typeof outcomesBesideFailures)[number] | Failure["code"];

/** What became of a request that the project wants to keep. */
export type KeepingOutcome = "kept" | "too_large" | "dropped";

/** A scrape waits no longer than this for Redis. */
const redisTimeoutMs = 1_000;

async function orUndefinedWhenLate<T>(work: Promise<T>): Promise<T | undefined> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), redisTimeoutMs);
  return Promise.race([work.catch(() => undefined), late.promise]).finally(() => clearTimeout(timer));
}

/** Seconds of work in the queue. Until a rate is measured, the wait of the oldest document is a lower bound. */
function backlogSeconds({ jobs, documentsPerSecond }: QueueState, oldestWaitMs: number): number {
  const documents = jobs.waiting + jobs.prioritized + jobs.active;
  if (documents === 0) return 0;
  return documentsPerSecond === undefined ? oldestWaitMs / 1_000 : documents / documentsPerSecond;
}

/** Creates the gateway's metrics. Labels are bounded: operation ids, status classes, outcomes, failure codes. */
export function createMetrics(sources: MetricSources) {
  const registry = createMetricsRegistry("gateway");
  const registers = [registry];
  const readQueue = shareReading(() => orUndefinedWhenLate(sources.queueState()));
  const documents = new Counter({
    name: "platen_documents_total",
    help: "Documents answered, by outcome: completed, cancelled, or the code of their failure.",
    labelNames: ["outcome"],
    registers,
  });
  // Zero from the start: Prometheus sees no increase in a counter that first appears with a value.
  for (const outcome of [...outcomesBesideFailures, ...failureCodes]) documents.inc({ outcome }, 0);
  const lostDocuments = new Counter({
    name: "platen_documents_lost_total",
    help: "Documents without an answer by their deadline, whose job and reply Redis no longer had.",
    registers,
  });
  const waits: Gauge = new Gauge({
    name: "platen_documents_in_progress",
    help: "Documents that this process waits for.",
    registers,
    collect: () => waits.set(sources.waitCount()),
  });
  const recordWaits: Gauge = new Gauge({
    name: "platen_document_waits",
    help: "Requests with `wait`, and streams of events, that this process holds until their documents or batches are done.",
    registers,
    collect: () => recordWaits.set(sources.recordWaitCount()),
  });
  const oldestJob: Gauge = new Gauge({
    name: "platen_queue_oldest_job_age_seconds",
    help: "Age of the oldest document that this process waits for; 0 without one. Use the maximum of all gateways.",
    registers,
    collect: () => oldestJob.set(sources.oldestWaitMs() / 1_000),
  });
  const isRedisUp: Gauge = new Gauge({
    name: "platen_redis_up",
    help: "Whether Redis answers this process.",
    registers,
    async collect(): Promise<void> {
      isRedisUp.set((await readQueue()) === undefined ? 0 : 1);
    },
  });
  const isRedisSafe: Gauge = new Gauge({
    name: "platen_redis_safe",
    help: "Whether the settings of Redis keep accepted documents. While they do not, gateways refuse documents.",
    registers,
    collect: () => isRedisSafe.set(sources.redisProblem() === undefined ? 1 : 0),
  });
  const redisUsedBytes: Gauge = new Gauge({
    name: "platen_redis_memory_bytes",
    help: "Memory that the data in Redis take. Every gateway reports the same. Missing while Redis is away.",
    registers,
    async collect(): Promise<void> {
      const bytes = await orUndefinedWhenLate(sources.redisUsedBytes());
      if (bytes === undefined) redisUsedBytes.remove();
      else redisUsedBytes.set(bytes);
    },
  });
  const redisLimitBytes: Gauge = new Gauge({
    name: "platen_redis_memory_limit_bytes",
    help: "Memory that Redis may use: its maxmemory. Missing where it has none.",
    registers,
    collect() {
      const bytes = sources.redisLimitBytes();
      if (bytes === undefined) redisLimitBytes.remove();
      else redisLimitBytes.set(bytes);
    },
  });
  const jobs: Gauge<"state"> = new Gauge({
    name: "platen_queue_jobs",
    help: "Jobs in the queue, by state. Every gateway reports the same. Missing while Redis is away.",
    labelNames: ["state"],
    registers,
    async collect(): Promise<void> {
      const state = await readQueue();
      jobs.reset();
      for (const [name, count] of Object.entries(state?.jobs ?? {})) jobs.set({ state: name }, count);
    },
  });
  const backlog: Gauge = new Gauge({
    name: "platen_queue_backlog_seconds",
    help: "Time that the workers need for all jobs in the queue, at the last measured rate. Missing while Redis is away.",
    registers,
    async collect(): Promise<void> {
      const state = await readQueue();
      if (state) backlog.set(backlogSeconds(state, sources.oldestWaitMs()));
      else backlog.remove();
    },
  });

  const corruptContents = new Counter({
    name: "platen_storage_corrupt_total",
    help: "Downloads of kept PDFs that were broken off because the bytes have changed since they were kept.",
    registers,
  });

  const keptRequests = new Counter({
    name: "platen_kept_requests_total",
    help: "Requests of projects that keep them, by outcome: kept, too_large, or dropped because a gateway or the catalog had no room or no answer for them.",
    labelNames: ["outcome"],
    registers,
  });
  for (const outcome of ["kept", "too_large", "dropped"]) keptRequests.inc({ outcome }, 0);

  return {
    registry,
    countKeptRequests: (outcome: KeepingOutcome, requests: number): void => keptRequests.inc({ outcome }, requests),
    countCorruptContent: (): void => corruptContents.inc(),
    observeRequest: createRequestMetrics(registry),
    countLostDocument: (): void => lostDocuments.inc(),
    countDocument: (outcome: DocumentOutcome): void => documents.inc({ outcome }),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
