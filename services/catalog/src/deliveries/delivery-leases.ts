import { isId } from "@platen/contracts";
import type { DeliveryReport, LeasedDelivery } from "@platen/contracts/internal";
import { retries } from "@platen/contracts/retries";
import { describeError, type Logger } from "@platen/telemetry";
import type { DataSource } from "typeorm";
import { prepare, queryRows } from "../database/rows.ts";
import type { Sealer } from "../secrets/sealer.ts";
import type { CountUnopened } from "../secrets/unopened.ts";
import { signWebhook } from "./sign-webhook.ts";
import type { createWebhookSecrets, WebhookSecrets } from "./webhook-secrets.ts";

/** Longer than a courier takes to send a message and to report it. */
const leaseSeconds = 45;
const waits = retries.webhookWaits;
/** At most so many messages are under way at a courier: to one receiver of a project, of a project, and of an account. */
const maxPerReceiver = 10;
const maxPerProject = 30;
const maxPerAccount = 40;
/** A message whose server has enough under way is due again after this. */
const putBackSeconds = 5;
const maxLogged = 50;
/** A count beyond this tells no more. */
const maxCounted = 100_000;

/**
 * Walks from project to project by the index of waiting messages. Of each it takes those that have been due for the
 * longest, without receivers that have enough under way, and serves first the accounts that have the least. The update
 * looks again, so that two couriers never lease one message.
 */
const leaseSql = `
  WITH RECURSIVE waiting_projects AS (
    (SELECT project_id FROM deliveries WHERE status = 'waiting' ORDER BY project_id LIMIT 1)
    UNION ALL
    SELECT (SELECT v.project_id FROM deliveries AS v WHERE v.status = 'waiting' AND v.project_id > w.project_id
            ORDER BY v.project_id LIMIT 1)
    FROM waiting_projects AS w WHERE w.project_id IS NOT NULL
  ), underway AS (
    SELECT u.*, coalesce(p.owner_account_id, u.project_id) AS account_id
    FROM unnest($3::text[], $4::text[], $5::integer[]) AS u (project_id, receiver, count)
    LEFT JOIN projects AS p ON p.project_id = u.project_id
  ), busy AS (
    SELECT project_id, receiver FROM underway WHERE count >= ${maxPerReceiver}
    UNION ALL SELECT * FROM unnest($6::text[], $7::text[]) AS f (project_id, receiver)
  ), of_project AS (
    SELECT project_id, sum(count) AS count FROM underway GROUP BY project_id
  ), of_account AS (
    SELECT account_id, sum(count) AS count FROM underway GROUP BY account_id
  ), due AS (
    SELECT due.*, coalesce(p.owner_account_id, p.project_id) AS account_id
    FROM waiting_projects AS w
    JOIN projects AS p ON p.project_id = w.project_id
    CROSS JOIN LATERAL (
      SELECT v.delivery_id, v.project_id, v.receiver, v.due_at FROM deliveries AS v
      WHERE v.project_id = w.project_id AND v.status = 'waiting' AND v.due_at <= now()
        AND NOT EXISTS (SELECT 1 FROM busy AS b WHERE b.project_id = v.project_id AND b.receiver = v.receiver)
      ORDER BY v.due_at LIMIT $2
    ) AS due
  ), by_receiver AS (
    SELECT due.*, coalesce(u.count, 0)
      + row_number() OVER (PARTITION BY due.project_id, due.receiver ORDER BY due.due_at, due.delivery_id) AS nth
    FROM due LEFT JOIN underway AS u ON u.project_id = due.project_id AND u.receiver = due.receiver
  ), by_project AS (
    SELECT r.delivery_id, r.project_id, r.account_id, r.due_at, coalesce(u.count, 0)
      + row_number() OVER (PARTITION BY r.project_id ORDER BY r.due_at, r.delivery_id) AS nth
    FROM by_receiver AS r LEFT JOIN of_project AS u ON u.project_id = r.project_id WHERE r.nth <= ${maxPerReceiver}
  ), by_account AS (
    SELECT r.delivery_id, r.project_id, r.due_at, coalesce(u.count, 0)
      + row_number() OVER (PARTITION BY r.account_id ORDER BY r.nth, r.due_at, r.delivery_id) AS nth
    FROM by_project AS r LEFT JOIN of_account AS u ON u.account_id = r.account_id WHERE r.nth <= ${maxPerProject}
  ), chosen AS (
    SELECT delivery_id, project_id, nth FROM by_account WHERE nth <= ${maxPerAccount}
    ORDER BY nth, due_at, delivery_id LIMIT $2
  ), leased AS (
    UPDATE deliveries AS v SET lease = $1, due_at = now() + interval '${leaseSeconds} seconds'
    FROM chosen AS c
    WHERE v.delivery_id = c.delivery_id AND v.project_id = c.project_id AND v.status = 'waiting' AND v.due_at <= now()
    RETURNING v.delivery_id, v.project_id, v.subject_id, v.receiver, v.sealed_url, v.payload, c.nth
  )
  SELECT l.delivery_id AS "deliveryId", l.project_id AS "projectId", coalesce(p.owner_account_id, p.project_id) AS "accountId",
         l.subject_id AS "subjectId", l.receiver, l.sealed_url AS "sealedUrl", l.payload,
         coalesce((SELECT d.trace FROM documents AS d WHERE d.document_id = l.subject_id AND d.project_id = l.project_id),
                  (SELECT b.trace FROM batches AS b WHERE b.batch_id = l.subject_id AND b.project_id = l.project_id)) AS trace
  FROM leased AS l JOIN projects AS p ON p.project_id = l.project_id ORDER BY l.nth`;

