import { operations } from "@platen/contracts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { operationQuery } from "../../api/operation-query.ts";
import { transport } from "../../api/transport.ts";
import { toast } from "../../ui/toast.ts";
import { useReturn } from "../../ui/use-return.ts";
import type { TemplateSource } from "../template-source.ts";
import { createDraftSaver, type DraftSaver } from "./draft-saver.ts";
import type { EditorStore } from "./editor-store.ts";
import { savedDraftOf, type Draft } from "./saved-draft.ts";

type SavingOptions = {
  projectId: string;
  templateId: string;
  /** The edits of the last visit. */
  restored: TemplateSource | undefined;
};

/** Saves the store's source by itself for as long as the editor is open, and asks before unsaved edits are left. */
export function useSaving(store: EditorStore, { projectId, templateId, restored }: SavingOptions): DraftSaver<Draft> {
  const queryClient = useQueryClient();
  const { mutateAsync: send } = useMutation<Draft, Error, { source: TemplateSource; revision: number }>({
    mutationFn: ({ source, revision }) =>
      transport.call(operations.saveDraft.member, { params: { projectId, templateId }, body: { ...source, revision } }),
    // Without a network the author hears about it, rather than waiting for it.
    networkMode: "always",
  });
  const [saver] = useState(() => {
    const request = { params: { projectId, templateId } };
    return createDraftSaver({
      kind: "template",
      mode: "automatic",
      store,
      restored,
      draftOf: savedDraftOf,
      send: (source, revision) => send({ source, revision }),
      read: () => transport.call(operations.getDraft.member, request),
      onSaved: (draft) => {
        queryClient.setQueryData(operationQuery(operations.getDraft.member, request).queryKey, draft);
        queryClient.setQueryData(operationQuery(operations.getTemplate.member, request).queryKey, (template) =>
          template ? { ...template, updatedAt: draft.updatedAt } : template,
        );
        void queryClient.invalidateQueries({ queryKey: [operations.listTemplates.member.operationId] });
      },
    });
  });

  useEffect(() => {
    const onHidden = () => {
      if (document.visibilityState === "hidden") void saver.flush();
    };
    const onLeave = (event: BeforeUnloadEvent) => {
      if (!store.getState().isChanged) return;
      event.preventDefault();
      void saver.flush();
    };
    document.addEventListener("visibilitychange", onHidden);
    window.addEventListener("beforeunload", onLeave);
    window.addEventListener("online", saver.retry);
    return () => {
      document.removeEventListener("visibilitychange", onHidden);
      window.removeEventListener("beforeunload", onLeave);
      window.removeEventListener("online", saver.retry);
      saver.close();
    };
  }, [saver, store]);

  const lookForNewer = useCallback(async () => {
    try {
      if (await saver.lookForNewer()) toast("This template was saved elsewhere. You see the saved version.");
    } catch {
      // A save that fails says why.
    }
  }, [saver]);
  useReturn(useCallback(() => void lookForNewer(), [lookForNewer]));
  return saver;
}
