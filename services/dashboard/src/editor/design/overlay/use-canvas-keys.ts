import type { KeyboardEvent } from "react";
import type { CanvasFrame } from "../canvas/canvas-frame.ts";
import { elementsOf } from "../canvas/canvas-nodes.ts";
import { useDesign, useDesignStore } from "../design-context.ts";
import type { Point } from "../design-state.ts";
import { firstChild, isTextEditable, neighbour, pageElements, selectableParent, textKeyAt } from "../node-actions.ts";
import { useSelectionKeys } from "./use-selection-keys.ts";
import type { TemplateNode } from "@platen/template-source";

/** The repeat of `next` that is inside or around the selected repeat of `from`. */
function repeatOf(frame: CanvasFrame | undefined, from: TemplateNode, repeat: number, next: TemplateNode): number {
  if (!frame) return 0;
  const element = elementsOf(frame.document, from.id)[repeat];
  const candidates = elementsOf(frame.document, next.id);
  const index = candidates.findIndex(
    (candidate) =>
      element &&
      (candidate.contains(element) || element.contains(candidate) || candidate.parentElement === element.parentElement),
  );
  return Math.max(0, index);
}

/** Handles keys while the canvas has the focus. `menuPoint` is where the menu of the selected nodes opens. */
export function useCanvasKeys(frame: CanvasFrame | undefined, menuPoint: () => Point) {
  const { template, mayEdit } = useDesign((state) => state.document);
  const { selected, repeat } = useDesign((state) => state.selecting);
  const { select, extend, editText, openInserter } = useDesignStore();
  const actionOfSelection = useSelectionKeys(menuPoint);

  function go(to: TemplateNode | undefined, how = select): void {
    if (selected && to) how(to, repeatOf(frame, selected, repeat, to));
  }

  function actionOf(event: KeyboardEvent): (() => void) | undefined {
    const { key, altKey, shiftKey } = event;
    const common = actionOfSelection(event);
    if (common || event.ctrlKey || event.metaKey) return common;
    if (altKey && shiftKey) return undefined;
    if (key === "/" && !altKey) return mayEdit ? () => openInserter() : undefined;
    if (!selected) {
      return key.startsWith("Arrow") || key === "Enter" ? () => select(pageElements(template)[0]) : undefined;
    }
    if (altKey) {
      if (key === "ArrowUp") return () => go(selectableParent(selected));
      return key === "ArrowDown" ? () => go(firstChild(selected)) : undefined;
    }
    switch (key) {
      case "ArrowUp":
      case "ArrowLeft":
        if (shiftKey) return () => go(neighbour(template, selected, -1), extend);
        return () => go(neighbour(template, selected, -1) ?? selectableParent(selected));
      case "ArrowDown":
      case "ArrowRight":
        return () => go(neighbour(template, selected, 1), shiftKey ? extend : select);
      case "Escape":
        return () => (selectableParent(selected) ? go(selectableParent(selected)) : select(undefined));
      case "Enter":
        return () =>
          isTextEditable(selected) || textKeyAt(selected) !== undefined
            ? editText(selected, repeat)
            : go(firstChild(selected));
      default:
        return undefined;
    }
  }

  return (event: KeyboardEvent<HTMLElement>): void => {
    // The toolbar's buttons handle their own keys.
    if (event.target !== event.currentTarget) return;
    const action = actionOf(event);
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };
}
