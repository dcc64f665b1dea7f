import { ownerlessAccount } from "@platen/contracts/holder";
import type { EntityManager } from "typeorm";
import { queryRows } from "../database/rows.ts";

/** Reads the account for which a project counts: its creator's, or its earliest owner's. */
export async function accountOfProject(manager: EntityManager, projectId: string): Promise<string> {
  const [found] = await queryRows<{ accountId: string | null }>(
    manager,
    `SELECT owner_account_id AS "accountId" FROM projects WHERE project_id = $1`,
    [projectId],
  );
  return found?.accountId ?? ownerlessAccount;
}
