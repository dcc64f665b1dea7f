import { useEditor, useEditorState, useSource } from "../editor-context.ts";
import { writeData } from "./write-data.ts";

/** A function that changes the data of the selected data set. Changes in quick succession are undone together. */
export function useChangeData(): (next: Record<string, unknown>) => void {
  const { change } = useEditor();
  const { dataSets } = useSource();
  const { index, value } = useEditorState((state) => state.dataSet);
  return (next) => {
    const current = dataSets[index];
    const json = current && value ? writeData(current.json, value, next) : undefined;
    if (current && json !== undefined)
      change({ dataSets: dataSets.with(index, { ...current, json }) }, `data form ${index}`);
  };
}
