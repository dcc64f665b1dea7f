import type { StripName } from "@platen/template-source";
import type { CanvasLayout } from "../canvas/canvas-frame.ts";
import type { Box } from "../canvas/canvas-nodes.ts";

/** A header or footer on a page. */
export type StripZone = { strip: StripName; page: number; box: Box };

/** The header or footer at a point of the document. */
export function stripZoneAt({ y }: { y: number }, { paper, pitch, pageCount }: CanvasLayout): StripZone | undefined {
  const page = Math.floor(y / pitch);
  const within = y - page * pitch;
  if (page < 0 || page >= pageCount || within > paper.height) return undefined;
  const { top, bottom } = page === 0 ? paper.firstMargin : paper.margin;
  const box = { x: 0, width: paper.width };
  if (within < top) return { strip: "header", page, box: { ...box, y: page * pitch, height: top } };
  const start = paper.height - bottom;
  return within < start
    ? undefined
    : { strip: "footer", page, box: { ...box, y: page * pitch + start, height: bottom } };
}
