import type { Paper } from "./paper.ts";

/** A factor, where 1 is the paper's actual size, or what of the page fits. At the start, its width does, at most at 100 %. */
export type CanvasZoom = number | "start" | "width" | "page";

/** The space around the sheets, in pixels of the screen. */
export const padding = 24;

const smallest = 0.1;
const largest = 5;

/** The factor of a zoom, for the room that the canvas has. */
export function factorOf(
  zoom: CanvasZoom,
  room: { width: number; height: number },
  paper: Pick<Paper, "width" | "height" | "scale"> | undefined,
): number {
  if (typeof zoom === "number") return zoom;
  if (!paper) return 1;
  const across = (room.width - 2 * padding) / (paper.width * paper.scale);
  const down = (room.height - 2 * padding) / (paper.height * paper.scale);
  const fitting = { start: Math.min(1, across), width: across, page: Math.min(across, down) }[zoom];
  return Math.min(largest, Math.max(smallest, fitting));
}
