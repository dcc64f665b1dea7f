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

/** People who sign in to the dashboard. */
export function createAccounts({ dataSource, passwords, randomBytes }: AccountsOptions) {
  async function isSetUpNeeded(manager = dataSource.manager): Promise<boolean> {
    return !(await manager.getRepository(accounts).exists());
  }

  function findByEmail(email: string): Promise<AccountRow | null> {
    return dataSource.createQueryBuilder(accounts, "a").where("a.email = :email", { email }).getOne();
  }

  return {
    isSetUpNeeded: () => isSetUpNeeded(),

    /** Makes the first account; of several callers at once, one succeeds. */
    async setUpFirstAccount({ email, password }: Credentials): Promise<OpenedSession> {
      // Looked at before the hash is made, so that strangers cannot make us hash for nothing.
      if (!(await isSetUpNeeded())) throw new Problem("account.exists");
      const passwordHash = await passwords.hash(password);
      return dataSource.transaction(async (manager) => {
        await queryRows(manager, "SELECT pg_advisory_xact_lock($1)", [setUpLock]);
        if (!(await isSetUpNeeded(manager))) throw new Problem("account.exists");
        const accountId = createId("account");
        await manager.getRepository(accounts).insert({ accountId, email, passwordHash });
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

    /** Changes the password and ends every session of the account, whoever holds it. */
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
        // Of two changes at once, each knowing the old password, only one is taken.
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

/** Tells whether an account could not be made because its e-mail address has one. */
export function isEmailTaken(error: unknown): boolean {
  return isUniqueViolation(error, "accounts_email_unique");
}
