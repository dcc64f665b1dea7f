import { createId, Problem } from "@platen/contracts";
import type { DataSource, EntityManager } from "typeorm";
import { queryRows } from "../database/rows.ts";
import { checkSyntax } from "./check-syntax.ts";
import { templateDrafts, type TemplateDraftRow } from "./template-draft-row.ts";
import { toSource, type TemplateSource } from "./template-source.ts";
import { templateVersions, type TemplateVersionRow } from "./template-version-row.ts";
import { touchTemplate, type TemplatePlace } from "./templates.ts";
import { findVersion } from "./versions.ts";

async function findDraft(manager: EntityManager, place: TemplatePlace, lock: boolean): Promise<TemplateDraftRow> {
  const query = manager
    .createQueryBuilder(templateDrafts, "d")
    .where("d.templateId = :templateId AND d.projectId = :projectId", place);
  const row = await (lock ? query.setLock("pessimistic_write") : query).getOne();
  if (!row) throw new Problem("template.not_found");
  return row;
}

/** Locks the draft, so that of two edits based on the same revision only one is taken. */
async function lockDraft(manager: EntityManager, place: TemplatePlace, revision: number): Promise<TemplateDraftRow> {
  const draft = await findDraft(manager, place, true);
  if (draft.revision !== revision) throw new Problem("template.edit_conflict");
  return draft;
}

async function replaceDraft(
  manager: EntityManager,
  place: TemplatePlace,
  source: TemplateSource,
): Promise<TemplateDraftRow> {
  await manager
    .createQueryBuilder()
    .update(templateDrafts)
    .set({ ...toSource(source), revision: () => "revision + 1", updatedAt: () => "now()" })
    .where("templateId = :templateId AND projectId = :projectId", place)
    .execute();
  await touchTemplate(manager, place);
  return findDraft(manager, place, false);
}

/** The one draft of each template, and what becomes of it. */
export function createDrafts(dataSource: DataSource) {
  return {
    get(place: TemplatePlace): Promise<TemplateDraftRow> {
      return findDraft(dataSource.manager, place, false);
    },

    save(place: TemplatePlace, revision: number, source: TemplateSource): Promise<TemplateDraftRow> {
      checkSyntax(source);
      return dataSource.transaction(async (manager) => {
        await lockDraft(manager, place, revision);
        return replaceDraft(manager, place, source);
      });
    },

    /** Makes the draft a version, which never changes again, and the one documents are made from. */
    publish(place: TemplatePlace, revision: number, note: string): Promise<TemplateVersionRow> {
      return dataSource.transaction(async (manager) => {
        const source = toSource(await lockDraft(manager, place, revision));
        checkSyntax(source);
        const [last] = await queryRows<{ version: number }>(
          manager,
          "SELECT coalesce(max(v.version), 0) AS version FROM template_versions AS v WHERE v.template_id = $1",
          [place.templateId],
        );
        const version = (last?.version ?? 0) + 1;
        const versionId = createId("templateVersion");
        await manager.getRepository(templateVersions).insert({ versionId, ...place, version, ...source, note });
        await touchTemplate(manager, place, { currentVersion: version });
        return findVersion(manager, place, version);
      });
    },

    /** Copies a published version into the draft. */
    restore(place: TemplatePlace, version: number, revision: number): Promise<TemplateDraftRow> {
      return dataSource.transaction(async (manager) => {
        const source = await findVersion(manager, place, version);
        await lockDraft(manager, place, revision);
        return replaceDraft(manager, place, source);
      });
    },
  };
}
