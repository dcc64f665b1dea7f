import type { Editor, Place, TemplateSource } from "../editor-context.ts";
import { edit, redo, startHistory, undo, type History } from "./history.ts";
import { isSameSource } from "./is-same-source.ts";
import { parseObject } from "./parse-object.ts";
import type { SavedDraft } from "./saved-draft.ts";

export type EditorState = {
  history: History;
  saved: TemplateSource;
  revision: number;
  isChanged: boolean;
  dataSet: Editor["dataSet"];
  place: Place | undefined;
};

type StoreOptions = {
  draft: SavedDraft;
  /** Edits of an earlier visit that were not saved, and the revision they are based on. */
  unsaved?: SavedDraft | undefined;
  mayEdit: boolean;
  now?: () => number;
};

/** What is edited, outside of React so that an edit counts from the moment it is made. */
export type EditorStore = ReturnType<typeof createEditorStore>;

export function createEditorStore({ draft, unsaved, mayEdit, now = Date.now }: StoreOptions) {
  const listeners = new Set<() => void>();
  const begun = startHistory(draft.source);
  const history = unsaved ? edit(begun, unsaved.source, undefined, now()) : begun;
  const isChanged = !isSameSource(history.present, draft.source);
  let selected = 0;
  let state: EditorState = {
    history,
    saved: draft.source,
    // What was saved after all, when the page was left too soon to note it, is the draft by now.
    revision: unsaved && isChanged ? unsaved.revision : draft.revision,
    isChanged,
    dataSet: dataSetOf(history.present, selected, undefined),
    place: undefined,
  };

  function set(changes: Partial<Pick<EditorState, "history" | "saved" | "revision" | "place">>): void {
    const next = { ...state, ...changes };
    const { present } = next.history;
    if (present !== state.history.present || next.saved !== state.saved) {
      next.isChanged = !isSameSource(present, next.saved);
    }
    next.dataSet = dataSetOf(present, selected, state);
    state = next;
    for (const listener of listeners) listener();
  }

  return {
    getState: (): EditorState => state,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change: (part: Partial<TemplateSource>, step?: string): void => {
      if (!mayEdit) return;
      const changed = edit(state.history, part, step, now());
      if (changed !== state.history) set({ history: changed });
    },
    undo: (): void => set({ history: undo(state.history) }),
    redo: (): void => set({ history: redo(state.history) }),
    selectDataSet: (index: number): void => {
      selected = index;
      set({});
    },
    show: (place: Place): void => set({ place: { ...place } }),
    /** Notes what was saved; edits made since then stay unsaved. */
    noteSaved: ({ source, revision }: SavedDraft): void => set({ saved: source, revision }),
    /** Goes on with a draft of the server; what was edited before can be had back by undo. */
    adopt: ({ source, revision }: SavedDraft): void =>
      set({ history: edit(state.history, source, undefined, now()), saved: source, revision }),
  };
}

/** The chosen data set of a source; its value is kept as long as its text is the same or is no JSON object. */
function dataSetOf(source: TemplateSource, wanted: number, before: EditorState | undefined): Editor["dataSet"] {
  const index = Math.max(0, Math.min(wanted, source.dataSets.length - 1));
  const { name, json } = source.dataSets[index] ?? { name: "", json: "" };
  const last = before?.dataSet;
  const lastSet = last && before.history.present.dataSets[last.index];
  const isSameSet = last?.index === index;
  if (isSameSet && last.name === name && lastSet?.json === json) return last;
  return { index, name, value: parseObject(json) ?? (isSameSet ? last.value : undefined) };
}
