import { createId, Problem } from "@platen/contracts";
import type { DataSource } from "typeorm";
import { isUniqueViolation } from "../database/database-error.ts";
import { queryRows } from "../database/rows.ts";
import { accounts, type AccountRow } from "./account-row.ts";
import { openSession, type OpenedSession } from "./open-session.ts";
import type { Passwords } from "./passwords.ts";
import { sessions } from "./session-row.ts";

export type Credentials = { email: string; password: string };

export type AccountsOptions = {
  dataSource: DataSource;
  passwords: Passwords;
  randomBytes: (size: number) => Uint8Array;
};

/** Any number that no other advisory lock of this database uses. */
const setUpLock = 7_205_802;

/** The accounts of the dashboard. */
export function createAccounts({ dataSource, passwords, randomBytes }: AccountsOptions) {
  async function isSetUpNeeded(manager = dataSource.manager): Promise<boolean> {
    return !(await manager.getRepository(accounts).exists());
  }

  function findByEmail(email: string): Promise<AccountRow | null> {
    return dataSource.createQueryBuilder(accounts, "a").where("a.email = :email", { email }).getOne();
  }

  return {
    isSetUpNeeded: () => isSetUpNeeded(),

    /** Creates the first account, an admin. If several callers try at once, one succeeds. */
    async setUpFirstAccount({ email, password }: Credentials): Promise<OpenedSession> {
      // Checked before hashing, so that strangers cannot make the catalog hash passwords.
      if (!(await isSetUpNeeded())) throw new Problem("account.exists");
      const passwordHash = await passwords.hash(password);
      return dataSource.transaction(async (manager) => {
        await queryRows(manager, "SELECT pg_advisory_xact_lock($1)", [setUpLock]);
        if (!(await isSetUpNeeded(manager))) throw new Problem("account.exists");
        const accountId = createId("account");
        await manager.getRepository(accounts).insert({ accountId, email, passwordHash, instanceRole: "admin" });
        return openSession(manager, accountId, randomBytes);
      });
    },

    async signIn({ email, password }: Credentials): Promise<OpenedSession> {
      const found = await findByEmail(email);
      if (!(await passwords.matches(found?.passwordHash, password)) || !found) {
        throw new Problem("auth.credentials_invalid");
      }
      return dataSource.transaction((manager) => openSession(manager, found.accountId, randomBytes));
    },

    async signOut(sessionHash: string): Promise<void> {
      await dataSource.getRepository(sessions).delete({ sessionHash });
    },

    /** Changes the password and ends every session of the account. */
    async changePassword(
      accountId: string,
      given: { currentPassword: string; newPassword: string },
    ): Promise<OpenedSession> {
      const { passwordHash } = await dataSource.getRepository(accounts).findOneByOrFail({ accountId });
      if (!(await passwords.matches(passwordHash, given.currentPassword))) {
        throw new Problem("auth.credentials_invalid", { message: "The current password is wrong." });
      }
      const newHash = await passwords.hash(given.newPassword);
      return dataSource.transaction(async (manager) => {
        // The condition on the old hash lets only one of two simultaneous changes through.
        const { affected } = await manager
          .getRepository(accounts)
          .update({ accountId, passwordHash }, { passwordHash: newHash });
        if (affected === 0) throw new Problem("auth.credentials_invalid");
        await manager.getRepository(sessions).delete({ accountId });
        return openSession(manager, accountId, randomBytes);
      });
    },
  };
}

/** Tells whether creating an account failed because its e-mail address already has one. */
export function isEmailTaken(error: unknown): boolean {
  return isUniqueViolation(error, "accounts_email_unique");
}

export type Accounts = ReturnType<typeof createAccounts>;
