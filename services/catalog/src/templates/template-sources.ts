import { createId, isId, Problem, type DataSet, type PageSettings, type TranslationTable } from "@platen/contracts";
import type { SourceLibrary } from "@platen/contracts/internal";
import type { MessageTable } from "@platen/formats";
import type { GrantClaims } from "@platen/service-tokens";
import type { DataSource } from "typeorm";
import { pinFiles } from "../assets/file-composer.ts";
import { sha256 } from "../secrets/sha256.ts";
import { prepare, queryRows } from "../database/rows.ts";
import type { SampleLibrary } from "../samples/sample-library.ts";
import type { AssetStore } from "../assets/asset-store.ts";
import type { TemplateMessages } from "../translations/template-messages.ts";
import type { SourcePlaces } from "./compose-source.ts";
import type { SourceComposer } from "./source-composer.ts";
import { templateDrafts } from "./template-draft-row.ts";
import { currentDialect, type WithDialect } from "./template-source.ts";
import { findTemplate, type TemplateRef } from "./templates.ts";
import { findVersion } from "./versions.ts";

/** The source that a worker renders. */
export type TemplateSourceRow = WithDialect & {
  sourceId: string;
  projectId: string;
  templateName: string;
  html: string;
  css: string;
  settings: PageSettings;
  places?: SourcePlaces | undefined;
  library?: SourceLibrary | undefined;
  messages?: MessageTable | undefined;
};

type StoredSource = Omit<TemplateSourceRow, "messages" | "places" | "library"> & {
  places: SourcePlaces | null;
  library: SourceLibrary | null;
  messages: MessageTable | null;
};

/** Parts that replace those of a draft for one preview. */
export type DraftParts = {
  html?: string | undefined;
  css?: string | undefined;
  settings?: PageSettings | undefined;
  translations?: TranslationTable | undefined;
};

/** The stored source that a preview shows: the draft, or a version. Without a name, its first data set fills it. */
export type StoredPreview = { version?: number | undefined; dataSet?: string | undefined };

/** A source with the template name of its documents. */
export type NamedSource = DraftParts & { name: string; html: string };

/** Workers read a source within the deadline of its preview, so only a flood loses a source that is still needed. */
const maxPreviewSources = 50;

/** The data stay a text: parsing a megabyte of them would block the event loop. */
function dataOf({ dataSets }: { dataSets: readonly DataSet[] }, given: string | undefined): string {
  const found = given === undefined ? dataSets[0] : dataSets.find(({ name }) => name === given);
  if (given !== undefined && found === undefined) {
    const message = "is not the name of one of the template's data sets";
    throw new Problem("request.invalid", {
      message: `\`dataSet\` ${message}.`,
      details: [{ path: "dataSet", message }],
    });
  }
  return found?.json ?? "{}";
}

