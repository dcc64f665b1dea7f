import { Textarea } from "@mantine/core";
import { useEditor } from "../editor-context.ts";

/** The template's source as its author writes it. */
export function CodeView() {
  const { source, change, mayEdit } = useEditor();
  return (
    <Textarea
      aria-label="HTML"
      autosize
      readOnly={!mayEdit}
      value={source.html}
      onChange={({ currentTarget }) => change({ html: currentTarget.value }, "html")}
    />
  );
}
