import { Counter, createMetricsRegistry, Gauge, Histogram, shareReading } from "@platen/telemetry";

export type MetricSources = {
  /** Undefined while the catalog does not answer. */
  backlog: () => Promise<{ documents: number; oldestMs: number } | undefined>;
  /** Undefined while the catalog does not answer. */
  progress: () => Promise<{ batches: number; openRows: number; stillMs: number } | undefined>;
  deliveryBacklog: () => Promise<{ deliveries: number; oldestMs: number } | undefined>;
  answersPing: () => Promise<boolean>;
};

export type Metrics = ReturnType<typeof createMetrics>;

/** Creates the metrics of a courier. */
export function createMetrics(sources: MetricSources) {
  const registry = createMetricsRegistry("courier");
  const registers = [registry];
  const readBacklog = shareReading(() => sources.backlog());
  const due: Gauge = new Gauge({
    name: "platen_background_documents_due",
    help: "Documents of POST /documents that are due and not yet given to a worker; at most 100,000 are counted. Use the maximum of all couriers.",
    registers,
    async collect(): Promise<void> {
      const backlog = await readBacklog();
      if (backlog) due.set(backlog.documents);
      else due.remove();
    },
  });
  const oldest: Gauge = new Gauge({
    name: "platen_background_oldest_due_seconds",
    help: "For how long the oldest such document has been due; 0 without one. Use the maximum of all couriers.",
    registers,
    async collect(): Promise<void> {
      const backlog = await readBacklog();
      if (backlog) oldest.set(backlog.oldestMs / 1_000);
      else oldest.remove();
    },
  });
  const readProgress = shareReading(() => sources.progress());
  const openBatches: Gauge = new Gauge({
    name: "platen_batches_open",
    help: "Batches that are started and due, and neither paused nor final. Use the maximum of all couriers.",
    registers,
    async collect(): Promise<void> {
      const progress = await readProgress();
      if (progress) openBatches.set(progress.batches);
      else openBatches.remove();
    },
  });
  const openRows: Gauge = new Gauge({
    name: "platen_batch_rows_open",
    help: "Rows of such batches that are not done. Use the maximum of all couriers.",
    registers,
    async collect(): Promise<void> {
      const progress = await readProgress();
      if (progress) openRows.set(progress.openRows);
      else openRows.remove();
    },
  });
  const still: Gauge = new Gauge({
    name: "platen_batch_still_seconds",
    help: "For how long the one of such batches that moves least has had no row done; 0 without one. Use the maximum of all couriers.",
    registers,
    async collect(): Promise<void> {
      const progress = await readProgress();
      if (progress) still.set(progress.stillMs / 1_000);
      else still.remove();
    },
  });
  const readDeliveries = shareReading(() => sources.deliveryBacklog());
  const webhooksDue: Gauge = new Gauge({
    name: "platen_webhooks_due",
    help: "Webhooks that are due and not being sent; at most 100,000 are counted. Use the maximum of all couriers.",
    registers,
    async collect(): Promise<void> {
      const backlog = await readDeliveries();
      if (backlog) webhooksDue.set(backlog.deliveries);
      else webhooksDue.remove();
    },
  });
  const oldestWebhook: Gauge = new Gauge({
    name: "platen_webhooks_oldest_due_seconds",
    help: "For how long the oldest such webhook has been due; 0 without one. Use the maximum of all couriers.",
    registers,
    async collect(): Promise<void> {
      const backlog = await readDeliveries();
      if (backlog) oldestWebhook.set(backlog.oldestMs / 1_000);
      else oldestWebhook.remove();
    },
  });
  const isRedisUp: Gauge = new Gauge({
    name: "platen_redis_up",
    help: "Whether Redis answers this process.",
    registers,
    async collect(): Promise<void> {
      isRedisUp.set((await sources.answersPing()) ? 1 : 0);
    },
  });
  const feeding = new Gauge({
    name: "platen_courier_feeding",
    help: "Whether this courier feeds the workers. One of all couriers does.",
    registers,
  });
  const slots = new Gauge({
    name: "platen_background_slots",
    help: "Documents that all workers together print at once for POST /documents, as this courier last saw it.",
    registers,
  });
  const documentSeconds = new Gauge({
    name: "platen_background_document_seconds",
    help: "Mean time that the last documents of POST /documents took a slot of a worker. Only the courier that feeds has it, once one is made.",
    registers,
  });
  const fed = new Counter({
    name: "platen_background_documents_fed_total",
    help: "Documents of POST /documents given to workers. A document that is tried again counts again.",
    registers,
  });
  const attempts = new Histogram({
    name: "platen_webhook_attempt_seconds",
    help: "Time of the attempts at webhooks until the answer or the failure, by outcome.",
    labelNames: ["outcome"],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  feeding.set(0);
  documentSeconds.remove();

  return {
    registry,
    setFeeding(isFeeding: boolean): void {
      feeding.set(isFeeding ? 1 : 0);
      // The next holder measures on. An old mean beside its own would mislead those who take the maximum.
      if (!isFeeding) documentSeconds.remove();
    },
    setDocumentSeconds: (mean: number): void => documentSeconds.set(mean),
    setSlots: (count: number): void => slots.set(count),
    countFed: (): void => fed.inc(),
    countAttempt: (outcome: string, seconds: number): void => attempts.observe({ outcome }, seconds),
  };
}
