import { Button, Tooltip } from "@mantine/core";
import { useState } from "react";
import { useEditorState } from "../editor-context.ts";
import { useDesign, useDesignStore } from "./design-context.ts";
import type { MissingValue } from "./design-state.ts";
import { nodeById } from "@platen/template-source";

/**
 * The number of values that the data set lacks. A click selects the first, or edits the text of the header or footer that it
 * is in; each further click goes to the next.
 */
export function MissingValues() {
  const { template } = useDesign((state) => state.document);
  const { selected } = useDesign((state) => state.selecting);
  const missing = useDesign((state) => state.missing);
  const { select, editStrip } = useDesignStore();
  const dataSet = useEditorState((state) => state.dataSet);
  const [last, setLast] = useState<MissingValue>();
  // Nodes of an earlier template are meaningless.
  const current = missing.filter((place) => "strip" in place || nodeById(template, place.id) === place);
  if (current.length === 0) return null;

  function goToNext(): void {
    const at = current.findIndex((place) => place === (last && "strip" in last ? last : selected));
    const next = current[(at + 1) % current.length];
    setLast(next);
    if (next && "strip" in next) editStrip(next);
    else select(next);
  }
  return (
    <Tooltip label={`The data set “${dataSet.name}” lacks these values. Click to see each`} multiline maw={260}>
      <Button size="compact-xs" variant="light" color="amber" onClick={goToNext}>
        {current.length} missing
      </Button>
    </Tooltip>
  );
}
