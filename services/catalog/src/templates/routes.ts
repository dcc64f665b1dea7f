import { createId } from "@platen/contracts";
import { internalOperations } from "@platen/contracts/internal";
import { samples } from "@platen/samples";
import { createServeBoth } from "../auth/serve-both.ts";
import type { Serve } from "../auth/serve.ts";
import type { Templates } from "./templates.ts";
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

function toTemplates({ rows, pagination }: Page<TemplateRow>) {
  return { templates: rows.map(toTemplate), pagination };
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

export function serveTemplates(
  serve: Serve,
  {
    templates,
    drafts,
    versions,
    templateSources,
    sourceComposer,
    translations,
    members,
  }: {
    templates: Templates;
    drafts: Drafts;
    versions: Versions;
    templateSources: TemplateSources;
    sourceComposer: SourceComposer;
    translations: Translations;
    members: Members;
  },
): void {
  const operations = internalOperations;
  const serveBoth = createServeBoth(serve);

  async function toDraft(row: AuthoredDraft) {
    const { revision, updatedAt, savedBy } = row;
    return { ...toSource(row), revision, updatedAt, savedBy, ...(await sourceComposer.warningsOf(row.projectId, row)) };
  }

  async function toPublished(row: AuthoredVersion) {
    return { ...toVersion(row), ...(await sourceComposer.warningsOf(row.projectId, row)) };
  }

  serve("key", operations.listTemplates, async ({ query }, { projectId }) =>
    toTemplates(await templates.list(projectId, query)),
  );
  serve("key", operations.getTemplate, async ({ params }, { projectId }) =>
    toTemplate(await templates.get({ ...params, projectId })),
  );

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
  serve("member", operations.listProjectTemplates, async ({ query }, { projectId }) =>
    toTemplates(await templates.list(projectId, query)),
  );
  serveBoth(operations.createTemplate, operations.createKeyTemplate, async ({ body }, { projectId, author }) => {
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
  serve("member", operations.findPresent, async ({ params, body }, { account: { accountId } }) => {
    await templates.get(params);
    return { accountId, members: await members.among(params.projectId, body.accountIds) };
  });
  serve("member", operations.getProjectTemplate, async ({ params }) => toTemplate(await templates.get(params)));
  serveBoth(operations.updateTemplate, operations.updateKeyTemplate, async ({ params, body }) =>
    toTemplate(await templates.update(params, body)),
  );
  serveBoth(operations.deleteTemplate, operations.deleteKeyTemplate, ({ params }) => templates.remove(params));

  serveBoth(operations.getDraft, operations.getKeyDraft, async ({ params }) => toDraft(await drafts.get(params)));
  serveBoth(operations.saveDraft, operations.saveKeyDraft, async ({ params, body }, { author }) => {
    const { revision, ...source } = body;
    return toDraft(await drafts.save(params, revision, source, author));
  });
  serveBoth(
    operations.importTemplateTranslations,
    operations.importKeyTemplateTranslations,
    async ({ params, body }, { author }) => {
      const { revision, mode = "merge", ...file } = body;
      const imported = await translations.readFile(params.projectId, file);
      const draft = await drafts.get(params);
      const source = { ...toSource(draft), translations: merged(draft.translations, imported, mode) };
      await refuseTable(source.translations, "template");
      return toDraft(await drafts.save(params, revision, source, author));
    },
  );
  serveBoth(operations.publishDraft, operations.publishKeyDraft, async ({ params, body }, { author, keyId }) => {
    const { revision, note = "" } = body;
    return toPublished(await drafts.publish(params, { revision, note, author, keyId }));
  });

  serveBoth(operations.listVersions, operations.listKeyVersions, async ({ params, query }) => {
    const { rows, pagination } = await versions.list(params, query);
    return { versions: rows.map(toVersion), pagination };
  });
  serveBoth(operations.getVersion, operations.getKeyVersion, async ({ params: { version, ...ref } }) => {
    const row = await versions.get(ref, version);
    return { ...toVersion(row), ...toSource(row) };
  });
  serveBoth(operations.restoreVersion, operations.restoreKeyVersion, async ({ params, body }, { author }) => {
    const { version, ...ref } = params;
    return toDraft(await drafts.restore(ref, { version, revision: body.revision, author }));
  });
  serveBoth(operations.makeVersionCurrent, operations.makeKeyVersionCurrent, async ({ params, body }) => {
    const { version, ...ref } = params;
    return toTemplate(await versions.makeCurrent(ref, version, body.current));
  });
  serveBoth(operations.republishVersion, operations.republishKeyVersion, async ({ params }, { author, keyId }) => {
    const { version, ...ref } = params;
    return toPublished(await drafts.republish(ref, version, { author, keyId }));
  });

  serve("member", operations.openStoredPreview, async ({ params, body }) =>
    toPreview(await templateSources.openStoredPreview(params, body)),
  );
  serve("member", operations.openPreview, async ({ params, body }) =>
    toPreview(await templateSources.openPreview(params, body)),
  );
  serve(
    "member",
    operations.openSourcePreview,
    async ({ params: { projectId }, body: { sample: slug, ...source } }) => {
      const sample = slug === undefined ? undefined : await readSampleLibrary(findSample(slug));
      return {
        documentId: createId("document"),
        projectId,
        templateName: source.name,
        sourceId: await templateSources.openSourcePreview(projectId, source, sample),
      };
    },
  );
  serve("grant", operations.getTemplateSource, ({ params }, { grant }) => templateSources.get(grant, params.sourceId));
}
