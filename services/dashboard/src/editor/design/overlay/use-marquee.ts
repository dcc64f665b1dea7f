import { useEffect, useRef, useState, type PointerEvent, type RefObject } from "react";
import { boxesOf, idOf, type Box } from "../canvas/canvas-nodes.ts";
import { useDesignStore } from "../design-context.ts";
import { outermost, type TemplateNode, wholePart } from "@platen/template-source";
import { touchedNodes } from "./touched-nodes.ts";

/** A shorter way of the pointer, in pixels of the screen, is a click. */
const leastDrag = 5;

type MarqueeOptions = {
  scale: number;
  /** The element that holds the sheets. */
  roll: RefObject<HTMLElement | null>;
};

export type Marquee = {
  /** In pixels of the paper; undefined while none is drawn. */
  area: Box | undefined;
  /** Begins at an empty place, where the button of the mouse goes down. */
  start: (event: PointerEvent<HTMLElement>) => void;
  /** Whether a click ends a marquee, and so selects nothing itself. */
  endsBy: () => boolean;
};

/** Selects the elements that an area touches, which the mouse draws. Shift adds them to the selection. */
export function useMarquee({ scale, roll }: MarqueeOptions): Marquee {
  const { getState, select, selectSeveral } = useDesignStore();
  const [area, setArea] = useState<Box>();
  const drawing = useRef<AbortController>(undefined);
  const hasEnded = useRef(false);
  useEffect(() => () => drawing.current?.abort(), []);

  /** The nodes of the template that an area of the document touches. */
  function nodesIn(within: Box): TemplateNode[] {
    const { frame, layout, document } = getState();
    const { template, ownership } = document;
    if (!frame || !layout) return [];
    const boxes = new Map<number, Box[]>();
    for (const element of frame.document.body.querySelectorAll("[data-platen]")) {
      const id = idOf(element);
      boxes.set(id, [...(boxes.get(id) ?? []), ...boxesOf(element, layout.pitch)]);
    }
    const touched = touchedNodes(template.children, within, ({ id }) => boxes.get(id) ?? []);
    return touched.map((node) => wholePart(node, ownership));
  }

  function selectIn(within: Box, isAdding: boolean): void {
    const { selection, selected } = getState().selecting;
    const all = outermost([...(isAdding ? selection : []), ...nodesIn(within)]);
    const from = (selected && all.includes(selected) ? selected : undefined) ?? all[0];
    if (from) selectSeveral(all, from);
    else select(undefined);
  }

  function start({ button, pointerType, clientX, clientY, shiftKey }: PointerEvent<HTMLElement>): void {
    const { document, textEditing } = getState();
    hasEnded.current = false;
    const origin = roll.current?.getBoundingClientRect();
    if (button !== 0 || pointerType !== "mouse" || !document.mayEdit || textEditing || !origin) return;
    const from = { x: (clientX - origin.left) / scale, y: (clientY - origin.top) / scale };
    const controller = new AbortController();
    const { signal } = controller;
    drawing.current?.abort();
    drawing.current = controller;
    let drawn: Box | undefined;
    const end = () => {
      controller.abort();
      setArea(undefined);
    };

    window.addEventListener(
      "pointermove",
      (event) => {
        const isDrag = Math.hypot(event.clientX - clientX, event.clientY - clientY) >= leastDrag;
        const edge = roll.current?.getBoundingClientRect();
        if (!edge || (!drawn && !isDrag)) return;
        const to = { x: (event.clientX - edge.left) / scale, y: (event.clientY - edge.top) / scale };
        drawn = {
          x: Math.min(from.x, to.x),
          y: Math.min(from.y, to.y),
          width: Math.abs(from.x - to.x),
          height: Math.abs(from.y - to.y),
        };
        setArea(drawn);
      },
      { signal },
    );
    window.addEventListener(
      "pointerup",
      () => {
        end();
        if (!drawn) return;
        hasEnded.current = true;
        selectIn(drawn, shiftKey);
      },
      { signal },
    );
    window.addEventListener("pointercancel", end, { signal });
    window.addEventListener(
      "keydown",
      (event) => {
        if (event.key !== "Escape" || !drawn) return;
        event.preventDefault();
        event.stopPropagation();
        end();
      },
      { signal, capture: true },
    );
  }

  return {
    area,
    start,
    endsBy() {
      const isEnd = hasEnded.current;
      hasEnded.current = false;
      return isEnd;
    },
  };
}
