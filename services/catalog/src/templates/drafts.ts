import { createId, Problem } from "@platen/contracts";
import type { DataSource, EntityManager } from "typeorm";
import type { Actor } from "../auth/authenticate.ts";
import { queryRows } from "../database/rows.ts";
import { pinFiles } from "../assets/file-composer.ts";
import { holdSnippets } from "../snippets/read-library.ts";
import type { TemplateMessages } from "../translations/template-messages.ts";
import { findAuthor, savedMeanwhile, type AuthoredDraft, type AuthoredVersion } from "./author.ts";
import type { Author } from "../accounts/author.ts";
import type { ComposedForUse, SourceComposer } from "./source-composer.ts";
import { templateDrafts, type TemplateDraftRow } from "./template-draft-row.ts";
import { currentDialect, toSource, type TemplateSource, type WithDialect } from "./template-source.ts";
import { templateVersions } from "./template-version-row.ts";
import { touchTemplate, type TemplateRef } from "./templates.ts";
import { findVersion, lockCurrentVersion, notCurrent, readVersion } from "./versions.ts";

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
      message: savedMeanwhile("draft", author),
      details: [{ path: "revision", message: `must be ${draft.revision}, the draft's current revision` }],
    });
  }
  return draft;
}

async function replaceDraft(
  manager: EntityManager,
  ref: TemplateRef,
  source: TemplateSource & WithDialect & { snippets: string[] },
  author: Author | null,
): Promise<AuthoredDraft> {
  await manager
    .createQueryBuilder()
    .update(templateDrafts)
    .set({
      ...toSource(source),
      dialect: source.dialect,
      snippets: source.snippets,
      savedBy: author?.accountId ?? null,
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
export function createDrafts(dataSource: DataSource, composer: SourceComposer, messages: TemplateMessages) {
  /** Adds a version from a composed source, which becomes the current one. */
  async function addVersion(
    manager: EntityManager,
    ref: TemplateRef,
    source: TemplateSource & WithDialect,
    { source: composed, usedSnippets, usedFiles, library, brand }: ComposedForUse,
    { note, author, keyId }: Actor & { note: string },
  ): Promise<AuthoredVersion> {
    const { projectId, templateId } = ref;
    const [last] = await queryRows<{ version: number }>(
      manager,
      "SELECT coalesce(max(v.version), 0) AS version FROM template_versions AS v WHERE v.template_id = $1",
      [templateId],
    );
    const version = (last?.version ?? 0) + 1;
    if (version > maxVersions) {
      throw new Problem("quota.reached", {
        message: `The template has ${maxVersions} versions, the maximum. Publish the draft as a new template.`,
      });
    }
    const versionId = createId("templateVersion");
    const { html, css, settings, places = null } = composed;
    const printed = { ...toSource(source), html, css, settings, dialect: source.dialect };
    const authored = places && { html: source.html, css: source.css, settings: source.settings };
    const pinned = await messages.pin(manager, projectId, printed);
    await manager.getRepository(templateVersions).insert({
      versionId,
      ...ref,
      version,
      ...printed,
      authored,
      places,
      library,
      brand,
      ...pinned,
      note,
      publishedBy: author?.accountId ?? null,
      publishedByKey: keyId,
    });
    await queryRows(
      manager,
      `INSERT INTO version_snippets (version_id, project_id, snippet_id, revision)
       SELECT $1, $2, * FROM unnest($3::text[], $4::integer[])`,
      [versionId, projectId, usedSnippets.map((one) => one.snippetId), usedSnippets.map((one) => one.revision)],
    );
    await pinFiles(manager, { of: "version", id: versionId, projectId }, usedFiles);
    await touchTemplate(manager, ref, { currentVersion: version });
    return readVersion(manager, ref, version);
  }

  return {
    get(ref: TemplateRef): Promise<AuthoredDraft> {
      return readDraft(dataSource.manager, ref);
    },

    async save(ref: TemplateRef, revision: number, given: GivenDraft, author: Author | null): Promise<AuthoredDraft> {
      // A draft of the same revision is the same draft, so the transaction finds these translations.
      const translations = given.translations ?? (await findDraft(dataSource.manager, ref, false)).translations;
      const draft = { ...given, translations, dialect: currentDialect };
      const hasNewTexts = given.translations !== undefined;
      const { snippetNames } = await composer.compose(ref.projectId, draft, { hasNewTexts });
      return dataSource.transaction(async (manager) => {
        await lockDraft(manager, ref, revision);
        await holdSnippets(manager, ref.projectId, snippetNames);
        return replaceDraft(manager, ref, { ...draft, snippets: snippetNames }, author);
      });
    },

    /** Publishes the draft as a new version, which never changes and becomes the current one. */
    async publish(
      ref: TemplateRef,
      { revision, note, ...actor }: Actor & { revision: number; note: string },
    ): Promise<AuthoredVersion> {
      // Before the transaction, because composing takes long. A draft of the same revision is the same draft.
      const source = await findDraft(dataSource.manager, ref, false);
      const composed = await composer.compose(ref.projectId, source, { files: "all" });
      return dataSource.transaction(async (manager) => {
        const draft = await lockDraft(manager, ref, revision);
        return addVersion(manager, ref, draft, composed, { note, ...actor });
      });
    },

    /** Publishes the source of the current version again, with the library as it is now. */
    async republish(ref: TemplateRef, version: number, actor: Actor): Promise<AuthoredVersion> {
      const source = await findVersion(dataSource.manager, ref, version);
      const composed = await composer.compose(ref.projectId, source, { files: "all" });
      return dataSource.transaction(async (manager) => {
        const current = await lockCurrentVersion(manager, ref);
        if (current !== version) throw notCurrent("version", version, current);
        const note = `Version ${version} with the newest snippets, files and brand`;
        return addVersion(manager, ref, source, composed, { note, ...actor });
      });
    },

    /** Copies a published version into the draft. */
    async restore(
      ref: TemplateRef,
      { version, revision, author }: { version: number; revision: number; author: Author | null },
    ): Promise<AuthoredDraft> {
      const source = await findVersion(dataSource.manager, ref, version);
      const snippets = await composer.snippetNames(ref.projectId, source);
      return dataSource.transaction(async (manager) => {
        await lockDraft(manager, ref, revision);
        return replaceDraft(manager, ref, { ...source, snippets }, author);
      });
    },
  };
}

export type Drafts = ReturnType<typeof createDrafts>;
