import { createId, Problem, type Delivery, type DeliveryAttempt } from "@platen/contracts";
import type { EgressRules } from "@platen/egress";
import type { Logger } from "@platen/telemetry";
import type { DataSource } from "typeorm";
import { startHousekeeping } from "../database/housekeeping.ts";
import { queryRows } from "../database/rows.ts";
import type { PageRequest } from "../pagination/page-plan.ts";
import { readPage, type Page } from "../pagination/read-page.ts";
import type { Sealer } from "../secrets/sealer.ts";
import { keyMissing, type CountUnopened } from "../secrets/unopened.ts";
import { countRetry, forgetRetriesSql } from "./count-retry.ts";
import { createDeliveryLeases, type WebhookKeys } from "./delivery-leases.ts";
import type { PlannedDelivery } from "./planned-delivery.ts";
import { sealAddress } from "./seal-address.ts";
import { createWebhookSecrets } from "./webhook-secrets.ts";

const keptDays = 30;
const checkIntervalMs = 60_000;
const columns = `v.delivery_id AS "deliveryId", v.event, v.receiver, v.status, v.log AS attempts,
  CASE WHEN v.status = 'waiting' THEN CASE WHEN v.lease IS NULL THEN v.due_at ELSE least(v.due_at, now()) END END AS "nextAttemptAt", v.created_at AS "createdAt"`;

type DeliveryRow = Omit<Delivery, "attempts" | "nextAttemptAt" | "createdAt"> & {
  attempts: DeliveryAttempt[];
  // In an answer of the page reader a date is a text.
  nextAttemptAt: Date | string | null;
  createdAt: Date | string;
};

export type DeliveryQuery = PageRequest & { sort: `createdAt:${"asc" | "desc"}` };

/** Creates the functions for messages to addresses that callers name. Without a sealer there are none. */
export function createDeliveries(options: {
  dataSource: DataSource;
  /** Whether messages are sent. */
  isOn: boolean;
  sealer: Sealer | undefined;
  countUnopened: CountUnopened;
  rules: EgressRules;
  logger: Logger;
  now?: () => number;
}) {
  const { dataSource, sealer, rules, logger, now = Date.now } = options;
  const keys = sealer && { sealer, secrets: createWebhookSecrets({ dataSource, sealer }) };

  /** Throws the problem of an installation that sends no messages. */
  function keysOrRefusal(): WebhookKeys {
    if (keys) return keys;
    const message = "This installation sends no webhooks: the catalog has no SECRETS_KEY.";
    throw new Problem("dependency.unavailable", { message, retryAfterSeconds: 60 });
  }

  const seal = (callbackUrl: string, about: string) =>
    sealAddress({ callbackUrl, about }, { sealer: keysOrRefusal().sealer, rules });

  async function secretOf(projectId: string): Promise<{ secret: string; previousUntil: Date | null }> {
    const found = (await keysOrRefusal().secrets.of([projectId])).get(projectId);
    if (found) return { secret: found.secret, previousUntil: found.previousUntil };
    throw keyMissing("The signing secret");
  }

  /** Removes what was delivered, or given up, long ago, and changes secrets to the newest key. */
  async function clean(): Promise<void> {
    await queryRows(
      dataSource.manager,
      `DELETE FROM deliveries WHERE finished_at < now() - interval '${keptDays} days'`,
    );
    await queryRows(dataSource.manager, forgetRetriesSql);
    const changed = (await keys?.secrets.sealAgain()) ?? 0;
    if (changed > 0) logger.info("sealed secrets with the first SECRETS_KEY", { secrets: changed });
  }

  const housekeeping = startHousekeeping({
    what: "remove old deliveries",
    everyMs: checkIntervalMs,
    work: clean,
    logger,
  });

  return {
    ...createDeliveryLeases({ ...options, keys, now }),
    clean,
    secretOf,
    /** Checks an address that a caller names in the field `callbackUrl`, and seals it for the row with the id `about`. */
    sealAddress: seal,

    /** Plans the message to an address that a caller names. */
    plan(callbackUrl: string): PlannedDelivery {
      const deliveryId = createId("delivery");
      return { deliveryId, ...seal(callbackUrl, deliveryId) };
    },

    /** Lists the messages about a document or a batch. */
    async list(projectId: string, subjectId: string, query: DeliveryQuery): Promise<Page<DeliveryRow>> {
      const list = {
        columns,
        from: "deliveries AS v",
        where: ["v.project_id = $1", "v.subject_id = $2"],
        parameters: [projectId, subjectId],
        id: "v.delivery_id",
        sorts: { createdAt: "v.created_at" },
      };
      return readPage<DeliveryRow, "createdAt">(dataSource, list, query);
    },

    /** Makes a message due again, with all attempts. A message that is being sent stays as it is. */
    retry(projectId: string, subjectId: string, deliveryId: string): Promise<DeliveryRow> {
      keysOrRefusal();
      const ids = [deliveryId, projectId, subjectId];
      const isThis = "v.delivery_id = $1 AND v.project_id = $2 AND v.subject_id = $3";
      return dataSource.transaction(async (manager) => {
        const changed = await queryRows(
          manager,
          `UPDATE deliveries AS v SET status = 'waiting', due_at = now(), attempts = 0, lease = NULL, finished_at = NULL
           WHERE ${isThis} AND v.status <> 'pending' AND NOT (v.lease IS NOT NULL AND v.due_at > now()) RETURNING 1`,
          ids,
        );
        if (changed.length > 0) await countRetry(manager, { projectId, deliveryId });
        const [row] = await queryRows<DeliveryRow>(
          manager,
          `SELECT ${columns} FROM deliveries AS v WHERE ${isThis}`,
          ids,
        );
        if (!row) throw new Problem("delivery.not_found");
        if (row.status === "pending") throw new Problem("document.not_ready");
        return row;
      });
    },

    async rotateSecret(projectId: string): Promise<{ secret: string; previousUntil: Date | null }> {
      await keysOrRefusal().secrets.rotate(projectId);
      return secretOf(projectId);
    },

    close: () => housekeeping.close(),
  };
}

export type Deliveries = ReturnType<typeof createDeliveries>;
