import { createId, Problem, type LibraryPart } from "@platen/contracts";
import type { DataSource, EntityManager } from "typeorm";
import { isUniqueViolation } from "../database/database-error.ts";
import { lockOfProject, refuseMoreThan } from "../database/quota.ts";
import { selectList } from "../database/rows.ts";
import type { Assets } from "../assets/assets.ts";
import { addSampleLibrary, type SampleLibrary } from "../samples/sample-library.ts";
import type { Snippets } from "../snippets/snippets.ts";
import { holdSnippets } from "../snippets/read-library.ts";
import { containing } from "../pagination/like-pattern.ts";
import type { PageRequest } from "../pagination/page-plan.ts";
import { readPage, type Page } from "../pagination/read-page.ts";
import type { AuthoredDraft } from "./author.ts";
import type { Author } from "../accounts/author.ts";
import type { SourceComposer } from "./source-composer.ts";
import { templateDrafts } from "./template-draft-row.ts";
import { templates, type TemplateRow } from "./template-row.ts";
import { currentDialect, type TemplateSource } from "./template-source.ts";

export type TemplateQuery = PageRequest & {
  sort: `${"updatedAt" | "createdAt" | "name"}:${"asc" | "desc"}`;
  search?: string | undefined;
  tag?: string | undefined;
  include?: "draftChanges" | undefined;
};

export type ListedTemplate = TemplateRow & { draftChanges?: number | null };

export type NewTemplate = {
  name: string;
  description?: string | undefined;
  tags?: string[] | undefined;
} & { [Part in keyof TemplateSource]?: TemplateSource[Part] | undefined };

export type TemplateChanges = {
  name?: string | undefined;
  description?: string | undefined;
  tags?: string[] | undefined;
};

/** The ids that identify one template of one project. */
export type TemplateRef = { projectId: string; templateId: string };

const maxTemplates = 10_000;
const matchesRef = "templateId = :templateId AND projectId = :projectId";

async function namedOnce<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error, "templates_name_unique")) {
      const details = [{ path: "name", message: "is already the name of another template" }];
      throw new Problem("template.name_taken", { details, cause: error });
    }
    throw error;
  }
}

const draftAndVersion = `
  LEFT JOIN template_drafts AS d ON d.template_id = t.template_id AND d.project_id = t.project_id
  LEFT JOIN template_versions AS v
    ON v.template_id = t.template_id AND v.project_id = t.project_id AND v.version = t.current_version`;

/** In how many parts a draft differs from a version, whose texts are in `authored` if they are composed. */
const draftChanges = `
  CASE WHEN v.version_id IS NOT NULL THEN (
    SELECT (d.html <> live.html)::integer + (d.css <> live.css)::integer
      + (coalesce(d.settings ->> 'header', '') <> coalesce(live.settings ->> 'header', ''))::integer
      + (coalesce(d.settings ->> 'footer', '') <> coalesce(live.settings ->> 'footer', ''))::integer
      + (d.settings - 'header' - 'footer' <> live.settings - 'header' - 'footer')::integer
      + (SELECT count(*)::integer
         FROM jsonb_to_recordset(d.data_sets) AS own (name text, json text)
         FULL JOIN jsonb_to_recordset(v.data_sets) AS other (name text, json text) USING (name)
         WHERE own.json IS DISTINCT FROM other.json)
      + (SELECT count(*)::integer
         FROM jsonb_each(d.translations) AS own FULL JOIN jsonb_each(v.translations) AS other USING (key)
         WHERE own.value IS DISTINCT FROM other.value)
    FROM (SELECT coalesce(v.authored ->> 'html', v.html) AS html, coalesce(v.authored ->> 'css', v.css) AS css,
                 coalesce(v.authored -> 'settings', v.settings) AS settings) AS live) END`;

/** Reads one template of a project. */
export async function findTemplate(manager: EntityManager, ref: TemplateRef): Promise<TemplateRow> {
  const row = await manager
    .createQueryBuilder(templates, "t")
    .where("t.templateId = :templateId AND t.projectId = :projectId", ref)
    .getOne();
  if (!row) throw new Problem("template.not_found");
  return row;
}

/** Sets the time of a template's last change. */
export async function touchTemplate(
  manager: EntityManager,
  ref: TemplateRef,
  changes: { currentVersion?: number } = {},
): Promise<void> {
  await manager
    .createQueryBuilder()
    .update(templates)
    .set({ ...changes, updatedAt: () => "now()" })
    .where(matchesRef, ref)
    .execute();
}

