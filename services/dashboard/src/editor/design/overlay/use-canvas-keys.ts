import type { KeyboardEvent } from "react";
import { useEditor } from "../../editor-context.ts";
import type { CanvasFrame } from "../canvas/canvas-frame.ts";
import { elementsOf } from "../canvas/canvas-nodes.ts";
import { useDesign } from "../design-context.ts";
import {
  firstChild,
  isSelectable,
  isTextEditable,
  neighbour,
  selectableParent,
  textKeyAt,
  useNodeActions,
} from "../node-actions.ts";
import { openInserter } from "../palette/inserter.tsx";
import type { TemplateNode } from "../source/nodes.ts";
import type { EditText } from "../text/use-text-editing.ts";

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

/** Handles keys while the canvas has the focus. */
export function useCanvasKeys(frame: CanvasFrame | undefined, editText: EditText) {
  const { template, selected, repeat, mayEdit, select, announce } = useDesign();
  const { undo, redo } = useEditor();
  const { moveUp, moveDown, duplicate, remove } = useNodeActions();

  function go(to: TemplateNode | undefined): void {
    if (selected && to) select(to, repeatOf(frame, selected, repeat, to));
  }

  function start(): TemplateNode | undefined {
    const body = template.nodes.find((node) => node.kind === "element" && node.name === "body");
    return body ? firstChild(body) : template.children.find(isSelectable);
  }

  function actionOf(event: KeyboardEvent): (() => void) | undefined {
    const { key, altKey, shiftKey } = event;
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && !altKey) {
      const letter = key.toLowerCase();
      if (letter === "d") return duplicate ?? (() => undefined);
      const isUndo = letter === "z" && !shiftKey;
      if (!isUndo && letter !== "z" && letter !== "y") return undefined;
      return () => {
        (isUndo ? undo : redo)();
        announce(isUndo ? "Undone" : "Done again");
      };
    }
    if (isCommand) return undefined;
    if (altKey && shiftKey) {
      // A column of a table moves sideways.
      if (key === "ArrowUp" || key === "ArrowLeft") return moveUp;
      return key === "ArrowDown" || key === "ArrowRight" ? moveDown : undefined;
    }
    if (key === "/" && !altKey) return mayEdit ? openInserter : undefined;
    if (!selected) {
      return key.startsWith("Arrow") || key === "Enter" ? () => select(start()) : undefined;
    }
    if (altKey) {
      if (key === "ArrowUp") return () => go(selectableParent(selected));
      return key === "ArrowDown" ? () => go(firstChild(selected)) : undefined;
    }
    switch (key) {
      case "ArrowUp":
      case "ArrowLeft":
        return () => go(neighbour(template, selected, -1) ?? selectableParent(selected));
      case "ArrowDown":
      case "ArrowRight":
        return () => go(neighbour(template, selected, 1));
      case "Escape":
        return () => (selectableParent(selected) ? go(selectableParent(selected)) : select(undefined));
      case "Enter":
        return () =>
          isTextEditable(selected) || textKeyAt(selected) !== undefined
            ? editText(selected, repeat)
            : go(firstChild(selected));
      case "Delete":
      case "Backspace":
        return remove;
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
