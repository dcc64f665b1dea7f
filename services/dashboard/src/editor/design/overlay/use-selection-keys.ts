import type { KeyboardEvent } from "react";
import { toastProblem } from "../../../ui/toast.ts";
import { useEditor } from "../../editor-context.ts";
import { useDesign, useDesignStore } from "../design-context.ts";
import type { Point } from "../design-state.ts";
import { useNodeActions } from "../node-actions.ts";

/**
 * The keys that act on the selected nodes, in the document and in the tree of its layers. The returned function gives the
 * action of a key. `menuPoint` is where the menu of the nodes opens.
 */
export function useSelectionKeys(menuPoint: () => Point): (event: KeyboardEvent) => (() => void) | undefined {
  const document = useDesign((state) => state.document);
  const { selected } = useDesign((state) => state.selecting);
  const { openMenu } = useDesignStore();
  const { undo, redo } = useEditor();
  const { moveUp, moveDown, duplicate, group, ungroup, remove } = useNodeActions();
  const refusal = (where: string) =>
    selected && document.mayEdit
      ? () => toastProblem(`Not moved: nothing that it can pass stands ${where} it.`)
      : undefined;
  return ({ key, altKey, ctrlKey, metaKey, shiftKey }) => {
    const isCommand = ctrlKey || metaKey;
    if (isCommand && !altKey) {
      const letter = key.toLowerCase();
      if (letter === "d") return duplicate ?? (() => undefined);
      if (letter === "g") return (shiftKey ? ungroup : group) ?? (() => undefined);
      const isUndo = letter === "z" && !shiftKey;
      if (!isUndo && letter !== "z" && letter !== "y") return undefined;
      return isUndo ? undo : redo;
    }
    if (isCommand) return undefined;
    if (altKey && shiftKey) {
      // A column of a table moves sideways.
      if (key === "ArrowUp" || key === "ArrowLeft") return moveUp ?? refusal("before");
      return key === "ArrowDown" || key === "ArrowRight" ? (moveDown ?? refusal("after")) : undefined;
    }
    if (altKey) return undefined;
    if (key === "ContextMenu" || (key === "F10" && shiftKey)) return selected ? () => openMenu(menuPoint()) : undefined;
    return key === "Delete" || key === "Backspace" ? remove : undefined;
  };
}
