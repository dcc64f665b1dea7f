import { useEffect, useLayoutEffect, useRef, type RefObject } from "react";
import type { CanvasFrame } from "../canvas/canvas-frame.ts";
import { elementsOf } from "../canvas/canvas-nodes.ts";
import { useDesign } from "../design-context.ts";
import { isTextEditable } from "../node-actions.ts";
import type { TemplateNode } from "../source/nodes.ts";
import { setContent } from "../source/set-content.ts";
import { startTextEditing } from "./text-editing.ts";

export type EditText = (node: TemplateNode, repeat: number, at?: { x: number; y: number }) => void;

/** Elements with this attribute can be used without ending the text editing. */
export const keepsTextEditing = "data-keeps-text-editing";

/** Edits texts on the canvas. Each editing is one step to undo. */
export function useTextEditing(frame: CanvasFrame | undefined, canvas: RefObject<HTMLElement | null>): EditText {
  const design = useDesign();
  const latest = useRef(design);
  useLayoutEffect(() => {
    latest.current = design;
  });
  const { textEditing } = design;

  // Ends the editing before anything else is used, so that Save, for example, finds the text in the source.
  useEffect(() => {
    if (!textEditing) return undefined;
    const onPointerDown = ({ target }: PointerEvent) => {
      if (target instanceof Element && target.closest(`[${keepsTextEditing}]`)) return;
      textEditing.end(true);
    };
    window.addEventListener("pointerdown", onPointerDown, { capture: true });
    return () => window.removeEventListener("pointerdown", onPointerDown, { capture: true });
  }, [textEditing]);

  useEffect(() => () => latest.current.textEditing?.end(true), []);

  return (node, repeat, at) => {
    const { template, mayEdit, select, setTextEditing, announce } = design;
    if (!frame || !mayEdit || !isTextEditable(node)) return;
    const element = elementsOf(frame.document, node.id)[repeat];
    if (!element) return;
    select(node, repeat);
    const editing = startTextEditing({
      element,
      at,
      onEnd: (pieces, endedIn) => {
        const now = latest.current;
        const edit = pieces && setContent(template, node, pieces);
        setTextEditing(undefined);
        if (edit && edit.html !== template.html) now.apply(edit);
        announce(edit ? "Text changed" : "Text unchanged");
        if (endedIn === "document") canvas.current?.focus({ preventScroll: true });
      },
      onShortcut: ({ key, code, ctrlKey, metaKey, shiftKey, altKey }) => {
        const target = canvas.current;
        const again = new KeyboardEvent("keydown", {
          key,
          code,
          ctrlKey,
          metaKey,
          shiftKey,
          altKey,
          bubbles: true,
          cancelable: true,
        });
        // Waits until the text is in the source and React has rendered it.
        requestAnimationFrame(() => target?.dispatchEvent(again));
      },
    });
    setTextEditing(editing);
    announce("Editing the text. Enter keeps the change, Escape discards it");
  };
}
