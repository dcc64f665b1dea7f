import { Problem } from "@platen/contracts";
import type { DataSource, EntityManager } from "typeorm";
import { readPage, type Page } from "../pagination/read-page.ts";
import type { PageRequest } from "../pagination/page-plan.ts";
import { findAuthor, findKeyOf, type AuthoredVersion } from "./author.ts";
import { templateVersions, type TemplateVersionRow } from "./template-version-row.ts";
import { findTemplate, type TemplateRef } from "./templates.ts";

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
  };
}
