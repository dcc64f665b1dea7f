import { createId, Problem, type ProjectChanges, type Role } from "@platen/contracts";
import { formatDays } from "@platen/contracts/internal";
import type { DataSource, EntityManager } from "typeorm";
import { memberships } from "../accounts/membership-row.ts";
import { lockOfProject, refuseMoreThan } from "../database/quota.ts";
import { queryRows, selectList } from "../database/rows.ts";
import { containing } from "../pagination/like-pattern.ts";
import type { PageRequest } from "../pagination/page-plan.ts";
import { readPage, type List, type Page } from "../pagination/read-page.ts";
import { projects, type ProjectRow } from "./project-row.ts";

type SortField = "updatedAt" | "createdAt" | "name";

/** What belongs to batches, and is not found by one column. */
const batchTables = [
  "batch_chunks",
  "batch_retries",
  "batch_counts",
  "batch_file_names",
  "batch_archives",
  "batch_archive_pages",
] as const;
type BatchTable = (typeof batchTables)[number];
/** Deleted with the project too. Before that there may be too many rows for one statement. */
const usageTables = ["usage_hours", "usage_days", "usage_open"] as const;
type UsageTable = (typeof usageTables)[number];
/** Each may have a megabyte. */
const rowBatchSize = 200;

export type ProjectQuery = PageRequest & {
  sort: `${SortField}:${"asc" | "desc"}`;
  search?: string | undefined;
};

export type MemberProject = ProjectRow & { role: Role };

const deletionBatchSize = 2_000;
/** Files have up to 10 MB each. */
const fileBatchSize = 20;

async function findProject(manager: EntityManager, projectId: string): Promise<ProjectRow> {
  const row = await manager.createQueryBuilder(projects, "p").where("p.projectId = :projectId", { projectId }).getOne();
  if (!row) throw new Problem("project.not_found");
  return row;
}

/** Refuses a default time of kept PDFs above the project's maximum, at the field that the change names. */
function refuseDefaultAboveMax(before: ProjectRow, changes: ProjectChanges): void {
  const { contentDefaultDays = before.contentDefaultDays, contentMaxDays = before.contentMaxDays } = changes;
  if (contentMaxDays === null || contentDefaultDays <= contentMaxDays) return;
  const [path, message] =
    changes.contentDefaultDays === undefined
      ? ["contentMaxDays", `must be at least ${formatDays(contentDefaultDays)}, the default of this project`]
      : ["contentDefaultDays", `must be at most ${formatDays(contentMaxDays)}, the maximum of this project`];
  throw new Problem("request.invalid", { message: `\`${path}\` ${message}.`, details: [{ path, message }] });
}

