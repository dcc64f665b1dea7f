import { createId, Problem, type Role } from "@platen/contracts";
import type { DataSource, EntityManager } from "typeorm";
import { memberships } from "../accounts/membership-row.ts";
import { queryRows, selectList } from "../database/rows.ts";
import { containing } from "../pagination/like-pattern.ts";
import type { PageRequest } from "../pagination/page-plan.ts";
import { readPage, type List, type Page } from "../pagination/read-page.ts";
import { projects, type ProjectRow } from "./project-row.ts";

type SortField = "updatedAt" | "createdAt" | "name";

export type ProjectQuery = PageRequest & {
  sort: `${SortField}:${"asc" | "desc"}`;
  search?: string | undefined;
};

export type MemberProject = ProjectRow & { role: Role };

/** Deleting a large project takes longer than any request that reads. */
const deletionTimeoutMs = 60_000;

async function findProject(manager: EntityManager, projectId: string): Promise<ProjectRow> {
  const row = await manager.createQueryBuilder(projects, "p").where("p.projectId = :projectId", { projectId }).getOne();
  if (!row) throw new Problem("project.not_found");
  return row;
}

/** Projects, as their keys and their members see them. */
export function createProjects(dataSource: DataSource) {
  function list<Row extends object>(
    source: Pick<List<SortField>, "columns" | "from" | "where" | "parameters">,
    query: ProjectQuery,
  ): Promise<Page<Row>> {
    const where = [...source.where];
    const parameters = [...source.parameters];
    if (query.search !== undefined) {
      parameters.push(containing(query.search));
      where.push(`p.search_name LIKE lower($${parameters.length} COLLATE "und-x-icu")`);
    }
    return readPage<Row, SortField>(
      dataSource,
      {
        ...source,
        where,
        parameters,
        id: "p.project_id",
        sorts: { updatedAt: "p.updated_at", createdAt: "p.created_at", name: "p.name" },
      },
      query,
    );
  }

  return {
    /** The projects a key can reach: its own one. */
    listForKey(projectId: string, query: ProjectQuery): Promise<Page<ProjectRow>> {
      return list<ProjectRow>(
        {
          columns: selectList(dataSource, projects, "p"),
          from: "projects AS p",
          where: ["p.project_id = $1"],
          parameters: [projectId],
        },
        query,
      );
    },

    /** The projects an account is a member of. */
    listForAccount(accountId: string, query: ProjectQuery): Promise<Page<MemberProject>> {
      return list<MemberProject>(
        {
          columns: `${selectList(dataSource, projects, "p")}, m.role`,
          from: "projects AS p JOIN memberships AS m ON m.project_id = p.project_id",
          where: ["m.account_id = $1"],
          parameters: [accountId],
        },
        query,
      );
    },

    get(projectId: string): Promise<ProjectRow> {
      return findProject(dataSource.manager, projectId);
    },

    /** Makes a project with the account as its owner. */
    create(accountId: string, name: string): Promise<ProjectRow> {
      return dataSource.transaction(async (manager) => {
        const projectId = createId("project");
        await manager.getRepository(projects).insert({ projectId, name });
        await manager.getRepository(memberships).insert({ projectId, accountId, role: "owner" });
        return findProject(manager, projectId);
      });
    },

    async rename(projectId: string, name: string): Promise<ProjectRow> {
      await dataSource
        .createQueryBuilder()
        .update(projects)
        .set({ name, updatedAt: () => "now()" })
        .where("projectId = :projectId", { projectId })
        .execute();
      return findProject(dataSource.manager, projectId);
    },

    /** Deletes a project with all it holds. One that is in use must be named to confirm. */
    remove(projectId: string, confirmName: string | undefined): Promise<void> {
      return dataSource.transaction(async (manager) => {
        await queryRows(manager, `SET LOCAL statement_timeout = ${deletionTimeoutMs}`);
        const [found] = await queryRows<{ name: string; isInUse: boolean }>(
          manager,
          `SELECT p.name,
                  p.template_count > 0
                    OR EXISTS (SELECT 1 FROM api_keys AS k WHERE k.project_id = $1 AND k.revoked_at IS NULL) AS "isInUse"
           FROM projects AS p WHERE p.project_id = $1 FOR UPDATE`,
          [projectId],
        );
        if (!found) throw new Problem("project.not_found");
        if (found.isInUse && found.name !== confirmName) throw new Problem("project.not_empty");
        await queryRows(manager, "DELETE FROM projects WHERE project_id = $1", [projectId]);
        for (const table of ["documents", "preview_sources"]) {
          await queryRows(manager, `DELETE FROM ${table} WHERE project_id = $1`, [projectId]);
        }
      });
    },
  };
}
