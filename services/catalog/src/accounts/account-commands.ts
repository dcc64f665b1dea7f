import type { EntityManager } from "typeorm";
import { queryRows } from "../database/rows.ts";
import { accounts } from "./account-row.ts";
import type { AccountsOptions } from "./accounts.ts";
import { passOn } from "./members.ts";
import { sessions } from "./session-row.ts";

/** What an operator can do to an account, without signing in. */
export const accountCommands = ["reset-password", "remove", "grant-admin", "revoke-admin"] as const;
export type AccountCommand = (typeof accountCommands)[number];

/** The result of a command, to print. It contains a new password only right after its creation. */
export type AccountCommandResult = { command: AccountCommand; email: string; password?: string };

const passwordBytes = 15;

/**
 * Runs an operator's command on the account of an e-mail address. A new password and a removal end every session of the
 * account. Throws an error whose message is for the operator.
 */
export async function runAccountCommand(
  { dataSource, passwords, randomBytes }: AccountsOptions,
  command: AccountCommand,
  givenEmail: string,
): Promise<AccountCommandResult> {
  const email = givenEmail.trim().toLowerCase();
  const password = Buffer.from(randomBytes(passwordBytes)).toString("base64url");
  const passwordHash = command === "reset-password" ? await passwords.hash(password) : "";

  return dataSource.transaction(async (manager) => {
    const account = await manager.getRepository(accounts).findOneBy({ email });
    if (!account) throw new Error(`No account has the e-mail address ${email}.`);
    const { accountId } = account;
    if (command === "remove") await remove(manager, account);
    if (command === "grant-admin")
      await manager.getRepository(accounts).update({ accountId }, { instanceRole: "admin" });
    if (command === "revoke-admin") {
      await manager.getRepository(accounts).update({ accountId }, { instanceRole: "member" });
    }
    if (command !== "reset-password") return { command, email };
    await manager.getRepository(accounts).update({ accountId }, { passwordHash });
    await manager.getRepository(sessions).delete({ accountId });
    return { command, email, password };
  });
}

/** Deletes an account with its sessions and memberships. Its templates and documents belong to the projects and stay. */
async function remove(
  manager: EntityManager,
  { accountId, email }: { accountId: string; email: string },
): Promise<void> {
  // Owners that leave at the same time wait, and set-up waits for a catalog without accounts.
  await queryRows(manager, "LOCK TABLE accounts, memberships IN EXCLUSIVE MODE");
  const [others] = await queryRows<{ exist: boolean }>(
    manager,
    "SELECT EXISTS (SELECT 1 FROM accounts WHERE account_id <> $1) AS exist",
    [accountId],
  );
  if (others?.exist !== true) {
    throw new Error(`${email} is the only account. Without an account, any caller could create the first one.`);
  }
  const owned = await queryRows<{ projectId: string }>(
    manager,
    `SELECT m.project_id AS "projectId" FROM memberships AS m
     WHERE m.account_id = $1 AND m.role = 'owner' AND NOT EXISTS (
       SELECT 1 FROM memberships AS o
       WHERE o.project_id = m.project_id AND o.role = 'owner' AND o.account_id <> $1)
     ORDER BY m.project_id`,
    [accountId],
  );
  if (owned.length > 0) {
    const ids = owned.map(({ projectId }) => projectId).join(", ");
    throw new Error(
      `${email} is the only owner of ${ids}. Reset the password, sign in, and delete these projects or make another member an owner. Then remove the account.`,
    );
  }
  await passOn(manager, { accountId });
  await manager.getRepository(accounts).delete({ accountId });
}
