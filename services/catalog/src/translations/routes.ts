import { Problem } from "@platen/contracts";
import { internalOperations } from "@platen/contracts/internal";
import type { Serve } from "../auth/serve.ts";
import type { Dependencies } from "../dependencies.ts";
import { writeTranslationFile, type FileRequest } from "./files/write-translation-file.ts";
import { readDefaultLocale, readSharedTexts } from "./translations.ts";

function refuseXliffOfAll({ format, locale }: Pick<FileRequest, "format" | "locale">): void {
  if (format !== "xliff" || locale !== undefined) return;
  const message = "is required for XLIFF, which has one language beside the default one";
  throw new Problem("request.invalid", { message: `\`locale\` ${message}.`, details: [{ path: "locale", message }] });
}

export function serveTranslations(serve: Serve, { dataSource, translations, drafts }: Dependencies): void {
  const operations = internalOperations;

  serve("member", operations.getTranslations, (_request, { projectId }) => translations.get(projectId));
  serve("member", operations.changeTranslations, ({ body }, { projectId }) => translations.change(projectId, body));
  serve("member", operations.importTranslations, ({ body }, { projectId }) => translations.import(projectId, body));
  serve("member", operations.exportTranslations, async ({ query: { format, locale } }, { projectId }) => {
    refuseXliffOfAll({ format, locale });
    const { defaultLocale, table } = await readSharedTexts(dataSource.manager, projectId);
    return writeTranslationFile(table, { format, locale, defaultLocale });
  });

  serve("member", operations.exportTemplateTranslations, async ({ params, query: { format, locale } }) => {
    refuseXliffOfAll({ format, locale });
    const draft = await drafts.get(params);
    const defaultLocale = await readDefaultLocale(dataSource.manager, params.projectId);
    return writeTranslationFile(draft.translations, { format, locale, defaultLocale });
  });
}
