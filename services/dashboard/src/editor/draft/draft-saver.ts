import { ApiProblem } from "@platen/client";
import { problemMessage } from "../../api/problem-message.ts";
import type { TemplateSource } from "../template-source.ts";
import type { EditorStore } from "./editor-store.ts";
import { isSameSource } from "./is-same-source.ts";
import { locateProblem, textProblemMessage } from "./locate-problem.ts";
import { savableSource } from "./savable-source.ts";
import type { SaveFailure } from "./save-failure.ts";
import { savedDraftOf, type Draft } from "./saved-draft.ts";

/** What the author asked for. The saver saves by itself when nothing is asked. */
export type Wish = "save" | "publish";

export type SaverState = {
  isSaving: boolean;
  failure: SaveFailure | undefined;
  /** What the author asked for that failed; undefined if they asked for nothing, or have read why. */
  wish: Wish | undefined;
  /** The draft that another member has saved in the meantime. */
  theirs: Draft | undefined;
};

type DraftSaverOptions = {
  store: EditorStore;
  send: (source: TemplateSource, revision: number) => Promise<Draft>;
  read: () => Promise<Draft>;
  onSaved: (draft: Draft) => void;
  /** The edits of the last visit, which it may have sent without reading the answer. */
  restored?: TemplateSource | undefined;
};

/** Edits are saved when the author pauses for so long. */
const quietMs = 1_500;
/** While the author does not pause, edits are saved after so long. */
const longestMs = 10_000;
/** The least time between two saves; four times as long as the last save took, if that is longer. */
const gapMs = 3_000;
const firstRetryMs = 2_000;
const longestRetryMs = 60_000;
/** Sources that may have reached the server although no answer came back. */
const mostUnanswered = 8;

function isTransient(error: unknown): boolean {
  return !(error instanceof ApiProblem) || error.status >= 500 || error.status === 429;
}

/** Whether the server refuses the author, so that no other source would be saved either. */
function isShut(error: unknown): boolean {
  return error instanceof ApiProblem && [401, 403, 404].includes(error.status);
}

export type DraftSaver = ReturnType<typeof createDraftSaver>;

