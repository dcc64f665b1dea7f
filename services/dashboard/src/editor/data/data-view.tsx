import { Textarea } from "@mantine/core";
import { useEditor } from "../editor-context.ts";

/** The template's sample data. */
export function DataView() {
  const { source, change, mayEdit, dataSet } = useEditor();
  const set = source.dataSets[dataSet.index];
  if (!set) return null;
  return (
    <Textarea
      aria-label={`Data set ${set.name}`}
      autosize
      readOnly={!mayEdit}
      value={set.json}
      onChange={({ currentTarget }) =>
        change(
          { dataSets: source.dataSets.with(dataSet.index, { ...set, json: currentTarget.value }) },
          `data-${dataSet.index}`,
        )
      }
    />
  );
}
