import { Button, Tooltip } from "@mantine/core";
import { useEditor } from "../editor-context.ts";
import { useDesign } from "./design-context.ts";
import { nodeById } from "./source/find-node.ts";

/** The number of values that the data set lacks. A click selects the first; each further click selects the next. */
export function MissingValues() {
  const { template, missing, selected, select } = useDesign();
  const { dataSet } = useEditor();
  // Nodes of an earlier template are meaningless.
  const current = missing.filter((node) => nodeById(template, node.id) === node);
  if (current.length === 0) return null;
  const at = current.findIndex((node) => node === selected);
  return (
    <Tooltip label={`The data set “${dataSet.name}” lacks these values. Click to see each`} multiline maw={260}>
      <Button
        size="compact-xs"
        variant="light"
        color="amber"
        onClick={() => select(current[(at + 1) % current.length])}
      >
        {current.length} missing
      </Button>
    </Tooltip>
  );
}
