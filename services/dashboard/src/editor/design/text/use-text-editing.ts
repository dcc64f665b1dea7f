import { useEffect, useEffectEvent, type RefObject } from "react";
import { useEditor } from "../../editor-context.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { useDesign, useDesignStore } from "../design-context.ts";
import { editElementText } from "./edit-element-text.ts";
import { editStrip } from "./edit-strip.ts";
import { keepsTextEditing } from "./keeps-text-editing.ts";
import type { TextEditing } from "./text-editing.ts";
import { createTextSession } from "./text-session.ts";

/** Ends the editing before anything else is used, so that Save, for example, finds the text in the source. */
function useEndBefore(textEditing: TextEditing | undefined): void {
  useEffect(() => {
    if (!textEditing) return undefined;
    const onPointerDown = ({ target }: PointerEvent) => {
      if (target instanceof Element && target.closest(`[${keepsTextEditing}]`)) return;
      textEditing.end();
    };
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.closest(`iframe, [${keepsTextEditing}]`)) return;
      textEditing.end();
    };
    window.addEventListener("pointerdown", onPointerDown, { capture: true });
    window.addEventListener("focusin", onFocus);
    return () => {
      window.removeEventListener("pointerdown", onPointerDown, { capture: true });
      window.removeEventListener("focusin", onFocus);
    };
  }, [textEditing]);
}

/** Edits texts on the canvas. */
export function useTextEditing(canvas: RefObject<HTMLElement | null>): void {
  const design = useDesignStore();
  const { change } = useEditor();
  const texts = useTexts();
  useEndBefore(useDesign((state) => state.textEditing));
  const now = useEffectEvent(() => {
    const { document, selecting, ...look } = design.getState();
    return { ...design, ...document, ...selecting, ...look, change, texts };
  });
  useEffect(() => {
    const start = () => createTextSession(now, canvas);
    const stop = design.serve({
      editText: (node, repeat, at, how = {}) => editElementText(start(), { node, repeat, at }, how),
      editStrip: (place) => editStrip(start(), place),
    });
    return () => {
      design.endTextEditing();
      stop();
    };
  }, [design, canvas]);
}
