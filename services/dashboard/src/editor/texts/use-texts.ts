import { operations, pseudoLocale, type TranslationTable } from "@platen/contracts";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { operationQuery } from "../../api/operation-query.ts";
import { useProject } from "../../components/project-context.ts";
import { composeTexts, useSnippetTexts } from "../../library/snippets/snippet-texts.ts";
import { useEditorState, useSource } from "../editor-context.ts";
import { languageOfHtml } from "./language-of-html.ts";
import type { TwoTables } from "./two-tables.ts";

export type Texts = TwoTables & {
  /** The languages to choose from, the pseudo language last; none if there are no texts. */
  choices: readonly string[];
  /** The chosen language; undefined for the template's own. */
  chosen: string | undefined;
  /** The template's own language: that of the page settings, or of `<html>`. */
  written: string;
  /** The language of the document: the chosen one, or the template's own. */
  locale: string;
};

/** The texts that the template can print, and the language in which the editor shows them. */
export function useTexts(): Texts {
  const source = useSource();
  const locale = useEditorState((state) => state.locale);
  const { projectId } = useProject();
  const { data } = useQuery(operationQuery(operations.getTranslations.member, { params: { projectId } }));
  const { translations, settings } = source;
  const snippets = useSnippetTexts(source);
  const { html } = useMemo(() => composeTexts(source, snippets), [source, snippets]);
  const language = useMemo(() => settings.language ?? languageOfHtml(html), [settings.language, html]);
  return useMemo(() => {
    const own: TranslationTable = translations ?? {};
    const project: TranslationTable = Object.fromEntries(
      (data?.languages ?? []).map((one) => [one.locale, one.messages]),
    );
    const locales = [...new Set([...Object.keys(own), ...Object.keys(project)])].toSorted();
    const choices = locales.length === 0 ? [] : [...locales, pseudoLocale];
    const chosen = locale !== undefined && choices.includes(locale) ? locale : undefined;
    const defaultLocale = data?.defaultLocale ?? "en";
    // Without texts, a document in no language is in English.
    const written = language ?? (choices.length === 0 ? "en" : defaultLocale);
    return { own, project, defaultLocale, choices, chosen, written, locale: chosen ?? written };
  }, [translations, data, locale, language]);
}