type LeasedRow = {
  deliveryId: string;
  projectId: string;
  accountId: string;
  subjectId: string;
  receiver: string;
  sealedUrl: Buffer;
  payload: string;
  trace: string | null;
};

const isDelivered = "r.error IS NULL";
const isLast = `(r.status = 410 OR v.attempts >= ${waits.length})`;

/** A report counts for its lease alone. The random share spreads messages that failed together. */
const reportSql = `
  UPDATE deliveries AS v
  SET attempts = v.attempts + 1, lease = NULL,
      log = jsonb_path_query_array(v.log, '$[last - ${maxLogged - 2} to last]') || jsonb_build_object(
        'at', r.at, 'status', r.status, 'durationMs', r.duration_ms, 'error', r.error),
      status = CASE WHEN ${isDelivered} THEN 'delivered' WHEN ${isLast} THEN 'failed' ELSE 'waiting' END,
      finished_at = CASE WHEN ${isDelivered} OR ${isLast} THEN now() END,
      due_at = now() + make_interval(secs => greatest(
        (ARRAY[${waits.join(", ")}])[v.attempts + 1] * (0.8 + 0.4 * random()), r.retry_after))
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::integer[], $6::integer[], $7::text[], $8::integer[])
    AS r (delivery_id, project_id, lease, at, duration_ms, status, error, retry_after)
  WHERE v.delivery_id = r.delivery_id AND v.project_id = r.project_id AND v.lease = r.lease AND v.status = 'waiting'`;

/** A message that was not sent is due again soon, with its attempts as they were. */
const putBackSql = `
  UPDATE deliveries AS v SET lease = NULL, due_at = now() + interval '${putBackSeconds} seconds'
  FROM unnest($1::text[], $2::text[], $3::text[]) AS r (delivery_id, project_id, lease)
  WHERE v.delivery_id = r.delivery_id AND v.project_id = r.project_id AND v.lease = r.lease AND v.status = 'waiting'`;

type LeaseRequest = {
  lease: string;
  deliveries: number;
  underway: readonly { projectId: string; receiver: string; count: number }[];
  full: readonly { projectId: string; receiver: string }[];
};

type Unsent = Pick<DeliveryReport, "deliveryId" | "projectId" | "lease">;

/** What opens the addresses of messages, and signs them. */
export type WebhookKeys = { sealer: Sealer; secrets: ReturnType<typeof createWebhookSecrets> };

type DeliveryLeasesDependencies = {
  dataSource: DataSource;
  isOn: boolean;
  keys: WebhookKeys | undefined;
  countUnopened: CountUnopened;
  logger: Logger;
  now: () => number;
};

