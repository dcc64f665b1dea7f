import { operations, pseudoLocale, type TranslationTable } from "@platen/contracts";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { operationQuery } from "../../api/operation-query.ts";
import { useProject } from "../../components/project-context.ts";
import { useEditor } from "../editor-context.ts";
import type { TwoTables } from "./two-tables.ts";

export type Texts = TwoTables & {
  /** The languages to choose from, the pseudo language last; none if there are no texts. */
  choices: readonly string[];
  /** The chosen language; undefined for the template's own. */
  chosen: string | undefined;
  /** The language of the document: the chosen one, or that of the page settings. */
  locale: string;
};

/** The texts that the template can print, and the language in which the editor shows them. */
export function useTexts(): Texts {
  const { source, locale } = useEditor();
  const { projectId } = useProject();
  const { data } = useQuery(operationQuery(operations.getTranslations, { params: { projectId } }));
  const { translations, settings } = source;
  const { language = "en" } = settings;
  return useMemo(() => {
    const own: TranslationTable = translations ?? {};
    const project: TranslationTable = Object.fromEntries(
      (data?.languages ?? []).map((one) => [one.locale, one.messages]),
    );
    const locales = [...new Set([...Object.keys(own), ...Object.keys(project)])].toSorted();
    const choices = locales.length === 0 ? [] : [...locales, pseudoLocale];
    const chosen = locale !== undefined && choices.includes(locale) ? locale : undefined;
    return { own, project, defaultLocale: data?.defaultLocale ?? "en", choices, chosen, locale: chosen ?? language };
  }, [translations, data, locale, language]);
}