/** Saves the store's edits by itself, one save after the other, and says what keeps them from being saved. */
export function createDraftSaver({ store, send, read, onSaved, restored }: DraftSaverOptions) {
  const listeners = new Set<() => void>();
  let state: SaverState = { isSaving: false, failure: undefined, wish: undefined, theirs: undefined };
  /** The times of the first and the last edit that no save has taken yet. */
  let edits: { first: number; last: number } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let earliest = 0;
  let failures = 0;
  /** Whether only the author can go on, by asking for a save. */
  let isHeld = false;
  let isClosed = false;
  let lastRun: Promise<boolean> | undefined;
  let lastError: unknown;
  /** The author's wish for the save that is under way. */
  let asked: Wish | undefined;
  let unanswered: readonly TemplateSource[] = restored ? [restored] : [];

  function set(changes: Partial<SaverState>): void {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  }

  /** An automatic save does not take back the words about a save that the author asked for. */
  function setFailure(failure: SaveFailure | undefined): void {
    set({ failure, wish: failure && (asked ?? state.wish) });
  }

  function schedule(): void {
    clearTimeout(timer);
    // The end of a save schedules the next.
    if (!edits || isHeld || isClosed || lastRun) return;
    const due = Math.max(earliest, Math.min(edits.last + quietMs, edits.first + longestMs));
    timer = setTimeout(() => void run(undefined), Math.max(0, due - performance.now()));
  }

  /** Records an error; `taken` are the edits that the failed save had taken. */
  function fail(error: unknown, source: TemplateSource, taken: typeof edits): void {
    const now = performance.now();
    earliest = now + gapMs;
    if (isTransient(error)) {
      failures += 1;
      const named = error instanceof ApiProblem ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
      earliest = now + Math.max(named, Math.min(longestRetryMs, firstRetryMs * 2 ** (failures - 1)));
      edits ??= taken ?? { first: now, last: now };
      setFailure({ message: problemMessage(error), isRetried: true });
      return;
    }
    isHeld = isShut(error);
    const located = locateProblem(error, source);
    setFailure(located ?? { message: textProblemMessage(error) ?? problemMessage(error) });
  }

  /** Whether a save of this window made it: one that arrived, and whose answer was lost. */
  function isOwn(source: TemplateSource): boolean {
    return [...unanswered, store.getState().history.present].some((one) => isSameSource(one, source));
  }

  function continueOn(draft: Draft): void {
    unanswered = [];
    failures = 0;
    store.noteSaved(savedDraftOf(draft));
    set({ theirs: undefined });
    setFailure(undefined);
    onSaved(draft);
  }

  function showTheirs(draft: Draft): void {
    isHeld = true;
    clearTimeout(timer);
    const by = draft.savedBy?.email ?? "Another member";
    const failure = { message: `${by} saved this template in the meantime.` };
    set({ theirs: draft, failure, wish: undefined });
  }

  /** Compares with what the server has, which is not the draft that the edits are based on. */
  async function meet(source: TemplateSource, taken: typeof edits): Promise<boolean> {
    let draft: Draft;
    try {
      draft = await read();
    } catch (error) {
      fail(error, source, taken);
      return false;
    }
    const theirs = savedDraftOf(draft);
    if (isOwn(theirs.source)) {
      continueOn(draft);
      return !store.getState().isChanged || saveOver(theirs.revision);
    }
    showTheirs(draft);
    return false;
  }

  async function saveOver(revision: number): Promise<boolean> {
    const { history, saved, revision: known } = store.getState();
    const { source, mistake } = savableSource(history.present, saved);
    const taken = edits;
    edits = undefined;
    lastError = undefined;
    if (mistake && revision === known && isSameSource(source, saved)) {
      setFailure(mistake);
      return false;
    }
    const start = performance.now();
    unanswered = [...unanswered.filter((one) => one !== source), source].slice(-mostUnanswered);
    try {
      const draft = await send(source, revision);
      const end = performance.now();
      unanswered = [];
      failures = 0;
      isHeld = false;
      earliest = end + Math.max(gapMs, 4 * (end - start));
      store.noteSaved({ source, revision: draft.revision });
      set({ theirs: undefined });
      setFailure(mistake);
      onSaved(draft);
      return !store.getState().isChanged;
    } catch (error) {
      lastError = error;
      if (error instanceof ApiProblem && error.code === "template.edit_conflict") return meet(source, taken);
      if (!isTransient(error)) unanswered = unanswered.filter((one) => one !== source);
      fail(error, source, taken);
      return false;
    }
  }

  /** Saves after the save that is under way, because the next is based on the revision that the last one made. */
  async function run(wish: Wish | undefined, over?: number): Promise<boolean> {
    clearTimeout(timer);
    const current = (lastRun ?? Promise.resolve(true)).then(async () => {
      const { isChanged, revision } = store.getState();
      if (!isChanged || (wish === undefined && isHeld)) return !isChanged;
      asked = wish;
      return saveOver(over ?? revision);
    });
    lastRun = current;
    if (!state.isSaving) set({ isSaving: true });
    try {
      return await current;
    } finally {
      if (lastRun === current) {
        lastRun = undefined;
        set({ isSaving: false });
        schedule();
      }
    }
  }

  function noteEdit(): void {
    const now = performance.now();
    edits = { first: edits?.first ?? now, last: now };
    schedule();
  }

  let last = store.getState().history.present;
  const unsubscribe = store.subscribe(() => {
    const { history, isChanged } = store.getState();
    const isEdited = history.present !== last;
    last = history.present;
    if (isChanged && isEdited) noteEdit();
    if (isChanged) return;
    // Undo takes back what could not be saved, without another save.
    edits = undefined;
    failures = 0;
    isHeld = false;
    clearTimeout(timer);
    if (state.failure) setFailure(undefined);
  });
  // The edits of the last visit.
  if (store.getState().isChanged) noteEdit();

  function save(wish: Wish): Promise<boolean> {
    isHeld = false;
    return run(wish);
  }

  return {
    getState: (): SaverState => state,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Saves at once, as the author asks. Returns whether everything is saved now. */
    save,
    /** Saves at once and returns the draft's revision; rejects if the server did not take the save. */
    saveFirst: async (): Promise<number> => {
      if (!(await save("save")) && lastError !== undefined) throw lastError;
      return store.getState().revision;
    },
    /** Saves what waits at once, such as before the page is left. Returns whether everything is saved now. */
    flush: (): Promise<boolean> => run(undefined),
    /** Tries again without waiting longer, such as when the network is back. */
    retry: (): void => {
      if (failures === 0) return;
      earliest = 0;
      schedule();
    },
    hideFailure: (): void => set({ wish: undefined }),
    /** Looks whether another window or another member has saved. Returns whether the store continues with that. */
    lookForNewer: async (): Promise<boolean> => {
      const { revision } = store.getState();
      if (lastRun || isHeld) return false;
      const draft = await read();
      const now = store.getState();
      if (lastRun || isHeld || now.revision !== revision || draft.revision <= revision) return false;
      const theirs = savedDraftOf(draft);
      if (isOwn(theirs.source)) continueOn(draft);
      else if (now.isChanged) showTheirs(draft);
      else {
        store.adopt(theirs);
        onSaved(draft);
        return true;
      }
      return false;
    },
    keepMine: async (): Promise<boolean> => state.theirs === undefined || run("save", state.theirs.revision),
    takeTheirs: (): void => {
      const { theirs } = state;
      if (!theirs) return;
      set({ theirs: undefined });
      store.adopt(savedDraftOf(theirs));
    },
    decideLater: (): void => set({ theirs: undefined }),
    /** Ends the saving by itself. A save that is under way ends as usual. */
    close: (): void => {
      isClosed = true;
      clearTimeout(timer);
      unsubscribe();
    },
  };
}
