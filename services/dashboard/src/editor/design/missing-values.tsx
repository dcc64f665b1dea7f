import { Button, Tooltip } from "@mantine/core";
import { nodesAt, readTemplate, stripTexts } from "@platen/template-source";
import { useState } from "react";
import { useDataUse } from "../data/use-data-use.ts";
import { useEditor, useEditorState } from "../editor-context.ts";
import type { SourcePosition } from "../template-source.ts";
import { useDesign, useDesignStore } from "./design-context.ts";
import type { DesignDocument } from "./design-document.ts";

/** Where a tag of the template's own HTML is in the document, which may be that of its layout. */
function offsetIn({ filledLayout }: DesignDocument, offset: number): number | undefined {
  if (!filledLayout) return offset;
  const copy = filledLayout.own.pieces
    .flatMap(({ copies }) => copies)
    .find(({ from, length }) => from <= offset && offset < from + length);
  return copy && copy.at + offset - copy.from;
}

/**
 * The number of values that the data set lacks, as the Data view counts them. A click selects the first, or edits the text of
 * the header or footer that it is in; each further click goes to the next.
 */
export function MissingValues() {
  const document = useDesign((state) => state.document);
  const { select, editStrip } = useDesignStore();
  const { show } = useEditor();
  const dataSet = useEditorState((state) => state.dataSet);
  const { missing } = useDataUse(document.source).use;
  const [turn, setTurn] = useState(0);
  if (missing.length === 0) return null;

  function goTo(position: SourcePosition): void {
    const { part, offset } = position;
    const { source, composed, template } = document;
    if (part === "header" || part === "footer") {
      const texts = stripTexts(readTemplate(source.settings[part] ?? ""));
      const index = texts.findIndex(({ start, end }) => start <= offset && offset < end);
      // The texts of a strip with snippets are not edited here.
      if (index >= 0 && composed[part] === source.settings[part]) editStrip({ strip: part, page: 0, index });
      else show(position);
      return;
    }
    const at = offsetIn(document, offset);
    const [node] = at === undefined ? [] : nodesAt(template, new Set([at]));
    if (node) select(node);
    else show(position);
  }

  return (
    <Tooltip
      label={`The data set “${dataSet.name}” lacks these values. Click to see each`}
      multiline
      maw={260}
      position="bottom"
    >
      <Button
        size="compact-xs"
        variant="light"
        color="amber"
        onClick={() => {
          const next = missing[turn % missing.length];
          if (next) goTo(next.position);
          setTurn(turn + 1);
        }}
      >
        {missing.length} missing
      </Button>
    </Tooltip>
  );
}
