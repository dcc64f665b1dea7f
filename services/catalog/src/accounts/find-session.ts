import type { InstanceRole, Role } from "@platen/contracts";
import type { DataSource } from "typeorm";
import { prepare, queryRows } from "../database/rows.ts";

export type SignedInAccount = { accountId: string; email: string; instanceRole: InstanceRole; createdAt: Date };
export type SignedIn = { account: SignedInAccount; sessionHash: string };

/** Finds a live session, with the account's role in a project where one is named. */
export type FindSession = (
  sessionHash: string,
  projectId: string | undefined,
) => Promise<{ signedIn: SignedIn; role: Role | undefined } | undefined>;

type Found = SignedInAccount & { role: Role | null; isStale: boolean };

export function createFindSession(dataSource: DataSource): FindSession {
  const find = prepare<Found>(
    dataSource,
    "find_session",
    `SELECT a.account_id AS "accountId", a.email, a.instance_role AS "instanceRole",
            a.created_at AS "createdAt", m.role,
            s.seen_at < now() - interval '1 hour' AS "isStale"
     FROM sessions AS s
     JOIN accounts AS a ON a.account_id = s.account_id
     LEFT JOIN memberships AS m ON m.account_id = s.account_id AND m.project_id = $2
     WHERE s.session_hash = $1 AND s.expires_at > now() AND s.seen_at > now() - interval '14 days'`,
  );

  return async (sessionHash, projectId) => {
    const [found] = await find([sessionHash, projectId ?? null]);
    if (!found) return undefined;
    if (found.isStale) {
      await queryRows(dataSource.manager, "UPDATE sessions SET seen_at = now() WHERE session_hash = $1", [sessionHash]);
    }
    const { accountId, email, instanceRole, createdAt, role } = found;
    return {
      signedIn: { account: { accountId, email, instanceRole, createdAt }, sessionHash },
      role: role ?? undefined,
    };
  };
}
