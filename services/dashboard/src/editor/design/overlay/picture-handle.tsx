import { useState, type KeyboardEvent, type PointerEvent } from "react";
import { elementsOf, type Box } from "../canvas/canvas-nodes.ts";
import { useDesign, useDesignStore } from "../design-context.ts";
import { type ElementNode, pictureSize, setStyles } from "@platen/template-source";
import classes from "./overlay.module.css";

const pixelsPerMm = 96 / 25.4;
/** In millimetres. */
const narrowest = 3;

/** The corner of a selected picture that sets its size, by dragging or by the arrow keys. The ratio of its sides stays. */
export function PictureHandle({ picture, box, scale }: { picture: ElementNode; box: Box; scale: number }) {
  const { template } = useDesign((state) => state.document);
  const { repeat } = useDesign((state) => state.selecting);
  const frame = useDesign((state) => state.frame);
  const layout = useDesign((state) => state.layout);
  const { apply, announce } = useDesignStore();
  const [drag, setDrag] = useState<{ from: number; by: number }>();
  const ratio = box.height / box.width;
  const width = box.width / pixelsPerMm;
  const widest = (layout?.paper.width ?? 0) / pixelsPerMm;
  const within = (millimetres: number) => Math.max(narrowest, Math.min(widest, Math.round(millimetres)));
  const draggedTo = (pixels: number) => within(width + pixels / scale / pixelsPerMm);
  const shown = drag ? draggedTo(drag.by) : Math.round(width);
  const label = `${shown} × ${Math.round(shown * ratio)} mm`;

  /** Whether a stylesheet gives the picture a height of its own. */
  function hasOwnHeight(): boolean {
    const element = frame && elementsOf(frame.document, picture.id)[repeat];
    return element?.computedStyleMap().get("height")?.toString() !== "auto";
  }

  function setWidth(millimetres: number): void {
    const next = within(millimetres);
    if (next === Math.round(width)) return;
    const size = pictureSize(template, picture, { width: next, ratio, hasOwnHeight: hasOwnHeight() });
    if (apply(setStyles(template, picture, size), "size of the picture")) {
      announce(`Picture ${next} by ${Math.round(next * ratio)} millimetres`);
    }
  }

  function onKeyDown(event: KeyboardEvent): void {
    const direction = ["ArrowRight", "ArrowUp"].includes(event.key)
      ? 1
      : ["ArrowLeft", "ArrowDown"].includes(event.key)
        ? -1
        : 0;
    if (direction === 0) return;
    event.preventDefault();
    setWidth(Math.round(width) + direction * (event.shiftKey ? 10 : 1));
  }

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ from: event.clientX, by: 0 });
  }

  // By its own place: the last moves may not be drawn yet.
  function onPointerUp({ clientX }: PointerEvent): void {
    if (drag) setWidth(draggedTo(clientX - drag.from));
    setDrag(undefined);
  }

  const edge = { left: box.x * scale, top: box.y * scale };
  const size = drag ? shown * pixelsPerMm * scale : box.width * scale;
  return (
    <>
      {drag ? <div className={classes["resized"]} style={{ ...edge, width: size, height: size * ratio }} /> : null}
      <span className={classes["size"]} aria-hidden style={{ left: edge.left, top: edge.top + size * ratio }}>
        {label}
      </span>
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an input cannot stand at a corner of the page.
        role="slider"
        tabIndex={0}
        aria-label="Width of the picture"
        aria-valuenow={shown}
        aria-valuemin={narrowest}
        aria-valuemax={Math.round(widest)}
        aria-valuetext={`${shown} by ${Math.round(shown * ratio)} millimetres`}
        className={classes["pictureHandle"]}
        style={{ left: edge.left + size, top: edge.top + size * ratio }}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onPointerMove={({ clientX }) => setDrag(drag && { ...drag, by: clientX - drag.from })}
        onPointerUp={onPointerUp}
        onPointerCancel={() => setDrag(undefined)}
      />
    </>
  );
}