/** Projects, for API keys and for members. */
export function createProjects(dataSource: DataSource, { perAccount }: { perAccount: number }) {
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
    /** Lists the project of a key. */
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

    /** Lists the projects of an account. */
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

    /** Creates a project with the account as its owner, unless as many as it may have created still exist. */
    create(accountId: string, name: string): Promise<ProjectRow> {
      return dataSource.transaction(async (manager) => {
        await refuseMoreThan(manager, perAccount, {
          lock: "SELECT 1 FROM accounts WHERE account_id = $1 FOR NO KEY UPDATE",
          from: "projects WHERE owner_account_id = $1",
          id: accountId,
          message: `The account has created ${perAccount} projects that still exist, the maximum. Delete one of them first.`,
        });
        const projectId = createId("project");
        await manager.getRepository(projects).insert({ projectId, name, ownerAccountId: accountId });
        await manager.getRepository(memberships).insert({ projectId, accountId, role: "owner" });
        return findProject(manager, projectId);
      });
    },

    change(projectId: string, changes: ProjectChanges): Promise<ProjectRow> {
      return dataSource.transaction(async (manager) => {
        // Two changes at once, of the default and of the maximum, see each other.
        await queryRows(manager, lockOfProject, [projectId]);
        refuseDefaultAboveMax(await findProject(manager, projectId), changes);
        await manager
          .createQueryBuilder()
          .update(projects)
          // `as`: TypeORM leaves out what is undefined.
          .set({ ...(changes as Partial<ProjectRow>), updatedAt: () => "now()" })
          .where("projectId = :projectId", { projectId })
          .execute();
        return findProject(manager, projectId);
      });
    },

    /** Deletes a project with its content. A project in use requires its name as confirmation. */
    async remove(projectId: string, confirmName: string | undefined): Promise<void> {
      await dataSource.transaction((manager) => checkRemoval(manager, projectId, confirmName));
      // Deletes most rows in batches, because one statement on a large project would take too long. If this process ends
      // in between, deleting the project again deletes the rest.
      if (confirmName !== undefined) {
        await deleteRows(dataSource.manager, "templates", "template_id", projectId);
        for (const table of usageTables) await deleteRows(dataSource.manager, table, "ctid", projectId);
      }
      await dataSource.transaction(async (manager) => {
        await checkRemoval(manager, projectId, confirmName);
        await queryRows(manager, "DELETE FROM projects WHERE project_id = $1", [projectId]);
      });
      // From here on, no caller can reach the remaining rows.
      await deleteRows(dataSource.manager, "preview_sources", "source_id", projectId);
      // Before documents: no row of a deleted batch is opened.
      await deleteRows(dataSource.manager, "batches", "batch_id", projectId);
      for (const table of batchTables) await deleteRows(dataSource.manager, table, "ctid", projectId, rowBatchSize);
      await deleteRows(dataSource.manager, "documents", "document_id", projectId);
      await deleteRows(dataSource.manager, "document_inputs", "document_id", projectId);
      await deleteRows(dataSource.manager, "deliveries", "delivery_id", projectId);
      await deleteRows(dataSource.manager, "kept_requests", "document_id", projectId);
      await sweepContents(dataSource.manager, projectId);
      await deleteRows(dataSource.manager, "asset_blobs", "sha256", projectId, fileBatchSize);
    },
  };
}

/** Refuses to delete a project in use without its name as confirmation. Locks it against new templates and keys. */
async function checkRemoval(manager: EntityManager, projectId: string, confirmName: string | undefined): Promise<void> {
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
}

/** Deletes a project's rows of a table in batches that each stay well below the statement timeout. */
async function deleteRows(
  manager: EntityManager,
  table:
    | "templates"
    | "preview_sources"
    | "documents"
    | "document_inputs"
    | "deliveries"
    | "kept_requests"
    | "asset_blobs"
    | "batches"
    | BatchTable
    | UsageTable,
  id: string,
  projectId: string,
  batchSize = deletionBatchSize,
): Promise<void> {
  for (let deleted = batchSize; deleted === batchSize;) {
    const rows = await queryRows(
      manager,
      `DELETE FROM ${table} WHERE project_id = $1
         AND ${id} IN (SELECT ${id} FROM ${table} WHERE project_id = $1 LIMIT ${batchSize})
       RETURNING 1`,
      [projectId],
    );
    deleted = rows.length;
  }
}

/** Lets housekeeping delete a project's kept PDFs, and their rows after them. */
async function sweepContents(manager: EntityManager, projectId: string): Promise<void> {
  for (let marked = deletionBatchSize; marked === deletionBatchSize;) {
    const rows = await queryRows(
      manager,
      `UPDATE document_contents SET sweep_at = now(), deleted_at = now() WHERE project_id = $1
         AND content_id IN (
           SELECT content_id FROM document_contents
           WHERE project_id = $1 AND (sweep_at IS NULL OR sweep_at > now()) LIMIT ${deletionBatchSize})
       RETURNING 1`,
      [projectId],
    );
    marked = rows.length;
  }
}

export type Projects = ReturnType<typeof createProjects>;
