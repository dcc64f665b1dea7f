import { Problem, type Role } from "@platen/contracts";
import type { DataSource, EntityManager } from "typeorm";
import { queryRows } from "../database/rows.ts";
import type { PageRequest } from "../pagination/page-plan.ts";
import { readPage, type Page } from "../pagination/read-page.ts";
import { memberships } from "./membership-row.ts";

export type Member = { accountId: string; email: string; role: Role; createdAt: Date };

/** The ids that identify one member of one project. */
export type MemberRef = { projectId: string; accountId: string };

const columns = `m.account_id AS "accountId", a.email, m.role, m.created_at AS "createdAt"`;
const from = "memberships AS m JOIN accounts AS a ON a.account_id = m.account_id";

async function findMember(manager: EntityManager, { projectId, accountId }: MemberRef): Promise<Member> {
  const [member] = await queryRows<Member>(
    manager,
    `SELECT ${columns} FROM ${from} WHERE m.project_id = $1 AND m.account_id = $2`,
    [projectId, accountId],
  );
  if (!member) throw new Problem("member.not_found");
  return member;
}

/** Refuses to remove the last owner. Locks the owners, so that the last two cannot leave at the same time. */
async function keepAnOwner(manager: EntityManager, { projectId, accountId }: MemberRef): Promise<void> {
  const owners = await queryRows<{ accountId: string }>(
    manager,
    `SELECT m.account_id AS "accountId" FROM memberships AS m
     WHERE m.project_id = $1 AND m.role = 'owner' ORDER BY m.account_id FOR UPDATE`,
    [projectId],
  );
  if (owners.length === 1 && owners[0]?.accountId === accountId) throw new Problem("member.last_owner");
}

/**
 * Lets a project, or all projects that count for an account, count for their earliest owner instead, once the account is
 * no owner any more.
 */
export async function passOn(
  manager: EntityManager,
  { accountId, projectId = null }: { accountId: string; projectId?: string | null },
): Promise<void> {
  await queryRows(
    manager,
    `UPDATE projects AS p SET owner_account_id = (
       SELECT m.account_id FROM memberships AS m
       WHERE m.project_id = p.project_id AND m.role = 'owner' AND m.account_id <> $1
       ORDER BY m.created_at, m.account_id LIMIT 1
     )
     WHERE p.owner_account_id = $1 AND ($2::text IS NULL OR p.project_id = $2)`,
    [accountId, projectId],
  );
}

/** Members of projects and their roles. */
export function createMembers(dataSource: DataSource) {
  return {
    list(projectId: string, query: PageRequest & { sort: `createdAt:${"asc" | "desc"}` }): Promise<Page<Member>> {
      return readPage<Member, "createdAt">(
        dataSource,
        {
          columns,
          from,
          where: ["m.project_id = $1"],
          parameters: [projectId],
          id: "m.account_id",
          sorts: { createdAt: "m.created_at" },
        },
        query,
      );
    },

    /** The members among some accounts, by their addresses. */
    among(projectId: string, accountIds: readonly string[]): Promise<Pick<Member, "accountId" | "email">[]> {
      return queryRows(
        dataSource.manager,
        `SELECT m.account_id AS "accountId", a.email FROM ${from}
         WHERE m.project_id = $1 AND m.account_id = ANY($2) ORDER BY a.email`,
        [projectId, accountIds],
      );
    },

    changeRole(ref: MemberRef, role: Role): Promise<Member> {
      return dataSource.transaction(async (manager) => {
        if (role !== "owner") await keepAnOwner(manager, ref);
        await manager.getRepository(memberships).update({ ...ref }, { role });
        if (role !== "owner") await passOn(manager, ref);
        return findMember(manager, ref);
      });
    },

    remove(ref: MemberRef): Promise<void> {
      return dataSource.transaction(async (manager) => {
        await keepAnOwner(manager, ref);
        const { affected } = await manager.getRepository(memberships).delete({ ...ref });
        if (affected === 0) throw new Problem("member.not_found");
        await passOn(manager, ref);
      });
    },
  };
}

export type Members = ReturnType<typeof createMembers>;
