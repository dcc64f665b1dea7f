import { Problem } from "@platen/contracts";
import { internalOperations as operations } from "@platen/contracts/internal";
import type { Serve } from "../auth/serve.ts";
import type { DataSource } from "typeorm";
import type { Drafts } from "../templates/drafts.ts";
import { writeTranslationFile, type FileRequest } from "./files/write-translation-file.ts";
import { listTemplateTexts } from "./list-template-texts.ts";
import { readDefaultLocale, readSharedTexts, type Translations } from "./translations.ts";

function refuseXliffOfAll({ format, locale }: Pick<FileRequest, "format" | "locale">): void {
  if (format !== "xliff" || locale !== undefined) return;
  const message = "is required for XLIFF, which has one language beside the default one";
  throw new Problem("request.invalid", { message: `\`locale\` ${message}.`, details: [{ path: "locale", message }] });
}

export function serveTranslations(
  serve: Serve,
  { dataSource, translations, drafts }: { dataSource: DataSource; translations: Translations; drafts: Drafts },
): void {
  serve("keyOrMember", operations.getTranslations, (_request, { projectId }) => translations.get(projectId));
  serve("member", operations.getTemplateTexts, (_request, { projectId }) =>
    listTemplateTexts(dataSource.manager, projectId),
  );
  serve("keyOrMember", operations.changeTranslations, ({ body }, { projectId }) =>
    translations.change(projectId, body),
  );
  serve("keyOrMember", operations.importTranslations, ({ body }, { projectId }) =>
    translations.import(projectId, body),
  );
  serve("keyOrMember", operations.exportTranslations, async ({ query }, { projectId }) => {
    const { format, locale } = query;
    refuseXliffOfAll({ format, locale });
    const { defaultLocale, table } = await readSharedTexts(dataSource.manager, projectId);
    return writeTranslationFile(table, { format, locale, defaultLocale });
  });
  serve("keyOrMember", operations.exportTemplateTranslations, async ({ params, query }, { projectId }) => {
    const { format, locale } = query;
    refuseXliffOfAll({ format, locale });
    const draft = await drafts.get({ ...params, projectId });
    const defaultLocale = await readDefaultLocale(dataSource.manager, projectId);
    return writeTranslationFile(draft.translations, { format, locale, defaultLocale });
  });
}
