import { createId, Problem } from "@platen/contracts";
import type { DataSource, EntityManager } from "typeorm";
import { queryRows } from "../database/rows.ts";
import { findAuthor, type AuthoredDraft, type AuthoredVersion } from "./author.ts";
import { checkSyntax } from "./check-syntax.ts";
import { templateDrafts, type TemplateDraftRow } from "./template-draft-row.ts";
import { toSource, type TemplateSource } from "./template-source.ts";
import { templateVersions } from "./template-version-row.ts";
import { touchTemplate, type TemplatePlace } from "./templates.ts";
import { findVersion, readVersion } from "./versions.ts";

async function readDraft(manager: EntityManager, place: TemplatePlace): Promise<AuthoredDraft> {
  const draft = await findDraft(manager, place, false);
  return { ...draft, savedBy: await findAuthor(manager, draft.savedBy) };
}

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
  if (draft.revision !== revision) {
    const author = await findAuthor(manager, draft.savedBy);
    throw new Problem("template.edit_conflict", {
      message: `The draft was saved by ${author?.email ?? "somebody else"} in the meantime; load it again.`,
      details: [{ path: "revision", message: `is ${draft.revision} by now` }],
    });
  }
  return draft;
}

async function replaceDraft(
  manager: EntityManager,
  place: TemplatePlace,
  source: TemplateSource,
  savedBy: string,
): Promise<AuthoredDraft> {
  await manager
    .createQueryBuilder()
    .update(templateDrafts)
    .set({ ...toSource(source), savedBy, revision: () => "revision + 1", updatedAt: () => "now()" })
    .where("templateId = :templateId AND projectId = :projectId", place)
    .execute();
  await touchTemplate(manager, place);
  return readDraft(manager, place);
}

/** The one draft of each template, and what becomes of it. */
export function createDrafts(dataSource: DataSource) {
  return {
    get(place: TemplatePlace): Promise<AuthoredDraft> {
      return readDraft(dataSource.manager, place);
    },

    save(place: TemplatePlace, revision: number, source: TemplateSource, savedBy: string): Promise<AuthoredDraft> {
      checkSyntax(source);
      return dataSource.transaction(async (manager) => {
        await lockDraft(manager, place, revision);
        return replaceDraft(manager, place, source, savedBy);
      });
    },

    /** Makes the draft a version, which never changes again, and the one documents are made from. */
    publish(
      place: TemplatePlace,
      { revision, note, publishedBy }: { revision: number; note: string; publishedBy: string | null },
    ): Promise<AuthoredVersion> {
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
        await manager
          .getRepository(templateVersions)
          .insert({ versionId, ...place, version, ...source, note, publishedBy });
        await touchTemplate(manager, place, { currentVersion: version });
        return readVersion(manager, place, version);
      });
    },

    /** Copies a published version into the draft. */
    restore(
      place: TemplatePlace,
      { version, revision, savedBy }: { version: number; revision: number; savedBy: string },
    ): Promise<AuthoredDraft> {
      return dataSource.transaction(async (manager) => {
        const source = await findVersion(manager, place, version);
        await lockDraft(manager, place, revision);
        return replaceDraft(manager, place, source, savedBy);
      });
    },
  };
}
