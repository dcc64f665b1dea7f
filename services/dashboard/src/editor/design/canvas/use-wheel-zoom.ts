import { useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject } from "react";
import { zoomByWheel } from "../../preview/zoom.ts";

type WheelZoomOptions = {
  scroller: RefObject<HTMLElement | null>;
  /** The element of all sheets, which has the frame at its start. */
  roll: RefObject<HTMLElement | null>;
  /** The document in the frame, which takes the wheel while its text is edited. */
  inside: Document | undefined;
  /** From pixels of the paper to those of the screen. */
  scale: number;
  factor: number;
  onZoom: (factor: number) => void;
};

/** A place on the paper, in its pixels, and where it is in the window. */
type Held = { x: number; y: number; left: number; top: number };

/** Zooms by the wheel with Control, as two fingers do too. The place under the pointer stays there. */
export function useWheelZoom({ scroller, roll, inside, scale, factor, onZoom }: WheelZoomOptions): void {
  const held = useRef<Held>(undefined);
  const zoomAt = useEffectEvent((event: WheelEvent, isInside: boolean) => {
    const box = roll.current?.getBoundingClientRect();
    if (!(event.ctrlKey || event.metaKey) || !box) return;
    event.preventDefault();
    const { clientX, clientY } = event;
    held.current = isInside
      ? { x: clientX, y: clientY, left: box.left + clientX * scale, top: box.top + clientY * scale }
      : { x: (clientX - box.left) / scale, y: (clientY - box.top) / scale, left: clientX, top: clientY };
    onZoom(zoomByWheel(factor, event.deltaY));
  });
  useEffect(() => {
    const { current } = scroller;
    const onWheel = (event: WheelEvent) => zoomAt(event, false);
    const onWheelInside = (event: WheelEvent) => zoomAt(event, true);
    // Without React, whose passive listeners cannot prevent the browser from zooming the whole page.
    current?.addEventListener("wheel", onWheel, { passive: false });
    inside?.addEventListener("wheel", onWheelInside, { passive: false });
    return () => {
      current?.removeEventListener("wheel", onWheel);
      inside?.removeEventListener("wheel", onWheelInside);
    };
  }, [scroller, inside]);
  useLayoutEffect(() => {
    const { current: at } = held;
    held.current = undefined;
    const box = roll.current?.getBoundingClientRect();
    if (at && box) scroller.current?.scrollBy(box.left + at.x * scale - at.left, box.top + at.y * scale - at.top);
  }, [scroller, roll, scale]);
}
