import { Problem } from "@platen/contracts";
import { internalOperations } from "@platen/contracts/internal";
import { createServeBoth } from "../auth/serve-both.ts";
import type { Serve } from "../auth/serve.ts";
import type { DataSource } from "typeorm";
import type { Drafts } from "../templates/drafts.ts";
import { writeTranslationFile, type FileRequest } from "./files/write-translation-file.ts";
import { readDefaultLocale, readSharedTexts, type Translations } from "./translations.ts";

function refuseXliffOfAll({ format, locale }: Pick<FileRequest, "format" | "locale">): void {
  if (format !== "xliff" || locale !== undefined) return;
  const message = "is required for XLIFF, which has one language beside the default one";
  throw new Problem("request.invalid", { message: `\`locale\` ${message}.`, details: [{ path: "locale", message }] });
}

export function serveTranslations(
  serve: Serve,
  {
    dataSource,
    translations,
    drafts,
  }: {
    dataSource: DataSource;
    translations: Translations;
    drafts: Drafts;
  },
): void {
  const operations = internalOperations;
  const serveBoth = createServeBoth(serve);

  serveBoth(operations.getTranslations, operations.getKeyTranslations, (_request, { projectId }) =>
    translations.get(projectId),
  );
  serveBoth(operations.changeTranslations, operations.changeKeyTranslations, ({ body }, { projectId }) =>
    translations.change(projectId, body),
  );
  serveBoth(operations.importTranslations, operations.importKeyTranslations, ({ body }, { projectId }) =>
    translations.import(projectId, body),
  );
  serveBoth(operations.exportTranslations, operations.exportKeyTranslations, async ({ query }, { projectId }) => {
    const { format, locale } = query;
    refuseXliffOfAll({ format, locale });
    const { defaultLocale, table } = await readSharedTexts(dataSource.manager, projectId);
    return writeTranslationFile(table, { format, locale, defaultLocale });
  });
  serveBoth(
    operations.exportTemplateTranslations,
    operations.exportKeyTemplateTranslations,
    async ({ params, query }) => {
      const { format, locale } = query;
      refuseXliffOfAll({ format, locale });
      const draft = await drafts.get(params);
      const defaultLocale = await readDefaultLocale(dataSource.manager, params.projectId);
      return writeTranslationFile(draft.translations, { format, locale, defaultLocale });
    },
  );
}
