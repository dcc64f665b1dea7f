import { createId } from "@platen/contracts";
import { internalOperations as operations } from "@platen/contracts/internal";
import { samples } from "@platen/samples";
import type { Serve } from "../auth/serve.ts";
import type { ListedTemplate, Templates } from "./templates.ts";
import type { Drafts } from "./drafts.ts";
import type { TemplateSources } from "./template-sources.ts";
import type { SourceComposer } from "./source-composer.ts";
import type { Members } from "../accounts/members.ts";
import type { Page } from "../pagination/read-page.ts";
import { findSample, readSampleLibrary, templateOfSample } from "../samples/sample-library.ts";
import { merged, refuseTable, type Translations } from "../translations/translations.ts";
import type { AuthoredDraft, AuthoredVersion } from "./author.ts";
import type { TemplateRow } from "./template-row.ts";
import { toSource } from "./template-source.ts";
import type { ListedVersion, Versions } from "./versions.ts";

function toTemplate({ templateId, name, description, tags, currentVersion, createdAt, updatedAt }: TemplateRow) {
  return { templateId, name, description, tags, version: currentVersion, createdAt, updatedAt };
}

function toTemplates({ rows, pagination }: Page<ListedTemplate>) {
  const templates = rows.map(({ draftChanges, ...row }) => ({
    ...toTemplate(row),
    ...(draftChanges !== undefined && { draftChanges }),
  }));
  return { templates, pagination };
}

function toVersion({ version, note, createdAt, publishedBy, publishedByKey }: ListedVersion) {
  return { version, note, createdAt, publishedBy, publishedByKey };
}

function toPreview(opened: { template: TemplateRow; sourceId: string; dataJson: string }) {
  const { template, sourceId, dataJson } = opened;
  const { projectId, templateId, name, currentVersion } = template;
  return {
    documentId: createId("document"),
    projectId,
    templateId,
    templateName: name,
    version: currentVersion ?? 0,
    sourceId,
    dataJson,
  };
}

type Parts = {
  templates: Templates;
  drafts: Drafts;
  versions: Versions;
  templateSources: TemplateSources;
  sourceComposer: SourceComposer;
  translations: Translations;
  members: Members;
};

