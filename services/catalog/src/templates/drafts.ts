import { createId, Problem } from "@platen/contracts";
import type { DataSource, EntityManager } from "typeorm";
import { queryRows } from "../database/rows.ts";
import type { TemplateMessages } from "../translations/template-messages.ts";
import { findAuthor, type AuthoredDraft, type AuthoredVersion } from "./author.ts";
import { templateDrafts, type TemplateDraftRow } from "./template-draft-row.ts";
import { currentDialect, toSource, type TemplateSource, type WithDialect } from "./template-source.ts";
import { templateVersions } from "./template-version-row.ts";
import { touchTemplate, type TemplateRef } from "./templates.ts";
import { findVersion, readVersion } from "./versions.ts";

const maxVersions = 1_000;

async function readDraft(manager: EntityManager, ref: TemplateRef): Promise<AuthoredDraft> {
  const draft = await findDraft(manager, ref, false);
  return { ...draft, savedBy: await findAuthor(manager, draft.savedBy) };
}

async function findDraft(manager: EntityManager, ref: TemplateRef, lock: boolean): Promise<TemplateDraftRow> {
  const query = manager
    .createQueryBuilder(templateDrafts, "d")
    .where("d.templateId = :templateId AND d.projectId = :projectId", ref);
  const row = await (lock ? query.setLock("pessimistic_write") : query).getOne();
  if (!row) throw new Problem("template.not_found");
  return row;
}

/** Locks the draft, so that only one of two edits of the same revision succeeds. */
async function lockDraft(manager: EntityManager, ref: TemplateRef, revision: number): Promise<TemplateDraftRow> {
  const draft = await findDraft(manager, ref, true);
  if (draft.revision !== revision) {
    const author = await findAuthor(manager, draft.savedBy);
    throw new Problem("template.edit_conflict", {
      message: `${author?.email ?? "Someone else"} saved the draft after you loaded it. Load the draft again.`,
      details: [{ path: "revision", message: `must be ${draft.revision}, the draft's current revision` }],
    });
  }
  return draft;
}

async function replaceDraft(
  manager: EntityManager,
  ref: TemplateRef,
  source: TemplateSource & WithDialect,
  savedBy: string,
): Promise<AuthoredDraft> {
  await manager
    .createQueryBuilder()
    .update(templateDrafts)
    .set({
      ...toSource(source),
      dialect: source.dialect,
      savedBy,
      revision: () => "revision + 1",
      updatedAt: () => "now()",
    })
    .where("templateId = :templateId AND projectId = :projectId", ref)
    .execute();
  await touchTemplate(manager, ref);
  return readDraft(manager, ref);
}

/** A draft as a save gives it. Without translations, those of the draft stay. */
export type GivenDraft = Omit<TemplateSource, "translations"> & {
  translations?: TemplateSource["translations"] | undefined;
};

/** Drafts of templates: reading, saving, publishing and restoring. */
export function createDrafts(dataSource: DataSource, messages: TemplateMessages) {
  return {
    get(ref: TemplateRef): Promise<AuthoredDraft> {
      return readDraft(dataSource.manager, ref);
    },

    async save(ref: TemplateRef, revision: number, given: GivenDraft, savedBy: string): Promise<AuthoredDraft> {
      // A draft of the same revision is the same draft, so the transaction finds these translations.
      const translations = given.translations ?? (await findDraft(dataSource.manager, ref, false)).translations;
      const draft = { ...given, translations, dialect: currentDialect };
      await messages.refuseMistakes(ref.projectId, draft, { hasNewTexts: given.translations !== undefined });
      return dataSource.transaction(async (manager) => {
        await lockDraft(manager, ref, revision);
        return replaceDraft(manager, ref, draft, savedBy);
      });
    },

    /** Publishes the draft as a new version, which never changes and becomes the current one. */
    async publish(
      ref: TemplateRef,
      { revision, note, publishedBy }: { revision: number; note: string; publishedBy: string | null },
    ): Promise<AuthoredVersion> {
      // Before the transaction, because checking takes long. A draft of the same revision is the same draft.
      await messages.refuseMistakes(ref.projectId, await findDraft(dataSource.manager, ref, false));
      return dataSource.transaction(async (manager) => {
        const draft = await lockDraft(manager, ref, revision);
        const source = { ...toSource(draft), dialect: draft.dialect };
        const [last] = await queryRows<{ version: number }>(
          manager,
          "SELECT coalesce(max(v.version), 0) AS version FROM template_versions AS v WHERE v.template_id = $1",
          [ref.templateId],
        );
        const version = (last?.version ?? 0) + 1;
        if (version > maxVersions) {
          throw new Problem("quota.reached", {
            message: `The template has ${maxVersions} versions, the maximum. Publish the draft as a new template.`,
          });
        }
        const versionId = createId("templateVersion");
        const pinned = await messages.pin(manager, ref.projectId, source);
        await manager
          .getRepository(templateVersions)
          .insert({ versionId, ...ref, version, ...source, ...pinned, note, publishedBy });
        await touchTemplate(manager, ref, { currentVersion: version });
        return readVersion(manager, ref, version);
      });
    },

    /** Copies a published version into the draft. */
    restore(
      ref: TemplateRef,
      { version, revision, savedBy }: { version: number; revision: number; savedBy: string },
    ): Promise<AuthoredDraft> {
      return dataSource.transaction(async (manager) => {
        const source = await findVersion(manager, ref, version);
        await lockDraft(manager, ref, revision);
        return replaceDraft(manager, ref, source, savedBy);
      });
    },
  };
}
