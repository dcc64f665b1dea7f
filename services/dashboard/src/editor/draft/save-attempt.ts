import { ApiProblem } from "@platen/client";
import type { StoreApi } from "zustand/vanilla";
import type { TemplateSource } from "../template-source.ts";
import type { EditorStore } from "./editor-store.ts";
import { isSameSource } from "./is-same-source.ts";
import { savableSource } from "./savable-source.ts";
import { saveProblemOf } from "./save-problem.ts";
import type { SavedDraft } from "./saved-draft.ts";
import { arrived, failed, foundOwn, met, sent, taken, threw, withheld } from "./saving-state.ts";
import type { SavingState, Wish } from "./saving-state.ts";

/** What the server answers of a draft or a snippet. */
export type Kept = { revision: number; savedBy: { email: string } | null };

export type SaveAttemptOptions<Saved extends Kept> = {
  /** The kind of thing that is saved, in messages and in the code of a conflict. */
  kind: "template" | "snippet";
  store: EditorStore;
  send: (source: TemplateSource, revision: number) => Promise<Saved>;
  read: () => Promise<Saved>;
  /** An answer as the editor takes it. */
  draftOf: (saved: Saved) => SavedDraft;
  onSaved: (saved: Saved) => void;
};

/** Sends one source, and records the outcome. */
export function createSaveAttempt<Saved extends Kept>(
  { kind, store, send, read, draftOf, onSaved }: SaveAttemptOptions<Saved>,
  saving: StoreApi<SavingState<Saved>>,
) {
  type Edits = SavingState<Saved>["edits"];

  /** Continues with a save of this window that arrived and whose answer was lost. Returns whether there was such a save. */
  function continueOnOwn(saved: Saved): boolean {
    const draft = draftOf(saved);
    const own = [...saving.getState().unanswered, store.getState().history.present];
    if (!own.some((one) => isSameSource(one, draft.source))) return false;
    store.noteSaved(draft);
    saving.setState(foundOwn);
    onSaved(saved);
    return true;
  }

  function showTheirs(theirs: Saved): void {
    const by = theirs.savedBy?.email ?? "Another member";
    saving.setState((state) => met(state, theirs, `${by} saved this ${kind} in the meantime.`));
  }

  /** Compares with what the server has, which is not the draft that the edits are based on. */
  async function meet(source: TemplateSource, { wish, before }: { wish: Wish | undefined; before: Edits }) {
    let saved: Saved;
    try {
      saved = await read();
    } catch (error) {
      const at = performance.now();
      const problem = saveProblemOf(error, source);
      saving.setState((state) => failed(state, problem, { at, before, source: undefined }));
      return false;
    }
    if (continueOnOwn(saved)) return !store.getState().isChanged || saveOver(saved.revision, wish);
    showTheirs(saved);
    return false;
  }

  /** Saves over a revision. Returns whether everything is saved now. */
  async function saveOver(revision: number, wish: Wish | undefined): Promise<boolean> {
    const { history, saved: known, revision: knownRevision } = store.getState();
    const { source, mistake } = savableSource(history.present, known);
    const before = saving.getState().edits;
    saving.setState((state) => taken(state, wish));
    if (mistake && revision === knownRevision && isSameSource(source, known)) {
      saving.setState((state) => withheld(state, mistake));
      return false;
    }
    const startedAt = performance.now();
    saving.setState((state) => sent(state, source));
    try {
      const saved = await send(source, revision);
      const at = performance.now();
      store.noteSaved({ source, revision: saved.revision });
      saving.setState((state) => arrived(state, { startedAt, at, mistake }));
      onSaved(saved);
      return !store.getState().isChanged;
    } catch (error) {
      saving.setState((state) => threw(state, error));
      if (error instanceof ApiProblem && error.code === `${kind}.edit_conflict`) return meet(source, { wish, before });
      const at = performance.now();
      saving.setState((state) => failed(state, saveProblemOf(error, source), { at, before, source }));
      return false;
    }
  }

  return { saveOver, continueOnOwn, showTheirs };
}
