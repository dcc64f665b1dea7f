import { Problem, type DataSet } from "@platen/contracts";
import type { DataSource, EntityManager } from "typeorm";
import { queryRows } from "../database/rows.ts";
import { readPage, type Page } from "../pagination/read-page.ts";
import type { PageRequest } from "../pagination/page-plan.ts";
import { findAuthor, findKeyOf, type AuthoredVersion } from "./author.ts";
import { templateVersions, type TemplateVersionRow } from "./template-version-row.ts";
import type { TemplateRow } from "./template-row.ts";
import { findTemplate, touchTemplate, type TemplateRef } from "./templates.ts";

/** Reads one published version, with the texts as their author wrote them. */
export async function findVersion(
  manager: EntityManager,
  ref: TemplateRef,
  version: number,
): Promise<TemplateVersionRow> {
  const row = await manager
    .createQueryBuilder(templateVersions, "v")
    .where("v.templateId = :templateId AND v.projectId = :projectId", ref)
    .andWhere("v.version = :version", { version })
    .getOne();
  if (!row) throw new Problem("template.not_found");
  return { ...row, ...row.authored };
}

export async function readVersion(manager: EntityManager, ref: TemplateRef, version: number): Promise<AuthoredVersion> {
  const row = await findVersion(manager, ref, version);
  return {
    ...row,
    publishedBy: await findAuthor(manager, row.publishedBy),
    publishedByKey: await findKeyOf(manager, ref.projectId, row.publishedByKey),
  };
}

/** Reads the number of the current version, which stays the current one until the transaction ends. */
export async function lockCurrentVersion(manager: EntityManager, ref: TemplateRef): Promise<number | null> {
  const [template] = await queryRows<{ currentVersion: number | null }>(
    manager,
    `SELECT current_version AS "currentVersion" FROM templates
     WHERE template_id = $1 AND project_id = $2 FOR NO KEY UPDATE`,
    [ref.templateId, ref.projectId],
  );
  if (!template) throw new Problem("template.not_found");
  return template.currentVersion;
}

/** Refuses a change that was made for another current version. */
export function notCurrent(path: string, asked: number, current: number | null): Problem {
  return new Problem("template.edit_conflict", {
    message: `Version ${asked} is no longer the current one. Load the template again.`,
    details: [{ path, message: `must be ${current}, the current version` }],
  });
}

export type ListedVersion = Pick<AuthoredVersion, "version" | "note" | "createdAt" | "publishedBy" | "publishedByKey">;

/** Published versions of templates. */
export function createVersions(dataSource: DataSource) {
  return {
    async list(
      ref: TemplateRef,
      query: PageRequest & { sort: `version:${"asc" | "desc"}` },
    ): Promise<Page<ListedVersion>> {
      await findTemplate(dataSource.manager, ref);
      return readPage<ListedVersion, "version">(
        dataSource,
        {
          columns: `v.version, v.note, v.created_at AS "createdAt",
            CASE WHEN a.account_id IS NOT NULL
              THEN json_build_object('accountId', a.account_id, 'email', a.email) END AS "publishedBy",
            CASE WHEN k.key_id IS NOT NULL
              THEN json_build_object('keyId', k.key_id, 'name', k.name, 'lastFour', k.last_four) END AS "publishedByKey"`,
          from: `template_versions AS v
            LEFT JOIN accounts AS a ON a.account_id = v.published_by
            LEFT JOIN api_keys AS k ON k.key_id = v.published_by_key AND k.project_id = v.project_id`,
          where: ["v.template_id = $1", "v.project_id = $2"],
          parameters: [ref.templateId, ref.projectId],
          id: "v.version_id",
          sorts: { version: "v.version" },
        },
        query,
      );
    },

    get(ref: TemplateRef, version: number): Promise<AuthoredVersion> {
      return readVersion(dataSource.manager, ref, version);
    },

    /** The first data set of a version; undefined if the version was deleted meanwhile. */
    async exampleOf({ templateId, projectId }: TemplateRef, version: number): Promise<DataSet | undefined> {
      const [row] = await queryRows<{ example: DataSet }>(
        dataSource.manager,
        `SELECT v.data_sets -> 0 AS example FROM template_versions AS v
         WHERE v.template_id = $1 AND v.project_id = $2 AND v.version = $3`,
        [templateId, projectId, version],
      );
      return row?.example;
    },

    /** Makes a version the current one in the place of another. It is a success if it is current already. */
    async makeCurrent(ref: TemplateRef, version: number, before: number): Promise<TemplateRow> {
      return dataSource.transaction(async (manager) => {
        const current = await lockCurrentVersion(manager, ref);
        const [found] = await queryRows(
          manager,
          "SELECT FROM template_versions WHERE template_id = $1 AND project_id = $2 AND version = $3",
          [ref.templateId, ref.projectId, version],
        );
        if (!found) throw new Problem("template.not_found");
        if (current !== version) {
          if (current !== before) throw notCurrent("current", before, current);
          await touchTemplate(manager, ref, { currentVersion: version });
        }
        return findTemplate(manager, ref);
      });
    },
  };
}

export type Versions = ReturnType<typeof createVersions>;
