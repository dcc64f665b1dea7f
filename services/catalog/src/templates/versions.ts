import { Problem } from "@platen/contracts";
import type { DataSource, EntityManager } from "typeorm";
import { readPage, type Page } from "../pagination/read-page.ts";
import type { PageRequest } from "../pagination/page-plan.ts";
import { findAuthor, type AuthoredVersion } from "./author.ts";
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
  return { ...row, publishedBy: await findAuthor(manager, row.publishedBy) };
}

export type ListedVersion = Pick<AuthoredVersion, "version" | "note" | "createdAt" | "publishedBy">;

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
              THEN json_build_object('accountId', a.account_id, 'email', a.email) END AS "publishedBy"`,
          from: "template_versions AS v LEFT JOIN accounts AS a ON a.account_id = v.published_by",
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
