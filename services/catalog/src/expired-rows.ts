import { usageHoursKeptDays } from "@platen/contracts";
import type { Logger } from "@platen/telemetry";
import type { DataSource } from "typeorm";
import { keysKept } from "./documents/request-keys.ts";
import { startHousekeeping, type Housekeeping } from "./database/housekeeping.ts";
import { queryRows } from "./database/rows.ts";

const checkIntervalMs = 60_000;

const statements = [
  // Of projects that are deleted, and of others that store nothing.
  "DELETE FROM project_usage WHERE content_bytes = 0 AND row_bytes = 0 AND waiting_bytes = 0",
  "DELETE FROM sessions WHERE expires_at <= now() OR seen_at <= now() - interval '14 days'",
  "DELETE FROM invitations WHERE expires_at <= now()",
  "DELETE FROM preview_sources WHERE used_at < now() - interval '1 hour'",
  // A day longer than callers may ask for. Days stay.
  `DELETE FROM usage_hours WHERE ctid = ANY (ARRAY(
     SELECT ctid FROM usage_hours WHERE at < now() - make_interval(days => ${usageHoursKeptDays + 1}) LIMIT 10000))`,
  `DELETE FROM request_keys WHERE created_at < now() - interval '${keysKept}'`,
];

export type ExpiredRows = Housekeeping & {
  /** Removes what has expired now. */
  removeExpired(): Promise<void>;
};

/** Removes expired sessions, invitations, sources of previews, Idempotency-Keys and counts of hours regularly. */
export function createExpiredRows({ dataSource, logger }: { dataSource: DataSource; logger: Logger }): ExpiredRows {
  async function removeExpired(): Promise<void> {
    for (const statement of statements) await queryRows(dataSource.manager, statement);
  }
  const housekeeping = startHousekeeping({
    what: "remove expired rows",
    everyMs: checkIntervalMs,
    work: removeExpired,
    logger,
  });
  return { removeExpired, close: () => housekeeping.close() };
}
