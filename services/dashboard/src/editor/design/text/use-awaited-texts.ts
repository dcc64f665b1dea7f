import { useEffect, useLayoutEffect, useRef } from "react";
import { useDesign, useDesignStore } from "../design-context.ts";
import type { EditStrip, EditText } from "./use-text-editing.ts";

type AwaitedOptions = { editText: EditText; editStrip: EditStrip };

/** Edits the text that was just inserted, or the chosen text of a header or footer, once the canvas has drawn it. */
export function useAwaitedTexts(options: AwaitedOptions): void {
  const design = useDesignStore();
  const layout = useDesign((state) => state.layout);
  const textEditing = useDesign((state) => state.textEditing);
  const awaitedStrip = useDesign((state) => state.awaitedStrip);
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  useEffect(() => {
    const { awaitedText, selecting } = design.getState();
    const { selected, repeat } = selecting;
    if (!layout || !awaitedText) return;
    design.awaitText(undefined);
    const at = awaitedText === "replace" ? "all" : "start";
    if (selected) latest.current.editText(selected, repeat, at, { awaited: awaitedText });
  }, [layout, design]);
  useEffect(() => {
    if (!layout || !awaitedStrip || textEditing) return;
    design.awaitStrip(undefined);
    latest.current.editStrip(awaitedStrip);
  }, [layout, awaitedStrip, design, textEditing]);
}
