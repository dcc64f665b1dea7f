import { Problem } from "@platen/contracts";
import type { EntityManager } from "typeorm";
import { queryRows } from "./rows.ts";

/** Locks a project's row, as `refuseMoreThan` needs it. Does not wait for inserts of rows that refer to the project. */
export const lockOfProject = "SELECT 1 FROM projects WHERE project_id = $1 FOR NO KEY UPDATE";

/**
 * Refuses one more row when `from` has `limit` rows already. Call it inside the transaction that inserts. `lock` locks
 * the row of the project or account that they belong to, so that simultaneous requests count each other. Both
 * statements take `id` as $1.
 */
export async function refuseMoreThan(
  manager: EntityManager,
  limit: number,
  { lock, from, id, message }: { lock: string; from: string; id: string; message: string },
): Promise<void> {
  await queryRows(manager, lock, [id]);
  const [found] = await queryRows<{ count: number }>(manager, `SELECT count(*)::integer AS count FROM ${from}`, [id]);
  if ((found?.count ?? 0) >= limit) throw new Problem("quota.reached", { message });
}
