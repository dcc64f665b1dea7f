import { createRequestMetrics } from "@platen/http";
import { Counter, createMetricsRegistry, Gauge } from "@platen/telemetry";
import { sealedKinds, type SealedKind } from "./secrets/unopened.ts";
import { usageKinds, type UsageKind } from "./database/byte-limits.ts";
import { registerDatabaseMetrics } from "./database/database-metrics.ts";

/** Creates the catalog's metrics. */
export function createMetrics() {
  const registry = createMetricsRegistry("catalog");
  const registers = [registry];
  const database = registerDatabaseMetrics(registry);

  const storageFailures = new Counter({
    name: "platen_storage_failures_total",
    help: "Times that the storage of kept PDFs failed to write, read or delete one.",
    registers,
  });

  let worksStorage: (() => boolean) | undefined;
  const isStorageUp: Gauge = new Gauge({
    name: "platen_storage_up",
    help: "Whether the storage of kept PDFs works. This process looks after a failure, until it does. While it does not, background documents wait. Missing without STORAGE_URL.",
    registers,
    collect() {
      if (worksStorage) isStorageUp.set(worksStorage() ? 1 : 0);
      else isStorageUp.remove();
    },
  });

  const isStorageRight = new Gauge({
    name: "platen_storage_recognized",
    help: "Whether the storage of kept PDFs had the mark of this installation when this process last looked, at most a minute ago. Missing without STORAGE_URL.",
    registers,
  });
  isStorageRight.remove();

  const lostContents = new Counter({
    name: "platen_contents_lost_total",
    help: "Kept PDFs of which the storage said that it has no such file, each once.",
    registers,
  });

  const libraryBytes: Gauge = new Gauge({
    name: "platen_library_bytes",
    help: "Bytes of the files that the libraries of all projects store, with those that published versions keep, as this process counted them within the last minute. Each catalog reports the same: take the maximum.",
    registers,
  });

  const storedBytes = new Gauge({
    name: "platen_stored_bytes",
    help: "Bytes that all projects store, by kind, as this process counted them within the last seconds. Each catalog reports the same: take the maximum.",
    labelNames: ["kind"],
    registers,
  });
  const quotaRefusals = new Counter({
    name: "platen_quota_refusals_total",
    help: "Requests that were refused because their project or account stores as many bytes as it may, by kind.",
    labelNames: ["kind"],
    registers,
  });
  for (const kind of usageKinds) quotaRefusals.inc({ kind }, 0);

  const isSecretsKeyMissing = new Gauge({
    name: "platen_secrets_key_missing",
    help: "Whether a key that has sealed values in the database within the last 65 days is not among the SECRETS_KEY of this process.",
    registers,
  });
  const unopened = new Counter({
    name: "platen_sealed_values_unopened_total",
    help: "Times that no SECRETS_KEY of this process opened a sealed value, by kind. Webhooks and data that wait are tried again.",
    labelNames: ["kind"],
    registers,
  });
  for (const kind of sealedKinds) unopened.inc({ kind }, 0);

  return {
    registry,
    observeRequest: createRequestMetrics(registry),
    ...database,
    countStorageFailure: (): void => storageFailures.inc(),
    setStorageRecognized: (isRight: boolean): void => isStorageRight.set(isRight ? 1 : 0),
    countLostContent: (): void => lostContents.inc(),
    setLibraryBytes: (bytes: number): void => libraryBytes.set(bytes),
    setStoredBytes: (kind: UsageKind, bytes: number): void => storedBytes.set({ kind }, bytes),
    countQuotaRefusal: (kind: UsageKind): void => quotaRefusals.inc({ kind }),
    setSecretsKeyMissing: (isMissing: boolean): void => isSecretsKeyMissing.set(isMissing ? 1 : 0),
    countUnopened: (kind: SealedKind, values: number): void => unopened.inc({ kind }, values),
    observeStorage(works: () => boolean): void {
      worksStorage = works;
    },
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
