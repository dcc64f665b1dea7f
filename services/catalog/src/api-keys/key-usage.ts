import { describeError, type Logger } from "@platen/telemetry";
import type { DataSource } from "typeorm";
import { queryRows } from "../database/rows.ts";

export type KeyUsage = {
  /** Notes the use of a key, without I/O. */
  note(keyId: string): void;
  /** Writes the noted uses. */
  flush(): Promise<void>;
  /** Stops the timer and writes the remaining uses. */
  close(): Promise<void>;
};

/** Updates `lastUsedAt` of API keys without a write per request: it collects uses and writes them every few seconds. */
export function createKeyUsage(options: {
  dataSource: DataSource;
  logger: Logger;
  flushEveryMs: number;
  now?: () => number;
}): KeyUsage {
  const { now = Date.now } = options;
  let noted = new Map<string, number>();

  async function flush(): Promise<void> {
    if (noted.size === 0) return;
    const uses = noted;
    noted = new Map();
    try {
      await queryRows(
        options.dataSource.manager,
        `UPDATE api_keys AS k SET last_used_at = u.used_at
         FROM unnest($1::text[], $2::timestamptz[]) AS u (key_id, used_at)
         WHERE k.key_id = u.key_id AND (k.last_used_at IS NULL OR k.last_used_at < u.used_at)`,
        [[...uses.keys()], [...uses.values()].map((usedAt) => new Date(usedAt))],
      );
    } catch (error) {
      // Keep the uses for the next flush; uses noted since then are newer and win.
      noted = new Map([...uses, ...noted]);
      options.logger.warn("could not save when API keys were last used", describeError(error));
    }
  }

  const timer = setInterval(() => void flush(), options.flushEveryMs);
  timer.unref();

  return {
    note: (keyId) => void noted.set(keyId, now()),
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}