/** The immutable sources that workers read: published versions and snapshots for previews. */
export function createTemplateSources(
  dataSource: DataSource,
  {
    composer,
    messages,
    store,
  }: { composer: SourceComposer; messages: TemplateMessages; store: Pick<AssetStore, "put"> },
) {
  const findVersionSource = prepare<StoredSource>(
    dataSource,
    "find_version_source",
    `SELECT v.version_id AS "sourceId", v.project_id AS "projectId", t.name AS "templateName", v.html, v.css, v.settings,
            v.dialect, v.places, v.library, v.messages
     FROM template_versions AS v JOIN templates AS t ON t.template_id = v.template_id
     WHERE v.version_id = $1 AND v.project_id = $2`,
  );
  const findPreviewSource = prepare<StoredSource>(
    dataSource,
    "find_preview_source",
    `SELECT s.source_id AS "sourceId", s.project_id AS "projectId", s.template_name AS "templateName", s.html, s.css,
            s.settings, s.dialect, s.places, s.library, s.messages
     FROM preview_sources AS s WHERE s.source_id = $1 AND s.project_id = $2`,
  );
  /**
   * Composes and stores a source. The same content in the same project keeps its id, so that a worker finds its compiled
   * template in its cache.
   */
  async function storePreviewSource(
    projectId: string,
    templateName: string,
    source: { html: string; css: string; settings: PageSettings; translations: TranslationTable } & WithDialect,
    options: { hasNewTexts: boolean; sample?: SampleLibrary | undefined },
  ): Promise<string> {
    const { dialect } = source;
    const { source: composed, ...used } = await composer.compose(projectId, source, { ...options, files: "existing" });
    const { html, css, settings } = composed;
    const library = used.library && JSON.stringify(used.library);
    const places = composed.places ? JSON.stringify(composed.places) : null;
    // The tables may have changed since the same source was shown last.
    const { messages: pinned } = await messages.pin(dataSource.manager, projectId, { ...source, html, settings });
    const texts = pinned && JSON.stringify(pinned);
    const contentHash = sha256(JSON.stringify([templateName, html, css, settings, dialect, texts, places, library]));
    const sourceId = await dataSource.transaction(async (manager) => {
      const [stored] = await queryRows<{ sourceId: string }>(
        manager,
        `INSERT INTO preview_sources AS s (source_id, project_id, content_hash, template_name, html, css, settings, dialect,
                                          messages, places, library)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
       ON CONFLICT ON CONSTRAINT preview_sources_content_unique DO UPDATE SET used_at = now()
       RETURNING s.source_id AS "sourceId"`,
        [
          createId("previewSource"),
          projectId,
          contentHash,
          templateName,
          html,
          css,
          JSON.stringify(settings),
          dialect,
          texts,
          places,
          library,
        ],
      );
      if (!stored) throw new Error("the upsert returned no row");
      const usedDigests = new Set(used.usedFiles.map((file) => file.sha256));
      for (const { stored: bytes } of options.sample?.assets ?? [])
        if (usedDigests.has(bytes.sha256)) await store.put(manager, projectId, bytes);
      await pinFiles(manager, { of: "preview", id: stored.sourceId, projectId }, used.usedFiles);
      return stored.sourceId;
    });
    await queryRows(
      dataSource.manager,
      `DELETE FROM preview_sources WHERE project_id = $1 AND source_id IN (
         SELECT source_id FROM preview_sources WHERE project_id = $1
         ORDER BY used_at DESC, source_id OFFSET ${maxPreviewSources})`,
      [projectId],
    );
    return sourceId;
  }

  async function openAltered(ref: TemplateRef, { version, dataSet, ...parts }: DraftParts & StoredPreview) {
    const template = await findTemplate(dataSource.manager, ref);
    const stored =
      version === undefined
        ? await dataSource.getRepository(templateDrafts).findOneByOrFail(ref)
        : await findVersion(dataSource.manager, ref, version);
    const source = {
      html: parts.html ?? stored.html,
      css: parts.css ?? stored.css,
      settings: parts.settings ?? stored.settings,
      translations: parts.translations ?? stored.translations,
      // Other HTML than the stored one means what it will mean once it is saved.
      dialect: parts.html === undefined ? stored.dialect : currentDialect,
    };
    const hasNewTexts = parts.translations !== undefined;
    const sourceId = await storePreviewSource(ref.projectId, template.name, source, { hasNewTexts });
    return { template, sourceId, dataJson: dataOf(stored, dataSet) };
  }

  /** Finds a published version, or stores the draft, as the source of a preview. */
  async function openStored(ref: TemplateRef, { version, dataSet }: StoredPreview) {
    if (version === undefined) return openAltered(ref, { dataSet });
    const template = await findTemplate(dataSource.manager, ref);
    const found = await findVersion(dataSource.manager, ref, version);
    return { template, sourceId: found.versionId, dataJson: dataOf(found, dataSet) };
  }

  return {
    /** Reads the source that a grant allows. */
    async get(grant: GrantClaims, sourceId: string): Promise<TemplateSourceRow> {
      if (grant.sourceId !== sourceId) throw new Problem("auth.token_invalid");
      const find = isId("previewSource", sourceId) ? findPreviewSource : findVersionSource;
      const [source] = await find([sourceId, grant.projectId]);
      if (!source) throw new Problem("template.not_found");
      const { messages: texts, places, library, ...row } = source;
      return { ...row, ...(texts && { messages: texts }), ...(places && { places }), ...(library && { library }) };
    },

    openStoredPreview: openStored,

    /**
     * Stores the draft or a version, with the given parts in place of its own, as the source of a preview. A version as it
     * is needs no other source, and is made of the snippets and files of its time.
     */
    openPreview(ref: TemplateRef, { version, dataSet, ...parts }: DraftParts & StoredPreview) {
      const isAltered = Object.values(parts).some((part) => part !== undefined);
      return isAltered ? openAltered(ref, { version, dataSet, ...parts }) : openStored(ref, { version, dataSet });
    },

    /**
     * Stores a source that does not belong to a template, such as a sample: its snippets and files stand in for those that
     * the project lacks.
     */
    async openSourcePreview(
      projectId: string,
      { name, html, css = "", settings = {}, translations = {} }: NamedSource,
      sample?: SampleLibrary,
    ): Promise<string> {
      const source = { html, css, settings, translations, dialect: currentDialect };
      return storePreviewSource(projectId, name, source, { hasNewTexts: true, sample });
    },
  };
}

export type TemplateSources = ReturnType<typeof createTemplateSources>;
