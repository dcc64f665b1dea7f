import {
  changeTable,
  operations,
  type ResponseOutput,
  type TableChanges,
  type TranslationTable,
} from "@platen/contracts";
import { ApiProblem } from "@platen/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import { operationQuery } from "../api/operation-query.ts";
import { transport } from "../api/transport.ts";
import type { TemplateKey } from "../paths.ts";
import type { ImportRequest } from "./files/translation-files.ts";
import { differenceOf, type TableDifference, type TextTable } from "./model/text-table.ts";

type Draft = ResponseOutput<typeof operations.getDraft.member>;

/** Another member may save the draft after it was read. */
const mostTries = 3;

/** The texts of one template's draft, and the ways to change them. The rest of the draft stays as it is. */
export function useTemplateTable(params: TemplateKey, defaultLocale: string) {
  const queryClient = useQueryClient();
  const options = operationQuery(operations.getDraft.member, { params });
  const { queryKey } = options;
  const query = useQuery({ ...options, refetchOnMount: "always" });
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const languages = query.data?.translations;
  const table = useMemo<TextTable | undefined>(
    () => (query.data ? { defaultLocale, languages: languages ?? {} } : undefined),
    [query.data, languages, defaultLocale],
  );

  function show(draft: Draft): void {
    queryClient.setQueryData<Draft>(queryKey, draft);
    void queryClient.invalidateQueries({
      queryKey: operationQuery(operations.getTemplateTexts, { params: { projectId: params.projectId } }).queryKey,
    });
  }

  /** Reads the draft and saves it with other texts, again if it was saved meanwhile. */
  async function save(write: (draft: Draft) => Promise<Draft>): Promise<Draft> {
    for (let attempt = 1; ; attempt += 1) {
      const draft = await transport.call(operations.getDraft.member, { params });
      try {
        const saved = await write(draft);
        show(saved);
        return saved;
      } catch (problem) {
        const isConflict = problem instanceof ApiProblem && problem.code === "template.edit_conflict";
        if (!isConflict || attempt === mostTries) throw problem;
      }
    }
  }

  /** Saves changes one after the other. */
  function inOrder<T>(work: () => Promise<T>): Promise<T> {
    const done = queue.current.then(work);
    queue.current = done.catch(() => undefined);
    return done;
  }

  return {
    ...query,
    table,
    change: async (changes: TableChanges): Promise<void> => {
      await inOrder(() =>
        save(({ html, css, settings, dataSets, revision, translations }) => {
          const texts: TranslationTable = changeTable(translations ?? {}, changes);
          return transport.call(operations.saveDraft.member, {
            params,
            body: { html, css, settings, dataSets, revision, translations: texts },
          });
        }),
      );
    },
    importFile: (file: ImportRequest): Promise<TableDifference> =>
      inOrder(async () => {
        let before: TranslationTable = {};
        const after = await save(({ revision, translations }) => {
          before = translations ?? {};
          return transport.call(operations.importTemplateTranslations.member, { params, body: { ...file, revision } });
        });
        return differenceOf(before, after.translations ?? {});
      }),
  };
}
