import type { Logger } from "@platen/telemetry";
import type { DataSource, EntityManager } from "typeorm";
import { databaseFailureOf } from "../database/database-error.ts";
import { startHousekeeping } from "../database/housekeeping.ts";
import { queryRows } from "../database/rows.ts";
import type { Sealer } from "./sealer.ts";

const lookEveryMs = 10_000;
/** Longer than what a key seals waits or is kept. A key that has sealed nothing for so long is forgotten. */
const usedDays = 65;

/**
 * Notes the keys that seal here, unless the database knows keys and none of these: what a wrong key sealed would be lost with
 * it.
 */
const noteSql = `
  INSERT INTO secrets_keys (key_id)
  SELECT unnest($1::bytea[])
  WHERE NOT EXISTS (SELECT 1 FROM secrets_keys) OR EXISTS (SELECT 1 FROM secrets_keys WHERE key_id = ANY ($2::bytea[]))
  ON CONFLICT (key_id) DO UPDATE SET last_used_at = now() WHERE secrets_keys.last_used_at < now() - interval '1 hour'`;

const problem =
  "SECRETS_KEY has none of the keys that catalogs have used with this database, so what these have sealed cannot be opened. Set the earlier key too, such as SECRETS_KEY=old,new, and restart the catalog. If that key is lost, docs/operations.md says how to start without it.";

/**
 * Creates the record of the keys that seal values in the database, of all catalogs: each learns from it which keys it
 * lacks, before it meets a value that it cannot open.
 */
export function createUsedKeys(options: {
  dataSource: DataSource;
  sealers: readonly Sealer[];
  reportMissing: (isMissing: boolean) => void;
  logger: Pick<Logger, "warn">;
}) {
  const { dataSource, sealers, reportMissing, logger } = options;
  const sealing = sealers.map(({ keyId }) => keyId);
  const own = sealers.flatMap(({ keyIds }) => keyIds);
  let isMissing = false;

  /** Notes the keys, and looks for those of others. Of catalogs with different keys that do so at the same time, one is first. */
  function noteAndLook(): Promise<string | undefined> {
    return dataSource.transaction(async (manager) => {
      await queryRows(manager, "LOCK TABLE secrets_keys IN EXCLUSIVE MODE");
      await queryRows(manager, noteSql, [sealing, own]);
      return look(manager);
    });
  }

  /** Looks for the keys of others. Returns the problem of a catalog that has none of the keys. */
  async function look(manager: EntityManager): Promise<string | undefined> {
    const keys = await queryRows<{ isOwn: boolean; isRecent: boolean }>(
      manager,
      `SELECT key_id = ANY ($1::bytea[]) AS "isOwn", last_used_at > now() - interval '${usedDays} days' AS "isRecent"
       FROM secrets_keys`,
      [own],
    );
    const wasMissing = isMissing;
    isMissing = keys.some(({ isOwn, isRecent }) => isRecent && !isOwn);
    reportMissing(isMissing);
    if (isMissing && !wasMissing)
      logger.warn("SECRETS_KEY lacks a key that has sealed values: set all keys at all catalogs");
    return keys.length > 0 && !keys.some(({ isOwn }) => isOwn) ? problem : undefined;
  }

  const housekeeping = startHousekeeping({
    what: "look for the keys of sealed values",
    everyMs: lookEveryMs,
    work: async () => {
      if ((await noteAndLook()) !== undefined) return;
      await queryRows(
        dataSource.manager,
        `DELETE FROM secrets_keys WHERE last_used_at <= now() - interval '${usedDays} days'`,
      );
    },
    logger,
  });

  return {
    /** Of two catalogs that start with different keys at the same time, only the first has no problem. */
    async problem(): Promise<string | undefined> {
      try {
        return await noteAndLook();
      } catch (error) {
        // Such a database is read, and seals nothing.
        const cause = databaseFailureOf(error)?.cause;
        if (cause !== "read_only" && cause !== "disk_full") throw error;
        return look(dataSource.manager);
      }
    },

    /** Whether another key than those of this catalog has sealed values. */
    isMissing: (): boolean => isMissing,

    close: () => housekeeping.close(),
  };
}
