import { createStore } from "zustand/vanilla";
import type { TemplateSource } from "../template-source.ts";
import { createSaveAttempt, type Kept, type SaveAttemptOptions } from "./save-attempt.ts";
import {
  decided,
  dueAt,
  edited,
  failureRead,
  isBusy,
  reconnected,
  resumed,
  startSaving,
  unchanged,
} from "./saving-state.ts";
import type { Reading } from "../reading.ts";
import type { SavingMode, SavingState, Wish } from "./saving-state.ts";

type DraftSaverOptions<Saved extends Kept> = SaveAttemptOptions<Saved> & {
  mode: SavingMode;
  /** The edits of the last visit, which it may have sent without reading the answer. */
  restored?: TemplateSource | undefined;
};

export type DraftSaver<Saved extends Kept> = ReturnType<typeof createDraftSaver<Saved>>;

/** Saves the store's edits, one save after the other, and says what keeps them from being saved. */
export function createDraftSaver<Saved extends Kept>(options: DraftSaverOptions<Saved>) {
  const { store, read, draftOf, onSaved } = options;
  const saving = createStore<SavingState<Saved>>(() => startSaving<Saved>(options.mode, options.restored));
  const attempt = createSaveAttempt(options, saving);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastRun: Promise<boolean> | undefined;

  /** Saves after the save that is under way, because the next is based on the revision that the last one made. */
  async function run(wish: Wish | undefined, over?: number): Promise<boolean> {
    const current = (lastRun ?? Promise.resolve(true)).then(async () => {
      const { isChanged, revision } = store.getState();
      if (!isChanged || (wish === undefined && saving.getState().mode === "asked")) return !isChanged;
      return attempt.saveOver(over ?? revision, wish);
    });
    lastRun = current;
    saving.setState({ isSaving: true });
    try {
      return await current;
    } finally {
      if (lastRun === current) {
        lastRun = undefined;
        saving.setState({ isSaving: false });
      }
    }
  }

  const stopPlanning = saving.subscribe((state) => {
    clearTimeout(timer);
    const due = dueAt(state);
    if (due !== undefined) timer = setTimeout(() => void run(undefined), Math.max(0, due - performance.now()));
  });

  function noteEdit(): void {
    const at = performance.now();
    saving.setState((state) => edited(state, at));
  }

  const stopWatching = store.subscribe(({ history, isChanged }, before) => {
    if (!isChanged) saving.setState(unchanged);
    else if (history.present !== before.history.present) noteEdit();
  });
  // The edits of the last visit.
  if (store.getState().isChanged) noteEdit();

  function save(wish: Wish): Promise<boolean> {
    saving.setState(resumed);
    return run(wish);
  }

  const reading: Reading<SavingState<Saved>> = saving;
  return {
    ...reading,
    /** Saves at once, as the author asks. Returns whether everything is saved now. */
    save,
    /** Saves at once and returns the draft's revision; rejects if the server did not take the save. */
    saveFirst: async (): Promise<number> => {
      const isSaved = await save("save");
      const { error } = saving.getState();
      if (!isSaved && error !== undefined) throw error;
      return store.getState().revision;
    },
    /** Saves what waits at once, such as before the page is left. Returns whether everything is saved now. */
    flush: (): Promise<boolean> => run(undefined),
    /** Tries again without waiting longer, such as when the network is back. */
    retry: (): void => saving.setState(reconnected),
    hideFailure: (): void => saving.setState(failureRead),
    /** Looks whether another window or another member has saved. Returns whether the store continues with that. */
    lookForNewer: async (): Promise<boolean> => {
      const { revision } = store.getState();
      if (isBusy(saving.getState())) return false;
      const saved = await read();
      const now = store.getState();
      if (isBusy(saving.getState()) || now.revision !== revision || saved.revision <= revision) return false;
      if (attempt.continueOnOwn(saved)) return false;
      if (now.isChanged) attempt.showTheirs(saved);
      else {
        store.adopt(draftOf(saved));
        onSaved(saved);
        return true;
      }
      return false;
    },
    keepMine: async (): Promise<boolean> => {
      const { theirs } = saving.getState();
      return theirs === undefined || run("save", theirs.revision);
    },
    takeTheirs: (): void => {
      const { theirs } = saving.getState();
      if (!theirs) return;
      saving.setState(decided);
      store.adopt(draftOf(theirs));
    },
    decideLater: (): void => saving.setState(decided),
    /** Ends the saving by itself. A save that is under way ends as usual. */
    close: (): void => {
      stopPlanning();
      stopWatching();
      clearTimeout(timer);
    },
  };
}
