import type { Editor } from "../editor-context.ts";
import type { DataSet, SourcePosition, TemplateSource } from "../template-source.ts";
import { edit, redo, startHistory, undo, type History } from "./history.ts";
import { isSameSource } from "./is-same-source.ts";
import { parseObject } from "@platen/template-source";
import type { SavedDraft } from "./saved-draft.ts";

export type EditorState = {
  history: History;
  saved: TemplateSource;
  revision: number;
  isChanged: boolean;
  dataSet: Editor["dataSet"];
  /** A data set that is shown after those of the draft, and is neither saved nor kept for the next visit. */
  lent: DataSet | undefined;
  position: SourcePosition | undefined;
};

type StoreOptions = {
  draft: SavedDraft;
  /** Edits of an earlier visit that were not saved, with the revision that they are based on. */
  unsaved?: SavedDraft | undefined;
  mayEdit: boolean;
  now?: () => number;
};

/** The state of the editor. It lives outside React, so that an edit takes effect at once. */
export type EditorStore = ReturnType<typeof createEditorStore>;

export function createEditorStore({ draft, unsaved, mayEdit, now = Date.now }: StoreOptions) {
  const listeners = new Set<() => void>();
  const start = startHistory(draft.source);
  const history = unsaved ? edit(start, unsaved.source, undefined, now()) : start;
  const isChanged = !isSameSource(history.present, draft.source);
  let selected: number | "lent" = 0;
  let state: EditorState = {
    history,
    saved: draft.source,
    // Unsaved edits that equal the draft were saved after all: the page was left before the answer came.
    revision: unsaved && isChanged ? unsaved.revision : draft.revision,
    isChanged,
    dataSet: dataSetOf(history.present.dataSets, 0, undefined),
    lent: undefined,
    position: undefined,
  };

  function set(changes: Partial<Pick<EditorState, "history" | "saved" | "revision" | "lent" | "position">>): void {
    const next = { ...state, ...changes };
    const { present } = next.history;
    if (present !== state.history.present || next.saved !== state.saved) {
      next.isChanged = !isSameSource(present, next.saved);
    }
    next.dataSet = dataSetOf(shownSets(next), selected === "lent" ? present.dataSets.length : selected, state);
    state = next;
    for (const listener of listeners) listener();
  }

  return {
    getState: (): EditorState => state,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change: (changes: Partial<TemplateSource>, step?: string): void => {
      if (!mayEdit) return;
      const changed = edit(state.history, changes, step, now());
      if (changed !== state.history) set({ history: changed });
    },
    undo: (): void => set({ history: undo(state.history) }),
    redo: (): void => set({ history: redo(state.history) }),
    selectDataSet: (index: number): void => {
      selected = state.lent && index === state.history.present.dataSets.length ? "lent" : index;
      set({});
    },
    /** Shows data beside the draft's data sets. Without data, the first one of the draft is shown again. */
    lend: (lent: DataSet | undefined): void => {
      selected = lent ? "lent" : 0;
      set({ lent });
    },
    show: (position: SourcePosition): void => set({ position: { ...position } }),
    /** Records what was saved; later edits stay unsaved. */
    noteSaved: ({ source, revision }: SavedDraft): void => set({ saved: source, revision }),
    /** Continues with a draft from the server; undo brings the edits before it back. */
    adopt: ({ source, revision }: SavedDraft): void =>
      set({ history: edit(state.history, source, undefined, now()), saved: source, revision }),
  };
}

/** The data sets of the draft, and after them the lent one. */
function shownSets({ history, lent }: EditorState): readonly DataSet[] {
  return lent ? [...history.present.dataSets, lent] : history.present.dataSets;
}

/** The selected data set. Its last value stays while its text is not a valid JSON object. */
function dataSetOf(dataSets: readonly DataSet[], wanted: number, before: EditorState | undefined): Editor["dataSet"] {
  const index = Math.max(0, Math.min(wanted, dataSets.length - 1));
  const { name, json } = dataSets[index] ?? { name: "", json: "" };
  const last = before?.dataSet;
  const lastSet = last && shownSets(before)[last.index];
  const isSameSet = last?.index === index;
  if (isSameSet && last.name === name && lastSet?.json === json) return last;
  return { index, name, value: parseObject(json) ?? (isSameSet ? last.value : undefined) };
}
