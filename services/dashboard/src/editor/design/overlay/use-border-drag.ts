import { useState, type KeyboardEvent, type PointerEvent } from "react";

/**
 * Moves a vertical border by dragging and by the arrow keys, ten units at a time with Shift. `unitsOf` turns pixels of the
 * screen into the units that `move` takes. `by` is how many pixels the border is dragged now. `otherKeys` move it by their
 * numbers.
 */
export function useBorderDrag(
  unitsOf: (pixels: number) => number,
  move: (by: number) => void,
  otherKeys: Readonly<Record<string, number>> = {},
) {
  const [drag, setDrag] = useState<{ from: number; by: number }>();

  function onKeyDown(event: KeyboardEvent): void {
    const step = new Map(Object.entries({ ArrowLeft: -1, ArrowRight: 1, ...otherKeys })).get(event.key);
    if (step === undefined) return;
    event.preventDefault();
    move(event.shiftKey ? 10 * step : step);
  }

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ from: event.clientX, by: 0 });
  }

  function onPointerMove({ clientX }: PointerEvent): void {
    setDrag(drag && { ...drag, by: clientX - drag.from });
  }

  // By its own place: the last moves may not be drawn yet.
  function onPointerUp({ clientX }: PointerEvent): void {
    if (drag) move(unitsOf(clientX - drag.from));
    setDrag(undefined);
  }

  const onPointerCancel = () => setDrag(undefined);
  return { by: drag?.by, handlers: { onKeyDown, onPointerDown, onPointerMove, onPointerUp, onPointerCancel } };
}
