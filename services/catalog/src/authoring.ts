import type { Logger } from "@platen/telemetry";
import type { DataSource } from "typeorm";
import { createAssetStore } from "./assets/asset-store.ts";
import { createAssets } from "./assets/assets.ts";
import { createFileComposer } from "./assets/file-composer.ts";
import { createSourceAssets } from "./assets/source-assets.ts";
import { createStoredBytes } from "./assets/stored-bytes.ts";
import { createUnusedAssets } from "./assets/unused-assets.ts";
import { createBrands } from "./brands/brands.ts";
import { createSnippets } from "./snippets/snippets.ts";
import { createDrafts } from "./templates/drafts.ts";
import { createSourceComposer } from "./templates/source-composer.ts";
import { accountOfProject } from "./projects/account-of-project.ts";
import { createTemplateChecks } from "./templates/template-checks.ts";
import { createTemplateSources } from "./templates/template-sources.ts";
import { createTemplates } from "./templates/templates.ts";
import { createVersions } from "./templates/versions.ts";
import { createTemplateMessages } from "./translations/template-messages.ts";
import { createTranslations } from "./translations/translations.ts";
import type { CatalogConfig } from "./config.ts";
import type { Metrics } from "./metrics.ts";

type AuthoringDependencies = {
  dataSource: DataSource;
  config: Pick<CatalogConfig, "PROJECT_ASSET_BYTES">;
  metrics: Pick<Metrics, "setLibraryBytes">;
  logger: Logger;
};

/** Builds the parts with which authors make templates and what templates share. */
export function createAuthoring({ dataSource, config, metrics, logger }: AuthoringDependencies) {
  const assetStore = createAssetStore(dataSource);
  const unusedAssets = createUnusedAssets({ store: assetStore, logger });
  const storedBytes = createStoredBytes({
    store: assetStore,
    report: (bytes) => metrics.setLibraryBytes(bytes),
    logger,
  });
  const templateChecks = createTemplateChecks({
    accountOf: (projectId) => accountOfProject(dataSource.manager, projectId),
  });
  const templateMessages = createTemplateMessages(templateChecks);
  const sourceComposer = createSourceComposer(dataSource.manager, {
    checks: templateChecks,
    files: createFileComposer(dataSource.manager, { store: assetStore, checks: templateChecks }),
  });
  const assets = createAssets({ dataSource, store: assetStore, projectBytes: config.PROJECT_ASSET_BYTES });
  const snippets = createSnippets(dataSource, templateChecks);

  return {
    parts: {
      brands: createBrands(dataSource),
      assets,
      assetStore,
      sourceAssets: createSourceAssets(dataSource, assetStore),
      sourceComposer,
      templates: createTemplates(dataSource, { composer: sourceComposer, assets, snippets }),
      drafts: createDrafts(dataSource, sourceComposer, templateMessages),
      versions: createVersions(dataSource),
      templateSources: createTemplateSources(dataSource, {
        composer: sourceComposer,
        messages: templateMessages,
        store: assetStore,
      }),
      snippets,
      translations: createTranslations(dataSource, templateChecks),
    },
    close: () => Promise.all([templateChecks.close(), unusedAssets.close(), storedBytes.close()]),
  };
}
