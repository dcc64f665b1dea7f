import { toast } from "../../ui/toast.ts";
import { useEditor, useEditorState, useSource } from "../editor-context.ts";
import { addData, readPastedData } from "./pasted-data.ts";

/** A function that takes pasted JSON into a data set. It returns what is wrong with the JSON, if anything. */
export function useTakeData(): (pasted: string) => string | undefined {
  const { change, selectDataSet } = useEditor();
  const source = useSource();
  const dataSet = useEditorState((state) => state.dataSet);
  return (pasted) => {
    const read = readPastedData(pasted);
    if ("mistake" in read) return read.mistake;
    const added = addData(source.dataSets, dataSet.index, read.json);
    if (!added) {
      return "There is no room for it: a template has at most 20 data sets with 1 million characters together.";
    }
    change({ dataSets: added.dataSets });
    selectDataSet(added.index);
    toast(`The data set “${added.dataSets[added.index]?.name ?? ""}” has the pasted data.`);
    return undefined;
  };
}
