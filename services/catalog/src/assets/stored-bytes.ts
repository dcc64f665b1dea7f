import type { Logger } from "@platen/telemetry";
import { startHousekeeping, type Housekeeping } from "../database/housekeeping.ts";
import type { AssetStore } from "./asset-store.ts";

const countIntervalMs = 60_000;

/** Counts the bytes of all files for the metric regularly, so that neither a request nor a scrape waits for the table. */
export function createStoredBytes(options: {
  store: Pick<AssetStore, "storedBytes">;
  report: (bytes: number) => void;
  logger: Logger;
}): Housekeeping {
  return startHousekeeping({
    what: "count the bytes of files",
    everyMs: countIntervalMs,
    work: async () => options.report(await options.store.storedBytes()),
    logger: options.logger,
  });
}