export function serveTemplates(
  serve: Serve,
  { templates, drafts, versions, templateSources, sourceComposer, translations, members }: Parts,
): void {
  async function toDraft(row: AuthoredDraft) {
    const { revision, updatedAt, savedBy } = row;
    return { ...toSource(row), revision, updatedAt, savedBy, ...(await sourceComposer.warningsOf(row.projectId, row)) };
  }

  async function toPublished(row: AuthoredVersion) {
    return { ...toVersion(row), ...(await sourceComposer.warningsOf(row.projectId, row)) };
  }

  serve("keyOrMember", operations.listTemplates, async ({ query }, { projectId }) =>
    toTemplates(await templates.list(projectId, query)),
  );
  serve("keyOrMember", operations.getTemplate, async ({ params, query }, { projectId }) => {
    const row = await templates.get({ ...params, projectId });
    if (query.include === undefined || row.currentVersion === null) return toTemplate(row);
    return { ...toTemplate(row), example: await versions.exampleOf(row, row.currentVersion) };
  });

  serve("account", operations.listSamples, ({ query: { page, pageSize } }) => {
    const start = (page - 1) * pageSize;
    const total = samples.length;
    return Promise.resolve({
      samples: samples
        .slice(start, start + pageSize)
        .map((sample) => ({ slug: sample.slug, ...templateOfSample(sample) })),
      pagination: { page, pageSize, total, totalPages: Math.ceil(total / pageSize) },
    });
  });
  serve("keyOrMember", operations.createTemplate, async ({ body }, { projectId, author }) => {
    const { sample: slug, ...given } = body;
    const sample = slug === undefined ? undefined : findSample(slug);
    const { template, draft, kept } = await templates.create(
      projectId,
      { ...(sample && templateOfSample(sample)), ...given },
      author,
      sample && (await readSampleLibrary(sample)),
    );
    return { template: toTemplate(template), draft: await toDraft(draft), ...(kept.length > 0 && { kept }) };
  });
  serve("member", operations.findPresent, async ({ params, body }, { projectId, account: { accountId } }) => {
    await templates.get({ ...params, projectId });
    return { accountId, members: await members.among(projectId, body.accountIds) };
  });
  serve("keyOrMember", operations.updateTemplate, async ({ params, body }, { projectId }) =>
    toTemplate(await templates.update({ ...params, projectId }, body)),
  );
  serve("keyOrMember", operations.deleteTemplate, ({ params }, { projectId }) =>
    templates.remove({ ...params, projectId }),
  );

  serve("keyOrMember", operations.getDraft, async ({ params }, { projectId }) =>
    toDraft(await drafts.get({ ...params, projectId })),
  );
  serve("keyOrMember", operations.saveDraft, async ({ params, body }, { projectId, author }) => {
    const { revision, ...source } = body;
    return toDraft(await drafts.save({ ...params, projectId }, revision, source, author));
  });
  serve("keyOrMember", operations.importTemplateTranslations, async ({ params, body }, { projectId, author }) => {
    const { revision, mode = "merge", ...file } = body;
    const imported = await translations.readFile(projectId, file);
    const draft = await drafts.get({ ...params, projectId });
    const source = { ...toSource(draft), translations: merged(draft.translations, imported, mode) };
    await refuseTable(source.translations, "template");
    return toDraft(await drafts.save({ ...params, projectId }, revision, source, author));
  });
  serve("keyOrMember", operations.publishDraft, async ({ params, body }, { projectId, author, keyId }) => {
    const { revision, note = "" } = body;
    return toPublished(await drafts.publish({ ...params, projectId }, { revision, note, author, keyId }));
  });

  serve("keyOrMember", operations.listVersions, async ({ params, query }, { projectId }) => {
    const { rows, pagination } = await versions.list({ ...params, projectId }, query);
    return { versions: rows.map(toVersion), pagination };
  });
  serve("keyOrMember", operations.getVersion, async ({ params }, { projectId }) => {
    const { version, ...ref } = { ...params, projectId };
    const row = await versions.get(ref, version);
    return { ...toVersion(row), ...toSource(row) };
  });
  serve("keyOrMember", operations.restoreVersion, async ({ params, body }, { projectId, author }) => {
    const { version, ...ref } = { ...params, projectId };
    return toDraft(await drafts.restore(ref, { version, revision: body.revision, author }));
  });
  serve("keyOrMember", operations.makeVersionCurrent, async ({ params, body }, { projectId }) => {
    const { version, ...ref } = { ...params, projectId };
    return toTemplate(await versions.makeCurrent(ref, version, body.current));
  });
  serve("keyOrMember", operations.republishVersion, async ({ params }, { projectId, author, keyId }) => {
    const { version, ...ref } = { ...params, projectId };
    return toPublished(await drafts.republish(ref, version, { author, keyId }));
  });

  serve("member", operations.openStoredPreview, async ({ params, body }, { projectId }) =>
    toPreview(await templateSources.openStoredPreview({ ...params, projectId }, body)),
  );
  serve("member", operations.openPreview, async ({ params, body }, { projectId }) =>
    toPreview(await templateSources.openPreview({ ...params, projectId }, body)),
  );
  serve("member", operations.openSourcePreview, async ({ body: { sample: slug, ...source } }, { projectId }) => {
    const sample = slug === undefined ? undefined : await readSampleLibrary(findSample(slug));
    return {
      documentId: createId("document"),
      projectId,
      templateName: source.name,
      sourceId: await templateSources.openSourcePreview(projectId, source, sample),
    };
  });
  serve("grant", operations.getTemplateSource, ({ params }, { grant }) => templateSources.get(grant, params.sourceId));
}
