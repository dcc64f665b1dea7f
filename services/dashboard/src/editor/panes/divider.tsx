import { useState, type KeyboardEvent, type PointerEvent } from "react";
import classes from "./divider.module.css";

type DividerProps = {
  /** Between which views it is: "Code and Preview". */
  name: string;
  /** How much of the width of both the view before it has, from 0 to 1. */
  part: number;
  onMove: (part: number) => void;
};

const keyStep = 0.04;

/** The border between two views: dragged, moved by the arrow keys, or put in the middle by a double click. */
export function Divider({ name, part, onMove }: DividerProps) {
  const [isDragged, setIsDragged] = useState(false);

  function drag({ currentTarget, clientX }: PointerEvent): void {
    const before = currentTarget.previousElementSibling?.getBoundingClientRect();
    const after = currentTarget.nextElementSibling?.getBoundingClientRect();
    if (before && after) onMove((clientX - before.left) / (after.right - before.left));
  }

  function moveByKey(event: KeyboardEvent): void {
    const places: Readonly<Record<string, number>> = {
      ArrowLeft: part - keyStep,
      ArrowRight: part + keyStep,
      Home: 0,
      End: 1,
      Enter: 0.5,
    };
    const place = places[event.key];
    if (place === undefined) return;
    event.preventDefault();
    onMove(place);
  }

  return (
    /* oxlint-disable jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- a separator
       that has a value can be moved, so it is a control */
    <div
      className={classes["divider"]}
      role="separator"
      tabIndex={0}
      aria-label={`Width of ${name}`}
      aria-orientation="vertical"
      aria-valuenow={Math.round(part * 100)}
      aria-valuemin={20}
      aria-valuemax={80}
      data-dragged={isDragged || undefined}
      onPointerDown={(event) => {
        // Also beyond the border, and over frames with documents of their own.
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