/** Templates of projects, without their sources. */
export function createTemplates(
  dataSource: DataSource,
  { composer, assets, snippets }: { composer: SourceComposer; assets: Assets; snippets: Snippets },
) {
  return {
    list(projectId: string, query: TemplateQuery): Promise<Page<ListedTemplate>> {
      const where = ["t.project_id = $1"];
      const parameters: unknown[] = [projectId];
      if (query.search !== undefined) {
        parameters.push(containing(query.search));
        where.push(`t.search_name LIKE lower($${parameters.length} COLLATE "und-x-icu")`);
      }
      if (query.tag !== undefined) {
        parameters.push([query.tag]);
        where.push(`t.tags @> $${parameters.length}::text[]`);
      }
      const own = selectList(dataSource, templates, "t");
      const hasChanges = query.include === "draftChanges";
      return readPage<ListedTemplate, "updatedAt" | "createdAt" | "name">(
        dataSource,
        {
          columns: hasChanges ? `${own}, ${draftChanges} AS "draftChanges"` : own,
          from: "templates AS t",
          ...(hasChanges ? { joins: draftAndVersion } : {}),
          where,
          parameters,
          id: "t.template_id",
          sorts: { updatedAt: "t.updated_at", createdAt: "t.created_at", name: "t.name" },
          ...(where.length === 1
            ? { total: "SELECT coalesce(sum(p.template_count), 0)::integer FROM projects AS p WHERE p.project_id = $1" }
            : {}),
        },
        query,
      );
    },

    get(ref: TemplateRef): Promise<TemplateRow> {
      return findTemplate(dataSource.manager, ref);
    },

    /** Creates a template with its draft, and what the project lacks of the sample from which it starts. */
    async create(
      projectId: string,
      given: NewTemplate,
      author: Author | null,
      sample?: SampleLibrary,
    ): Promise<{ template: TemplateRow; draft: AuthoredDraft; kept: LibraryPart[] }> {
      const source: TemplateSource = {
        html: given.html ?? "",
        css: given.css ?? "",
        settings: given.settings ?? {},
        dataSets: given.dataSets ?? [{ name: "Sample data", json: "{}" }],
        translations: given.translations ?? {},
      };
      const draft = { ...source, dialect: currentDialect };
      const { snippetNames } = await composer.compose(projectId, draft, { hasNewTexts: true, sample });
      const savedBy = author?.accountId ?? null;
      const ref = { projectId, templateId: createId("template") };
      return namedOnce(() =>
        dataSource.transaction(async (manager) => {
          await refuseMoreThan(manager, maxTemplates, {
            lock: lockOfProject,
            from: "templates WHERE project_id = $1",
            id: projectId,
            message: `The project has ${maxTemplates} templates, the maximum. Delete one, or use another project.`,
          });
          await manager.getRepository(templates).insert({
            ...ref,
            name: given.name,
            description: given.description ?? "",
            tags: given.tags ?? [],
          });
          const kept = sample
            ? await addSampleLibrary(manager, { assets, snippets }, { projectId, library: sample, savedBy })
            : [];
          await holdSnippets(manager, projectId, snippetNames);
          await manager.getRepository(templateDrafts).insert({ ...ref, ...draft, snippets: snippetNames, savedBy });
          return {
            kept,
            template: await findTemplate(manager, ref),
            draft: { ...(await manager.getRepository(templateDrafts).findOneByOrFail(ref)), savedBy: author },
          };
        }),
      );
    },

    update(ref: TemplateRef, { name, description, tags }: TemplateChanges): Promise<TemplateRow> {
      return namedOnce(() =>
        dataSource.transaction(async (manager) => {
          await manager
            .createQueryBuilder()
            .update(templates)
            .set({
              ...(name === undefined ? {} : { name }),
              ...(description === undefined ? {} : { description }),
              ...(tags === undefined ? {} : { tags }),
              updatedAt: () => "now()",
            })
            .where(matchesRef, ref)
            .execute();
          return findTemplate(manager, ref);
        }),
      );
    },

    /** Deletes a template with its draft and versions. Documents made from it keep their records. */
    async remove(ref: TemplateRef): Promise<void> {
      const { affected } = await dataSource
        .createQueryBuilder()
        .delete()
        .from(templates)
        .where(matchesRef, ref)
        .execute();
      if (affected === 0) throw new Problem("template.not_found");
    },
  };
}

export type Templates = ReturnType<typeof createTemplates>;
