import { calculateData, type CalculatedData } from "../data/calculated-data.ts";
import type { DataSet, SourcePosition, TemplateSource } from "../template-source.ts";
import { edit, redo, startHistory, undo, type EditStep, type History } from "./history.ts";
import { isSameSource } from "./is-same-source.ts";
import { parseObject } from "@platen/template-source";
import { createStore } from "zustand/vanilla";
import type { Reading } from "../reading.ts";
import type { SavedDraft } from "./saved-draft.ts";

export type EditorState = {
  history: History;
  /** As last read from the server or saved to it. */
  saved: TemplateSource;
  /** The revision of the draft that the edits are based on. */
  revision: number;
  isChanged: boolean;
  /** The index of the data set that the author chose, or the lent one. */
  selected: number | "lent";
  /**
   * The data set that fills the template; `value` is the last valid JSON object in its text, and `calculated` is that with the
   * values of the calculated fields.
   */
  dataSet: {
    index: number;
    name: string;
    value: Record<string, unknown> | undefined;
    calculated: CalculatedData | undefined;
  };
  /** A data set that is shown after those of the draft, and is neither saved nor kept for the next visit. */
  lent?: DataSet | undefined;
  /** The last position that the Code or Data view was opened at: a new object for each time. */
  position?: SourcePosition | undefined;
  /** The language in which the preview and the canvas show the template; undefined for the template's own. */
  locale?: string | undefined;
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
  const start = startHistory(draft.source);
  const history = unsaved ? edit(start, unsaved.source, undefined, now()) : start;
  const isChanged = !isSameSource(history.present, draft.source);
  const store = createStore<EditorState>(() => ({
    history,
    saved: draft.source,
    // Unsaved edits that equal the draft were saved after all: the page was left before the answer came.
    revision: unsaved && isChanged ? unsaved.revision : draft.revision,
    isChanged,
    selected: 0,
    dataSet: dataSetOf({ dataSets: history.present.dataSets, wanted: 0, source: history.present }, undefined),
  }));
  const { getState } = store;
  const set = (changes: Changes) => store.setState((state) => stateAfter(state, changes), true);

  const reading: Reading<EditorState> = store;
  return {
    ...reading,
    /** Edits of the same `step` are undone together: those of a name in quick succession, those of a symbol always. */
    change: (changes: Partial<TemplateSource>, step?: EditStep): void => {
      if (!mayEdit) return;
      const { history } = getState();
      const changed = edit(history, changes, step, now());
      if (changed !== history) set({ history: changed });
    },
    undo: (): void => set({ history: undo(getState().history) }),
    redo: (): void => set({ history: redo(getState().history) }),
    selectDataSet: (index: number): void => {
      const { lent, history } = getState();
      set({ selected: lent && index === history.present.dataSets.length ? "lent" : index });
    },
    /** Shows data beside the draft's data sets. Without data, the first one of the draft is shown again. */
    lend: (lent: DataSet | undefined): void => set({ lent, selected: lent ? "lent" : 0 }),
    /** Opens the Code or Data view at a position. */
    show: (position: SourcePosition): void => set({ position: { ...position } }),
    chooseLocale: (locale: string | undefined): void => set({ locale }),
    /** Records what was saved; later edits stay unsaved. */
    noteSaved: ({ source, revision }: SavedDraft): void => set({ saved: source, revision }),
    /** Continues with a draft from the server; undo brings the edits before it back. */
    adopt: ({ source, revision }: SavedDraft): void =>
      set({ history: edit(getState().history, source, undefined, now()), saved: source, revision }),
  };
}

type Changes = Partial<Omit<EditorState, "isChanged" | "dataSet">>;

/** The state after changes. */
function stateAfter(state: EditorState, changes: Changes): EditorState {
  const next = { ...state, ...changes };
  const { present } = next.history;
  if (present !== state.history.present || next.saved !== state.saved) {
    next.isChanged = !isSameSource(present, next.saved);
  }
  const wanted = next.selected === "lent" ? present.dataSets.length : next.selected;
  next.dataSet = dataSetOf({ dataSets: shownSets(next), wanted, source: present }, state);
  return next;
}

/** The data sets of the draft, and after them the lent one. */
function shownSets({ history, lent }: EditorState): readonly DataSet[] {
  return lent ? [...history.present.dataSets, lent] : history.present.dataSets;
}

/** The selected data set. Its last value stays while its text is not a valid JSON object. */
function dataSetOf(
  { dataSets, wanted, source }: { dataSets: readonly DataSet[]; wanted: number; source: TemplateSource },
  before: EditorState | undefined,
): EditorState["dataSet"] {
  const index = Math.max(0, Math.min(wanted, dataSets.length - 1));
  const { name, json } = dataSets[index] ?? { name: "", json: "" };
  const last = before?.dataSet;
  const lastSet = last && shownSets(before)[last.index];
  const isSameSet = last?.index === index;
  const { calculated: fields } = source.settings;
  const hasSameText = isSameSet && lastSet?.json === json;
  const hasSameFields = before !== undefined && before.history.present.settings.calculated === fields;
  if (hasSameText && hasSameFields && last.name === name) return last;
  const value = hasSameText ? last.value : (parseObject(json) ?? (isSameSet ? last.value : undefined));
  const calculated = value === last?.value && hasSameFields ? last?.calculated : value && calculateData(value, fields);
  return { index, name, value, calculated };
}
