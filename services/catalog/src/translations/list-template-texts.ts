import { maxTemplatesWithTexts, type operations, type ResponseOutput } from "@platen/contracts";
import type { EntityManager } from "typeorm";
import { queryRows } from "../database/rows.ts";

type TemplateTexts = ResponseOutput<typeof operations.getTemplateTexts>;

/** Counts in the database: the texts themselves may be megabytes. */
const listSql = `
  SELECT t.template_id AS "templateId", t.name,
    (SELECT count(DISTINCT k.name)::integer FROM jsonb_each(d.translations) AS l, jsonb_object_keys(l.value) AS k (name))
      AS "keyCount",
    (SELECT jsonb_agg(jsonb_build_object('locale', l.key, 'translatedCount',
        (SELECT count(*) FROM jsonb_object_keys(l.value))) ORDER BY l.key COLLATE "C")
      FROM jsonb_each(d.translations) AS l) AS languages
  FROM templates AS t JOIN template_drafts AS d USING (template_id)
  WHERE t.project_id = $1 AND d.translations <> '{}'
  ORDER BY t.name, t.template_id
  LIMIT ${maxTemplatesWithTexts}`;

/** Lists the templates of a project whose drafts have texts of their own. */
export async function listTemplateTexts(manager: EntityManager, projectId: string): Promise<TemplateTexts> {
  return { templates: await queryRows<TemplateTexts["templates"][number]>(manager, listSql, [projectId]) };
}
