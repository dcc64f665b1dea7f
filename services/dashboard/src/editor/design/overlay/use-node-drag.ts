import { useState, type DragEvent } from "react";
import type { CanvasFrame, CanvasLayout } from "../canvas/canvas-frame.ts";
import { boxesOf, elementsOf, type Box } from "../canvas/canvas-nodes.ts";
import { useDesign, useDesignStore } from "../design-context.ts";
import type { Point } from "../design-state.ts";
import { draggedType, isDraggable, isIn } from "../dragged-nodes.ts";
import { nodeLabel } from "../node-labels.ts";
import type { TemplateNode } from "@platen/template-source";
import type { CanvasHits, Target } from "./canvas-hits.ts";
import { dropLineAt, type DropLine } from "./drop-line.ts";
import classes from "./overlay.module.css";

type NodeDragOptions = { frame: CanvasFrame; layout: CanvasLayout; hits: CanvasHits };

/** Moves the selected nodes of the document by dragging, and tells where they go. */
export function useNodeDrag({ frame, layout, hits: { pointOf, targetAt } }: NodeDragOptions) {
  const { template, data, ownership } = useDesign((state) => state.document);
  const { selection } = useDesign((state) => state.selecting);
  const { select, drop } = useDesignStore();
  const [line, setLine] = useState<DropLine>();

  function boxOf({ node, repeat }: Target): Box | undefined {
    const elements = elementsOf(frame.document, node.id);
    const element = elements[Math.min(repeat, elements.length - 1)];
    return element && boxesOf(element, layout.pitch)[0];
  }

  function isSideways(node: TemplateNode): boolean {
    const parent = elementsOf(frame.document, node.id)[0]?.parentElement;
    const { display = "", flexDirection = "" } = parent ? frame.styleOf(parent) : {};
    const own = elementsOf(frame.document, node.id)[0];
    const isInline = own !== undefined && frame.styleOf(own).display.startsWith("inline");
    return isInline || (display.endsWith("flex") && !flexDirection.startsWith("column")) || node.kind === "variable";
  }

  const lineAt = (target: Target, point: Point) =>
    dropLineAt({ template, dragged: selection }, target, point, { boxOf, isSideways });

  return {
    line,
    onDragStart(event: DragEvent<HTMLElement>): void {
      const target = targetAt(event);
      const isSelected = target !== undefined && isIn(selection, target.node);
      const dragged = isSelected ? selection : target ? [target.node] : [];
      if (!target || !dragged.every((node) => isDraggable(node, ownership))) {
        event.preventDefault();
        return;
      }
      if (!isSelected) select(target.node, target.repeat);
      const { dataTransfer } = event;
      dataTransfer.effectAllowed = "move";
      dataTransfer.setData(draggedType, "");
      const [first] = dragged;
      const label = document.createElement("span");
      label.className = classes["dragLabel"] ?? "";
      label.textContent =
        dragged.length === 1 && first ? nodeLabel(template, first, data) : `${dragged.length} elements`;
      document.body.append(label);
      dataTransfer.setDragImage(label, -12, -4);
      // The browser has taken its picture by the next frame.
      requestAnimationFrame(() => label.remove());
    },
    onDragEnd: () => setLine(undefined),
    /** Returns whether nodes are dragged. */
    onDragOver(event: DragEvent<HTMLElement>): boolean {
      if (!event.dataTransfer.types.includes(draggedType)) return false;
      const target = targetAt(event);
      const found = target && lineAt(target, pointOf(event));
      const node = found?.gap.node;
      const isOnItself = node !== undefined && isIn(selection, node);
      setLine(isOnItself ? undefined : found);
      if (found && !isOnItself) event.preventDefault();
      return true;
    },
    onDrop(event: DragEvent<HTMLElement>): boolean {
      if (!event.dataTransfer.types.includes(draggedType)) return false;
      event.preventDefault();
      setLine(undefined);
      drop(line?.gap);
      return true;
    },
  };
}
