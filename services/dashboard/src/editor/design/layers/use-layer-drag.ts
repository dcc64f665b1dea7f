import type { Gap } from "@platen/template-source";
import { useState, type DragEvent } from "react";
import { useDesign, useDesignStore } from "../design-context.ts";
import { draggedType, isIn } from "../dragged-nodes.ts";
import { gapAtRow, type LayerRow } from "./layer-rows.ts";

type Drop = { key: string; gap: Gap };

/** Moves the selected nodes by dragging their rows, and tells where they go. */
export function useLayerDrag() {
  const { selection } = useDesign((state) => state.selecting);
  const { select, endTextEditing, drop: move } = useDesignStore();
  const [drop, setDrop] = useState<Drop>();
  return {
    drop,
    clear: () => setDrop(undefined),
    onDragStart: ({ dataTransfer }: DragEvent, { node }: LayerRow): void => {
      endTextEditing();
      if (!selection.includes(node)) select(node);
      dataTransfer.effectAllowed = "move";
      dataTransfer.setData(draggedType, "");
    },
    onDragOver: (event: DragEvent<HTMLElement>, row: LayerRow): void => {
      if (!event.dataTransfer.types.includes(draggedType)) return;
      const { top, height } = event.currentTarget.getBoundingClientRect();
      const gap = gapAtRow(row, (event.clientY - top) / height);
      const isOnItself = isIn(selection, row.node);
      setDrop(isOnItself ? undefined : { key: row.key, gap });
      if (!isOnItself) event.preventDefault();
    },
    onDrop: (event: DragEvent): void => {
      setDrop(undefined);
      if (!drop || !event.dataTransfer.types.includes(draggedType)) return;
      event.preventDefault();
      move(drop.gap);
    },
  };
}
