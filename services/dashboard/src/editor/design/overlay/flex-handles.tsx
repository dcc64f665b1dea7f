import { boxesOf } from "../canvas/canvas-nodes.ts";
import { leastShare, moveBorder } from "@platen/template-source";
import type { FlexRow } from "../use-flex-row.ts";
import classes from "./overlay.module.css";
import { useBorderDrag } from "./use-border-drag.ts";

type FlexHandlesProps = { row: FlexRow; pitch: number; scale: number };

/** The lines between the columns of a selected block. Dragging and the arrow keys set the widths of both columns beside. */
export function FlexHandles({ row, pitch, scale }: FlexHandlesProps) {
  const boxes = row.shown.map((column) => boxesOf(column, pitch)[0]);
  return boxes.slice(1).map((right, index) => {
    const left = boxes[index];
    if (!left || !right) return null;
    return (
      <Handle
        key={index}
        row={row}
        index={index}
        at={{
          x: (left.x + left.width + right.x) / 2,
          y: Math.min(left.y, right.y),
          height: Math.max(left.height, right.height),
        }}
        pixels={boxes.reduce((sum, box) => sum + (box?.width ?? 0), 0)}
        scale={scale}
      />
    );
  });
}

type HandleProps = {
  row: FlexRow;
  /** Of the column on the left. */
  index: number;
  at: { x: number; y: number; height: number };
  /** The width of all columns. */
  pixels: number;
  scale: number;
};

function Handle({ row: { shares, setShares }, index, at, pixels, scale }: HandleProps) {
  const percent = (by: number) => Math.round((by / scale / pixels) * 100);
  const { by: draggedBy, handlers } = useBorderDrag(percent, move);
  const isDragged = draggedBy !== undefined;
  const shown = isDragged ? moveBorder(shares, index, percent(draggedBy)) : shares;

  function move(by: number): void {
    const next = moveBorder(shares, index, by);
    if (next.some((share, column) => share !== shares[column])) setShares(next);
  }

  const [left = 0, right = 0] = [shown[index], shown[index + 1]];
  const x = at.x * scale + (draggedBy ?? 0);
  return (
    /* oxlint-disable jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- a separator with a value is a widget, and no element of HTML has its role */
    <>
      {isDragged ? (
        <span className={classes["size"]} aria-hidden style={{ left: x + 6, top: at.y * scale }}>
          {left} % · {right} %
        </span>
      ) : null}
      <div
        role="separator"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={`Border between the columns ${index + 1} and ${index + 2}`}
        aria-valuenow={left}
        aria-valuemin={leastShare}
        aria-valuemax={left + right - leastShare}
        aria-valuetext={`${left} and ${right} percent`}
        className={classes["columnHandle"]}
        data-dragged={isDragged ? true : undefined}
        style={{ left: x, top: at.y * scale, height: at.height * scale }}
        {...handlers}
      />
    </>
    /* oxlint-enable jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role */
  );
}