/** Creates the functions by which couriers get messages and report what became of them. Without keys there are none. */
export function createDeliveryLeases({
  dataSource,
  isOn,
  keys,
  countUnopened,
  logger,
  now,
}: DeliveryLeasesDependencies) {
  const leaseRows = prepare<LeasedRow>(dataSource, "lease_deliveries", leaseSql);

  async function putBack(unsent: readonly Unsent[]): Promise<void> {
    if (unsent.length === 0) return;
    await queryRows(dataSource.manager, putBackSql, [
      unsent.map(({ deliveryId }) => deliveryId),
      unsent.map(({ projectId }) => projectId),
      unsent.map((one) => one.lease),
    ]);
  }

  /** The message of a row, with the signatures of its project's secrets; undefined if no key opens what it needs. */
  function toLeased(row: LeasedRow, { sealer }: WebhookKeys, ofProject: WebhookSecrets | undefined) {
    const { deliveryId, projectId, accountId, subjectId, receiver, sealedUrl, payload, trace } = row;
    // A batch has one address for all its messages.
    const url = sealer.open(sealedUrl, isId("batch", subjectId) ? subjectId : deliveryId)?.toString();
    if (url === undefined || !ofProject) return undefined;
    const all = [ofProject.secret, ...(ofProject.previous === undefined ? [] : [ofProject.previous])];
    // PostgreSQL writes spaces into JSON.
    const body = JSON.stringify(JSON.parse(payload));
    const headers = signWebhook({ id: deliveryId, body }, all, now());
    return { deliveryId, projectId, accountId, receiver, url, headers, body, ...(trace !== null && { trace }) };
  }

  return {
    /** Leases messages that are due. */
    async lease({ lease, deliveries, underway, full }: LeaseRequest): Promise<LeasedDelivery[]> {
      if (!isOn || !keys) return [];
      const rows = await leaseRows([
        lease,
        deliveries,
        underway.map(({ projectId }) => projectId),
        underway.map(({ receiver }) => receiver),
        underway.map(({ count }) => count),
        full.map(({ projectId }) => projectId),
        full.map(({ receiver }) => receiver),
      ]);
      if (rows.length === 0) return [];
      const signing = await keys.secrets.of([...new Set(rows.map(({ projectId }) => projectId))]);
      const leased: LeasedDelivery[] = [];
      const unopened: Unsent[] = [];
      for (const row of rows) {
        const { deliveryId, projectId } = row;
        const delivery = toLeased(row, keys, signing.get(projectId));
        if (delivery) leased.push(delivery);
        else unopened.push({ deliveryId, projectId, lease });
      }
      if (unopened.length > 0) {
        countUnopened("webhooks", unopened.length);
        // Another catalog may have the key. Without an answer, their leases end by themselves.
        await putBack(unopened).catch((error: unknown) => {
          logger.warn("cannot put back deliveries whose secrets do not open", describeError(error));
        });
      }
      return leased;
    },

    async report(all: readonly DeliveryReport[]): Promise<void> {
      await putBack(all.filter(({ isPutBack }) => isPutBack === true));
      const reports = all.filter(({ isPutBack }) => isPutBack !== true);
      await queryRows(dataSource.manager, reportSql, [
        reports.map(({ deliveryId }) => deliveryId),
        reports.map(({ projectId }) => projectId),
        reports.map((one) => one.lease),
        reports.map(({ at }) => new Date(at).toISOString()),
        reports.map(({ durationMs }) => durationMs),
        reports.map(({ status }) => status ?? null),
        reports.map(({ error }) => error ?? null),
        reports.map(({ retryAfterSeconds }) => retryAfterSeconds ?? 0),
      ]);
    },

    /** Counts the messages that are due, up to a hundred thousand, and tells how long the oldest has been. */
    async backlog(): Promise<{ deliveries: number; oldestMs: number }> {
      const [found] = await queryRows<{ deliveries: number; oldestMs: number | null }>(
        dataSource.manager,
        `SELECT count(*)::integer AS deliveries, extract(epoch FROM now() - min(due_at))::double precision * 1000 AS "oldestMs"
         FROM (SELECT due_at FROM deliveries WHERE status = 'waiting' AND due_at <= now() LIMIT ${maxCounted}) AS due`,
      );
      return { deliveries: found?.deliveries ?? 0, oldestMs: found?.oldestMs ?? 0 };
    },
  };
}
