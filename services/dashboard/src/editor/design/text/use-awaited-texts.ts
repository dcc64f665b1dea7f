import { useEffect, useLayoutEffect, useRef } from "react";
import type { CanvasLayout } from "../canvas/canvas-frame.ts";
import { useDesign } from "../design-context.ts";
import type { EditStrip, EditText } from "./use-text-editing.ts";

type AwaitedOptions = { layout: CanvasLayout | undefined; editText: EditText; editStrip: EditStrip };

/** Edits the text that was just inserted, or the chosen text of a header or footer, once the canvas has drawn it. */
export function useAwaitedTexts({ layout, editText, editStrip }: AwaitedOptions): void {
  const { selected, repeat, textEditing, awaitedText, awaitText, awaitedStrip, awaitStrip } = useDesign();
  const latest = useRef({ editText, editStrip, selected, repeat, awaitedText });
  useLayoutEffect(() => {
    latest.current = { editText, editStrip, selected, repeat, awaitedText };
  });
  useEffect(() => {
    const { editText, selected, repeat, awaitedText } = latest.current;
    if (!layout || !awaitedText) return;
    awaitText(undefined);
    if (selected) editText(selected, repeat, awaitedText === "replace" ? "all" : "start", { awaited: awaitedText });
  }, [layout, awaitText]);
  useEffect(() => {
    if (!layout || !awaitedStrip || textEditing) return;
    awaitStrip(undefined);
    latest.current.editStrip(awaitedStrip);
  }, [layout, awaitedStrip, awaitStrip, textEditing]);
}
