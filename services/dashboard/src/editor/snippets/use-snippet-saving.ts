import { operations, type Snippet } from "@platen/contracts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { operationQuery } from "../../api/operation-query.ts";
import { transport } from "../../api/transport.ts";
import type { Theirs } from "../draft/conflict-dialog.tsx";
import { createDraftSaver } from "../draft/draft-saver.ts";
import type { EditorStore } from "../draft/editor-store.ts";
import type { SavedDraft } from "../draft/saved-draft.ts";
import type { TemplateSource } from "../template-source.ts";

/** A snippet as the source that editors and comparisons of templates take. */
export function sourceOf({ html, css }: Pick<Snippet, "html" | "css">): TemplateSource {
  return { html, css, settings: {}, dataSets: [{ name: "", json: "{}" }] };
}

export function savedSnippetOf(snippet: Snippet): SavedDraft {
  return { source: sourceOf(snippet), revision: snippet.revision };
}

type Options = {
  projectId: string;
  snippetId: string;
  /** The edits of the last visit. */
  restored: TemplateSource | undefined;
};

/** Saves the snippet in a store when its author asks, and reports failures and conflicts. */
export function useSnippetSaving(store: EditorStore, { projectId, snippetId, restored }: Options) {
  const queryClient = useQueryClient();
  const [saver] = useState(() => {
    const params = { projectId, snippetId };
    return createDraftSaver<Snippet>({
      kind: "snippet",
      mode: "asked",
      store,
      restored,
      draftOf: savedSnippetOf,
      send: ({ html, css }, revision) =>
        transport.call(operations.saveSnippet.member, { params, body: { html, css, revision } }),
      read: () => transport.call(operations.getSnippet.member, { params }),
      onSaved: (snippet) => {
        queryClient.setQueryData(operationQuery(operations.getSnippet.member, { params }).queryKey, snippet);
        for (const { operationId } of [operations.listSnippets.member, operations.getSnippetUses.member]) {
          void queryClient.invalidateQueries({ queryKey: [operationId] });
        }
      },
    });
  });
  useEffect(() => saver.close, [saver]);
  const { isSaving, failure, theirs } = useSyncExternalStore(saver.subscribe, saver.getState);
  const { save, keepMine, takeTheirs, decideLater } = saver;
  return {
    isSaving,
    failure,
    theirs: theirs && ({ ...sourceOf(theirs), savedBy: theirs.savedBy, updatedAt: theirs.updatedAt } satisfies Theirs),
    save: () => save("save"),
    keepMine,
    takeTheirs,
    decideLater,
  };
}
