import { ApiProblem } from "@platen/client";
import { operations } from "@platen/contracts";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import { operationQuery, useOperation } from "../../api/operation-query.ts";
import { problemMessage } from "../../api/problem-message.ts";
import { transport } from "../../api/transport.ts";
import { toast } from "../../ui/toast.ts";
import { useReturn } from "../../ui/use-return.ts";
import type { EditorStore } from "./editor-store.ts";
import { locateProblem, textProblemMessage, type LocatedProblem } from "./locate-problem.ts";
import { savableSource } from "./savable-source.ts";
import { savedDraftOf, type Draft } from "./saved-draft.ts";

/** The reason why saving failed: a mistake with its position, or only a message. */
export type SaveFailure = (LocatedProblem & { isRestSaved?: true }) | { message: string; position?: undefined };

export type Saving = {
  save: () => Promise<boolean>;
  /** Saves unsaved edits and returns the draft's revision; rejects if saving fails. */
  saveForPublishing: () => Promise<number>;
  isSaving: boolean;
  failure: SaveFailure | undefined;
  forgetFailure: () => void;
  /** The draft that another member has saved in the meantime. */
  theirs: Draft | undefined;
  keepMine: () => Promise<boolean>;
  takeTheirs: () => void;
  decideLater: () => void;
};

/** Saves the store's source and reports failures and conflicts. */
export function useSaving(store: EditorStore, params: { projectId: string; templateId: string }): Saving {
  const queryClient = useQueryClient();
  const { mutateAsync: saveDraft } = useOperation(operations.saveDraft);
  const [isSaving, setIsSaving] = useState(false);
  const [failure, setFailure] = useState<SaveFailure>();
  const [theirs, setTheirs] = useState<Draft>();
  const lastSave = useRef<Promise<boolean>>(undefined);
  const lastError = useRef<unknown>(undefined);
  const { projectId, templateId } = params;
  // Undo takes back what could not be saved, without another save.
  if (failure && !store.getState().isChanged) setFailure(undefined);

  const saveOver = useCallback(
    async (revision: number): Promise<boolean> => {
      const { history, saved } = store.getState();
      const { source, mistake } = savableSource(history.present, saved);
      const request = { params: { projectId, templateId } };
      lastError.current = undefined;
      try {
        const draft = await saveDraft({ ...request, body: { ...source, revision } });
        store.noteSaved({ source, revision: draft.revision });
        setFailure(mistake);
        setTheirs(undefined);
        queryClient.setQueryData(operationQuery(operations.getDraft, request).queryKey, draft);
        // Their times of change are new; nothing here waits for them.
        for (const { operationId } of [operations.getProjectTemplate, operations.listProjectTemplates]) {
          void queryClient.invalidateQueries({ queryKey: [operationId] });
        }
        return !store.getState().isChanged;
      } catch (error) {
        lastError.current = error;
        if (error instanceof ApiProblem && error.code === "template.edit_conflict") {
          try {
            setTheirs(await transport.call(operations.getDraft, request));
            setFailure(undefined);
          } catch (cause) {
            setFailure({ message: problemMessage(cause) });
          }
        } else {
          setFailure(locateProblem(error, source) ?? { message: textProblemMessage(error) ?? problemMessage(error) });
        }
        return false;
      }
    },
    [store, saveDraft, queryClient, projectId, templateId],
  );

  /** Runs saves one after the other, because the next is based on the revision that the last one made. */
  const inOrder = useCallback(async (run: () => Promise<boolean>): Promise<boolean> => {
    const current = (lastSave.current ?? Promise.resolve(true)).then(run);
    lastSave.current = current;
    setIsSaving(true);
    try {
      return await current;
    } finally {
      if (lastSave.current === current) {
        lastSave.current = undefined;
        setIsSaving(false);
      }
    }
  }, []);

  const toldRevision = useRef(0);
  /** Another window or another member may have saved while this window was in the background. */
  const lookForNewer = useCallback(async (): Promise<void> => {
    const { revision } = store.getState();
    if (lastSave.current) return;
    try {
      const draft = await transport.call(operations.getDraft, { params: { projectId, templateId } });
      const now = store.getState();
      if (lastSave.current || now.revision !== revision || draft.revision <= revision) return;
      if (draft.revision === toldRevision.current) return;
      toldRevision.current = draft.revision;
      if (now.isChanged) setTheirs(draft);
      else {
        store.adopt(savedDraftOf(draft));
        toast("This template was saved elsewhere. You see the saved version.");
      }
    } catch {
      // A save that fails says why.
    }
  }, [store, projectId, templateId]);
  useReturn(useCallback(() => void lookForNewer(), [lookForNewer]));

  const save = useCallback(
    () =>
      inOrder(async () => {
        const { isChanged, revision } = store.getState();
        return !isChanged || saveOver(revision);
      }),
    [inOrder, saveOver, store],
  );

  const saveForPublishing = useCallback(async () => {
    if (!(await save()) && lastError.current !== undefined) throw lastError.current;
    return store.getState().revision;
  }, [save, store]);

  return {
    save,
    saveForPublishing,
    isSaving,
    failure,
    forgetFailure: () => setFailure(undefined),
    theirs,
    keepMine: () => inOrder(async () => theirs === undefined || saveOver(theirs.revision)),
    takeTheirs: () => {
      if (!theirs) return;
      store.adopt(savedDraftOf(theirs));
      setTheirs(undefined);
    },
    decideLater: () => setTheirs(undefined),
  };
}
