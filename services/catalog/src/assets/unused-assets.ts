import type { Logger } from "@platen/telemetry";
import { startHousekeeping, type Housekeeping } from "../database/housekeeping.ts";
import type { AssetStore } from "./asset-store.ts";

const checkIntervalMs = 3_600_000;

/** Removes bytes of files that nothing has used for a day, regularly. */
export function createUnusedAssets({ store, logger }: { store: AssetStore; logger: Logger }): Housekeeping {
  return startHousekeeping({
    what: "remove unused files",
    everyMs: checkIntervalMs,
    work: () => store.removeUnused(),
    logger,
  });
}
