import { variableElement } from "@platen/template-source";
import type { SelectedText } from "./text-selection.ts";

/** The bubble's height with the gap to the selected text, and its greatest width, in pixels of the screen. */
export const bubbleRoom = { gap: 8, height: 48, width: 330 };

/** The sheets on the screen: their scale, their width, and from where to where they are in view. */
type SheetView = { scale: number; width: number; from: number; to: number };

/** Where the bubble begins from the left, in pixels of the screen. */
export function bubbleLeft(
  { left }: SelectedText["box"],
  { scale, width }: Pick<SheetView, "scale" | "width">,
): number {
  return Math.max(0, Math.min(left * scale, width - bubbleRoom.width));
}

/** The distances of the points that are looked at, in pixels of the screen: no line of text is between them. */
const across = 24;
const down = 12;

/**
 * Whether the bubble stands above the selected text: where it has room, and covers less of the document than below.
 * `isTakenAt` takes pixels of the frame.
 */
export function isBubbleAbove(
  box: SelectedText["box"],
  view: SheetView,
  isTakenAt: (x: number, y: number) => boolean,
): boolean {
  const { scale, from, to } = view;
  const [top, bottom] = [box.top * scale, box.bottom * scale];
  if (top - from <= bubbleRoom.height) return false;
  if (to - bottom <= bubbleRoom.height) return true;
  const left = bubbleLeft(box, view);
  const takenBelow = (start: number): number => {
    let taken = 0;
    for (let y = start + down / 2; y < start + bubbleRoom.height - bubbleRoom.gap; y += down)
      for (let x = left + across / 2; x < left + bubbleRoom.width; x += across)
        if (isTakenAt(x / scale, y / scale)) taken += 1;
    return taken;
  };
  return takenBelow(top - bubbleRoom.height) <= takenBelow(bottom + bubbleRoom.gap);
}

/** Whether a place of the document shows a letter, a field or a picture. */
export function isTaken(document: Document, x: number, y: number): boolean {
  // Not in the windows of tests, which have no layout.
  const element = document.elementFromPoint?.(x, y);
  if (!element) return false;
  if (element.matches(`img, svg, svg *, ${variableElement}`)) return true;
  return [...element.childNodes].some((node) => {
    if (node.nodeType !== Node.TEXT_NODE) return false;
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()].some(
      ({ left, right, top, bottom }) => left <= x && x <= right && top <= y && y <= bottom,
    );
  });
}
