import { useMemo } from "react";
import type { Box } from "../canvas/canvas-nodes.ts";
import { useDesign, useDesignStore } from "../design-context.ts";
import { type ElementNode, placeOf, setColumnWidth } from "@platen/template-source";
import classes from "./overlay.module.css";
import { useBorderDrag } from "./use-border-drag.ts";

const pixelsPerMm = 96 / 25.4;
/** In millimetres. */
const narrowest = 5;

/** The line beside a selected cell that sets the width of its column, by dragging or by the arrow keys. */
export function ColumnHandle({ cell, box, scale }: { cell: ElementNode; box: Box; scale: number }) {
  const { template } = useDesign((state) => state.document);
  const { act } = useDesignStore();
  const place = useMemo(() => placeOf(template, cell), [template, cell]);
  const { by: draggedBy, handlers } = useBorderDrag((pixels) => Math.round(pixels / scale / pixelsPerMm), move);
  if (place?.span !== 1) return null;
  // The right edge of the last column is that of the table, which stays.
  const isAtLeft = place.from > 0 && place.from === place.grid.columnCount - 1;
  const width = Math.round(box.width / pixelsPerMm);

  /** Moves the line by millimetres to the right. */
  function move(by: number): void {
    const next = Math.max(narrowest, width + (isAtLeft ? -by : by));
    if (!place || next === width) return;
    act(setColumnWidth(template, place, `${next}mm`), `Column ${next} millimetres wide`, "width of the column");
  }

  return (
    /* oxlint-disable jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- a separator with a value is a widget, and no element of HTML has its role */
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label="Edge of the column"
      aria-valuenow={width}
      aria-valuemin={narrowest}
      aria-valuetext={`${width} millimetres`}
      className={classes["columnHandle"]}
      data-dragged={draggedBy === undefined ? undefined : true}
      style={{
        left: (isAtLeft ? box.x : box.x + box.width) * scale + (draggedBy ?? 0),
        top: box.y * scale,
        height: box.height * scale,
      }}
      {...handlers}
    />
    /* oxlint-enable jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role */
  );
}
