import { ApiProblem } from "@platen/client";
import { operations, type Snippet } from "@platen/contracts";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { operationQuery } from "../../api/operation-query.ts";
import { problemMessage } from "../../api/problem-message.ts";
import { transport } from "../../api/transport.ts";
import type { Theirs } from "../draft/conflict-dialog.tsx";
import type { EditorStore } from "../draft/editor-store.ts";
import { locateProblem } from "../draft/locate-problem.ts";
import type { SaveFailure } from "../draft/save-failure.ts";
import type { SavedDraft } from "../draft/saved-draft.ts";
import type { TemplateSource } from "../template-source.ts";

/** A snippet as the source that editors and comparisons of templates take. */
export function sourceOf({ html, css }: Pick<Snippet, "html" | "css">): TemplateSource {
  return { html, css, settings: {}, dataSets: [{ name: "", json: "{}" }] };
}

export function savedSnippetOf(snippet: Snippet): SavedDraft {
  return { source: sourceOf(snippet), revision: snippet.revision };
}

/** Saves the snippet in a store, and reports failures and conflicts. */
export function useSnippetSaving(store: EditorStore, params: { projectId: string; snippetId: string }) {
  const queryClient = useQueryClient();
  const [isSaving, setIsSaving] = useState(false);
  const [failure, setFailure] = useState<SaveFailure>();
  const [theirs, setTheirs] = useState<Snippet>();
  const isBusy = useRef(false);

  async function saveOver(revision: number): Promise<boolean> {
    if (isBusy.current) return false;
    isBusy.current = true;
    setIsSaving(true);
    const source = store.getState().history.present;
    const { html, css } = source;
    try {
      const saved = await transport.call(operations.saveSnippet.member, { params, body: { html, css, revision } });
      store.noteSaved({ source, revision: saved.revision });
      setFailure(undefined);
      setTheirs(undefined);
      queryClient.setQueryData(operationQuery(operations.getSnippet.member, { params }).queryKey, saved);
      for (const { operationId } of [operations.listSnippets.member, operations.getSnippetUses.member]) {
        void queryClient.invalidateQueries({ queryKey: [operationId] });
      }
      return true;
    } catch (error) {
      if (error instanceof ApiProblem && error.code === "snippet.edit_conflict") {
        try {
          setTheirs(await transport.call(operations.getSnippet.member, { params }));
          setFailure(undefined);
        } catch (cause) {
          setFailure({ message: problemMessage(cause) });
        }
      } else setFailure(locateProblem(error, source) ?? { message: problemMessage(error) });
      return false;
    } finally {
      isBusy.current = false;
      setIsSaving(false);
    }
  }

  return {
    isSaving,
    failure,
    theirs: theirs && ({ ...sourceOf(theirs), savedBy: theirs.savedBy, updatedAt: theirs.updatedAt } satisfies Theirs),
    save: async (): Promise<boolean> => {
      const { isChanged, revision } = store.getState();
      return !isChanged || saveOver(revision);
    },
    keepMine: async (): Promise<boolean> => theirs === undefined || saveOver(theirs.revision),
    takeTheirs: (): void => {
      if (theirs) store.adopt(savedSnippetOf(theirs));
      setTheirs(undefined);
    },
    decideLater: (): void => setTheirs(undefined),
  };
}
