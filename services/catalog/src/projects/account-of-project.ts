import { ownerlessAccount } from "@platen/contracts/holder";
import type { EntityManager } from "typeorm";
import { queryRows } from "../database/rows.ts";

/** The account for which a row of `projects` counts, as an expression: its creator's, or its earliest owner's. */
export const accountOf = (alias: string) => `coalesce(${alias}.owner_account_id, '${ownerlessAccount}')`;

/** Reads the account for which a project counts. */
export async function accountOfProject(manager: EntityManager, projectId: string): Promise<string> {
  const [found] = await queryRows<{ accountId: string }>(
    manager,
    `SELECT ${accountOf("p")} AS "accountId" FROM projects AS p WHERE p.project_id = $1`,
    [projectId],
  );
  // A project that was deleted meanwhile.
  return found?.accountId ?? ownerlessAccount;
}
