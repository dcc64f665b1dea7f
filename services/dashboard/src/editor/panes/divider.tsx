import { useState, type KeyboardEvent, type PointerEvent } from "react";
import classes from "./divider.module.css";

type DividerProps = {
  /** The two views that it separates: "Code and Preview". */
  name: string;
  /** The first view's share of the width of both, from 0 to 1. */
  share: number;
  /** The least that this share can be. */
  least?: number | undefined;
  onMove: (share: number) => void;
};

const keyStep = 0.04;

/** The border between two views. Dragging or the arrow keys move it; a double click centres it. */
export function Divider({ name, share, least = 0.2, onMove }: DividerProps) {
  const [isDragged, setIsDragged] = useState(false);

  function drag({ currentTarget, clientX }: PointerEvent): void {
    const before = currentTarget.previousElementSibling?.getBoundingClientRect();
    const after = currentTarget.nextElementSibling?.getBoundingClientRect();
    if (before && after) onMove((clientX - before.left) / (after.right - before.left));
  }

  function moveByKey(event: KeyboardEvent): void {
    const shares: Readonly<Record<string, number>> = {
      ArrowLeft: share - keyStep,
      ArrowRight: share + keyStep,
      Home: 0,
      End: 1,
      Enter: 0.5,
    };
    const next = shares[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onMove(next);
  }

  return (
    /* oxlint-disable jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- a separator
       with a value can be moved, so it is a control */
    <div
      className={classes["divider"]}
      role="separator"
      tabIndex={0}
      aria-label={`Width of ${name}`}
      aria-orientation="vertical"
      aria-valuenow={Math.round(share * 100)}
      aria-valuemin={least * 100}
      aria-valuemax={80}
      data-dragged={isDragged || undefined}
      onPointerDown={(event) => {
        // Keeps the pointer beyond the border, and over frames with documents of their own.
        event.currentTarget.setPointerCapture(event.pointerId);
        setIsDragged(true);
      }}
      onPointerMove={(event) => {
        if (isDragged) drag(event);
      }}
      onLostPointerCapture={() => setIsDragged(false)}
      onDoubleClick={() => onMove(0.5)}
      onKeyDown={moveByKey}
    />
  );
}
