import { operations, pseudoLocale } from "@platen/contracts";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { operationQuery } from "../../api/operation-query.ts";
import { useProject } from "../../components/project-context.ts";
import { useEditor } from "../editor-context.ts";

/** The languages that a document of this template can have, and the pseudo language; none if there are no texts. */
export function usePreviewLocales(): string[] {
  const { source } = useEditor();
  const { projectId } = useProject();
  const { data: project } = useQuery(operationQuery(operations.getTranslations, { params: { projectId } }));
  const own = source.translations;
  return useMemo(() => {
    const locales = new Set([...Object.keys(own ?? {}), ...(project?.languages ?? []).map(({ locale }) => locale)]);
    return locales.size === 0 ? [] : [...[...locales].toSorted(), pseudoLocale];
  }, [own, project]);
}
