import { ApiProblem } from "@platen/client";
import { operations } from "@platen/contracts";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import { operationQuery, useOperation } from "../../api/operation-query.ts";
import { problemMessage } from "../../api/problem-message.ts";
import { transport } from "../../api/transport.ts";
import type { EditorStore } from "./editor-store.ts";
import { locateProblem, type LocatedProblem } from "./locate-problem.ts";
import { savedDraftOf, type Draft } from "./saved-draft.ts";

/** What is in the way of saving: a mistake with its place, or just why. */
export type SaveFailure = LocatedProblem | { message: string; place?: undefined };

export type Saving = {
  save: () => Promise<boolean>;
  /** Saves what is not saved yet and gives the draft's revision; rejects with what is in the way. */
  saveForPublishing: () => Promise<number>;
  isSaving: boolean;
  failure: SaveFailure | undefined;
  forgetFailure: () => void;
  /** The draft that somebody else has saved since this one was read. */
  theirs: Draft | undefined;
  keepMine: () => Promise<boolean>;
  takeTheirs: () => void;
  decideLater: () => void;
};

/** Saves what is in the store, and says what is in the way. */
export function useSaving(store: EditorStore, params: { projectId: string; templateId: string }): Saving {
  const queryClient = useQueryClient();
  const { mutateAsync: saveDraft } = useOperation(operations.saveDraft);
  const [isSaving, setIsSaving] = useState(false);
  const [failure, setFailure] = useState<SaveFailure>();
  const [theirs, setTheirs] = useState<Draft>();
  const running = useRef<Promise<boolean>>(undefined);
  const refusal = useRef<unknown>(undefined);
  const { projectId, templateId } = params;

  const saveOver = useCallback(
    async (revision: number): Promise<boolean> => {
      const source = store.getState().history.present;
      const place = { params: { projectId, templateId } };
      try {
        const draft = await saveDraft({ ...place, body: { ...source, revision } });
        store.noteSaved({ source, revision: draft.revision });
        setFailure(undefined);
        setTheirs(undefined);
        queryClient.setQueryData(operationQuery(operations.getDraft, place).queryKey, draft);
        // Their times have changed; nothing here waits for that.
        for (const { operationId } of [operations.getProjectTemplate, operations.listProjectTemplates]) {
          void queryClient.invalidateQueries({ queryKey: [operationId] });
        }
        return !store.getState().isChanged;
      } catch (error) {
        refusal.current = error;
        if (error instanceof ApiProblem && error.code === "template.edit_conflict") {
          try {
            setTheirs(await transport.call(operations.getDraft, place));
            setFailure(undefined);
          } catch (cause) {
            setFailure({ message: problemMessage(cause) });
          }
        } else {
          setFailure(locateProblem(error, source) ?? { message: problemMessage(error) });
        }
        return false;
      }
    },
    [store, saveDraft, queryClient, projectId, templateId],
  );

  /** One save after the other: the second is based on what the first has saved. */
  const inTurn = useCallback(async (act: () => Promise<boolean>): Promise<boolean> => {
    const turn = (running.current ?? Promise.resolve(true)).then(act);
    running.current = turn;
    setIsSaving(true);
    try {
      return await turn;
    } finally {
      if (running.current === turn) {
        running.current = undefined;
        setIsSaving(false);
      }
    }
  }, []);

  const save = useCallback(
    () =>
      inTurn(async () => {
        const { isChanged, revision } = store.getState();
        return !isChanged || saveOver(revision);
      }),
    [inTurn, saveOver, store],
  );

  return {
    save,
    saveForPublishing: async () => {
      if (!(await save()) && store.getState().isChanged) throw refusal.current;
      return store.getState().revision;
    },
    isSaving,
    failure,
    forgetFailure: () => setFailure(undefined),
    theirs,
    keepMine: () => inTurn(async () => theirs === undefined || saveOver(theirs.revision)),
    takeTheirs: () => {
      if (!theirs) return;
      store.adopt(savedDraftOf(theirs));
      setTheirs(undefined);
    },
    decideLater: () => setTheirs(undefined),
  };
}
