import { useState } from "react";

/** A factor, where 1 is the paper's actual size, or the width of the view. */
export type Zoom = number | "fit";

const smallest = 0.1;
const largest = 5;
const steps = [smallest, 0.25, 0.33, 0.5, 0.67, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, largest];

/** The next step up or down from any factor. */
export function zoomStep(from: number, direction: 1 | -1): number {
  // A factor within 1 % of a step counts as that step.
  return direction === 1
    ? (steps.find((step) => step > from * 1.01) ?? largest)
    : (steps.findLast((step) => step < from * 0.99) ?? smallest);
}

/** The factor after a turn of the wheel: each notch changes it by the same ratio. */
export function zoomByWheel(from: number, deltaY: number): number {
  return Math.min(Math.max(from * Math.exp(-deltaY / 500), smallest), largest);
}

const storageKey = "platen.preview.zoom";

function readZoom(): Zoom {
  const factor = Number(localStorage.getItem(storageKey) ?? Number.NaN);
  return factor >= smallest && factor <= largest ? factor : "fit";
}

/** The zoom, which the browser remembers. */
export function useZoom(): [Zoom, (zoom: Zoom) => void] {
  const [zoom, setZoom] = useState(readZoom);
  const change = (next: Zoom) => {
    localStorage.setItem(storageKey, String(next));
    setZoom(next);
  };
  return [zoom, change];
}
