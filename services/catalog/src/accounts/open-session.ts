import type { EntityManager } from "typeorm";
import { sha256 } from "../secrets/sha256.ts";
import { queryRows } from "../database/rows.ts";
import { accounts } from "./account-row.ts";
import type { SignedInAccount } from "./find-session.ts";

/** An account with its new session. Only the answer contains the session's value. */
export type OpenedSession = { account: SignedInAccount; sessionValue: string };

/** Creates an unguessable value of 256 random bits for a session or an invitation. */
export function createSecretValue(randomBytes: (size: number) => Uint8Array): string {
  return Buffer.from(randomBytes(32)).toString("base64url");
}

const maxSessions = 50;

/** Opens a session of an account, and deletes its oldest sessions beyond {@link maxSessions}. */
export async function openSession(
  manager: EntityManager,
  accountId: string,
  randomBytes: (size: number) => Uint8Array,
): Promise<OpenedSession> {
  const sessionValue = createSecretValue(randomBytes);
  await queryRows(
    manager,
    `DELETE FROM sessions WHERE session_hash IN (
       SELECT session_hash FROM sessions WHERE account_id = $1
       ORDER BY created_at DESC, session_hash OFFSET ${maxSessions - 1})`,
    [accountId],
  );
  await queryRows(
    manager,
    `INSERT INTO sessions (session_hash, account_id, expires_at) VALUES ($1, $2, now() + interval '30 days')`,
    [sha256(sessionValue), accountId],
  );
  const { email, instanceRole, createdAt } = await manager.getRepository(accounts).findOneByOrFail({ accountId });
  return { account: { accountId, email, instanceRole, createdAt }, sessionValue };
}
