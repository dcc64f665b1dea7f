import type { KeyboardEvent } from "react";
import { useDesignStore } from "../design-context.ts";
import type { Point } from "../design-state.ts";
import { selectableParent, useNodeActions } from "../node-actions.ts";
import { useSelectionKeys } from "../overlay/use-selection-keys.ts";
import type { LayerRow } from "./layer-rows.ts";

type LayerKeysOptions = {
  rows: readonly LayerRow[];
  /** The index of the row that keys start from; -1 for none. */
  at: number;
  /** Where the menu of a row opens. */
  pointOf: (index: number) => Point;
  setOpen: (row: LayerRow, isOpen: boolean) => void;
};

/** Moves between the rows of the tree by keys, as the pattern of a tree asks, and moves the selected nodes. */
export function useLayerKeys({ rows, at, pointOf, setOpen }: LayerKeysOptions): (event: KeyboardEvent) => void {
  const { select, extend } = useDesignStore();
  const { moveOut, moveIn } = useNodeActions();
  const actionOfSelection = useSelectionKeys(() => pointOf(at));

  const go = (to: LayerRow | undefined) => () => {
    if (to) select(to.node);
  };

  function actionOf(event: KeyboardEvent): (() => void) | undefined {
    const { key, altKey, shiftKey, ctrlKey, metaKey } = event;
    if (altKey && shiftKey && key === "ArrowLeft" && moveOut) return moveOut;
    if (altKey && shiftKey && key === "ArrowRight" && moveIn) return moveIn;
    const common = actionOfSelection(event);
    if (common || altKey || ctrlKey || metaKey) return common;
    const row = rows[at];
    switch (key) {
      case "ArrowDown":
        return shiftKey ? () => extend(rows[at + 1]?.node) : go(rows[at + 1]);
      case "ArrowUp":
        return shiftKey ? () => extend(rows[at - 1]?.node) : go(rows[Math.max(0, at - 1)]);
      case "Home":
        return go(rows[0]);
      case "End":
        return go(rows.at(-1));
      case "ArrowRight":
        if (row?.isOpen === undefined) return () => undefined;
        return row.isOpen ? go(rows[at + 1]) : () => setOpen(row, true);
      case "ArrowLeft":
        if (row?.isOpen) return () => setOpen(row, false);
        return row ? () => select(selectableParent(row.node) ?? row.node) : undefined;
      case "Escape":
        return () => select(undefined);
      default:
        return undefined;
    }
  }

  return (event) => {
    const action = actionOf(event);
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };
}
