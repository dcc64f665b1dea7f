import { useMemo, useState } from "react";
import type { DataSet, Editor, Place, Template, TemplateSource } from "./editor-context.ts";
import { edit, isSameSource, redo, startHistory, undo, type History } from "./history.ts";

type State = {
  history: History;
  saved: TemplateSource;
  revision: number;
  dataSetIndex: number;
  place: Place | undefined;
};

function parseObject(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    // An object that is no list has names for keys.
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** The data set's value; while its text is no JSON object, the one it had before. */
function useDataSetValue(set: DataSet | undefined): Record<string, unknown> | undefined {
  const [last, setLast] = useState<{ set: DataSet; value: Record<string, unknown> | undefined }>();
  if (set && last?.set !== set) {
    const before = last?.set.name === set.name ? last.value : undefined;
    const next = { set, value: last?.set.json === set.json ? last.value : (parseObject(set.json) ?? before) };
    setLast(next);
    return next.value;
  }
  return last?.value;
}

type Start = { template: Template; mayEdit: boolean; source: TemplateSource; revision: number };

/** The state behind the editor's context, beginning with a draft as it was read. */
export function useEditorState({ template, mayEdit, source, revision }: Start): Editor {
  const [state, setState] = useState<State>(() => ({
    history: startHistory(source),
    saved: source,
    revision,
    dataSetIndex: 0,
    place: undefined,
  }));
  const { history, saved } = state;
  const { dataSets } = history.present;
  const index = Math.min(state.dataSetIndex, dataSets.length - 1);
  const set = dataSets[index];
  const value = useDataSetValue(set);

  const acts = useMemo(
    () => ({
      change: (part: Partial<TemplateSource>, step?: string) => {
        const now = Date.now();
        if (mayEdit) setState((before) => ({ ...before, history: edit(before.history, part, step, now) }));
      },
      undo: () => setState((before) => ({ ...before, history: undo(before.history) })),
      redo: () => setState((before) => ({ ...before, history: redo(before.history) })),
      selectDataSet: (next: number) => setState((before) => ({ ...before, dataSetIndex: next })),
      show: (place: Place) => setState((before) => ({ ...before, place: { ...place } })),
    }),
    [mayEdit],
  );

  return useMemo(
    () => ({
      ...acts,
      template,
      mayEdit,
      source: history.present,
      saved,
      revision: state.revision,
      isChanged: !isSameSource(history.present, saved),
      canUndo: history.past.length > 0,
      canRedo: history.future.length > 0,
      dataSet: { index, name: set?.name ?? "", value },
      place: state.place,
    }),
    [acts, template, mayEdit, history, saved, state.revision, index, set?.name, value, state.place],
  );
}
