import { Problem, type Role } from "@platen/contracts";
import type { DataSource, EntityManager } from "typeorm";
import { queryRows } from "../database/rows.ts";
import type { PageRequest } from "../pagination/page-plan.ts";
import { readPage, type Page } from "../pagination/read-page.ts";
import { memberships } from "./membership-row.ts";

export type Member = { accountId: string; email: string; role: Role; createdAt: Date };

/** One member of one project, as paths name it. */
export type MemberPlace = { projectId: string; accountId: string };

const columns = `m.account_id AS "accountId", a.email, m.role, m.created_at AS "createdAt"`;
const from = "memberships AS m JOIN accounts AS a ON a.account_id = m.account_id";

async function findMember(manager: EntityManager, { projectId, accountId }: MemberPlace): Promise<Member> {
  const [member] = await queryRows<Member>(
    manager,
    `SELECT ${columns} FROM ${from} WHERE m.project_id = $1 AND m.account_id = $2`,
    [projectId, accountId],
  );
  if (!member) throw new Problem("member.not_found");
  return member;
}

/** Refuses to take the last owner away. Locks the owners, so that two of them cannot leave each other alone. */
async function keepAnOwner(manager: EntityManager, { projectId, accountId }: MemberPlace): Promise<void> {
  const owners = await queryRows<{ accountId: string }>(
    manager,
    `SELECT m.account_id AS "accountId" FROM memberships AS m
     WHERE m.project_id = $1 AND m.role = 'owner' ORDER BY m.account_id FOR UPDATE`,
    [projectId],
  );
  if (owners.length === 1 && owners[0]?.accountId === accountId) throw new Problem("member.last_owner");
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

    changeRole(place: MemberPlace, role: Role): Promise<Member> {
      return dataSource.transaction(async (manager) => {
        if (role !== "owner") await keepAnOwner(manager, place);
        await manager.getRepository(memberships).update({ ...place }, { role });
        return findMember(manager, place);
      });
    },

    remove(place: MemberPlace): Promise<void> {
      return dataSource.transaction(async (manager) => {
        await keepAnOwner(manager, place);
        const { affected } = await manager.getRepository(memberships).delete({ ...place });
        if (affected === 0) throw new Problem("member.not_found");
      });
    },
  };
}
