import { Problem } from "@platen/contracts";
import type { EntityManager } from "typeorm";
import { queryRows } from "../database/rows.ts";

/** How often callers may have messages sent again in an hour. Each time may be ten attempts at the receiver. */
const maxOfMessage = 10;
const maxOfAccount = 1_000;

const countSql = `
  INSERT INTO delivery_retries AS r (holder, hour, count) VALUES ($1, date_trunc('hour', now()), 1)
  ON CONFLICT (holder, hour) DO UPDATE SET count = r.count + 1 WHERE r.count < $2
  RETURNING 1`;

/** Removes what was counted in hours that are over. */
export const forgetRetriesSql = "DELETE FROM delivery_retries WHERE hour < date_trunc('hour', now())";

/** Counts that a message is sent again by request, in the transaction that makes it due. Refuses one too many. */
export async function countRetry(
  manager: EntityManager,
  ids: { projectId: string; deliveryId: string },
): Promise<void> {
  const [found] = await queryRows<{ accountId: string; seconds: number }>(
    manager,
    `SELECT coalesce(owner_account_id, project_id) AS "accountId",
            ceil(3600 - extract(epoch FROM now() - date_trunc('hour', now())))::integer AS seconds
     FROM projects WHERE project_id = $1`,
    [ids.projectId],
  );
  if (!found) throw new Problem("delivery.not_found");
  const limits = [
    { holder: ids.deliveryId, most: maxOfMessage, what: "This delivery has" },
    { holder: found.accountId, most: maxOfAccount, what: "The deliveries of the account have" },
  ];
  for (const { holder, most, what } of limits) {
    const counted = await queryRows(manager, countSql, [holder, most]);
    if (counted.length > 0) continue;
    const message = `${what} been sent again ${most.toLocaleString("en")} times within the hour, the limit. Wait the seconds in \`Retry-After\`, then try again.`;
    throw new Problem("rate.limited", { message, retryAfterSeconds: found.seconds });
  }
}
