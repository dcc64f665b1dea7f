import { elementsOf, type Box } from "../canvas/canvas-nodes.ts";
import { useDesign, useDesignStore } from "../design-context.ts";
import { type ElementNode, pictureSize, setStyles } from "@platen/template-source";
import classes from "./overlay.module.css";
import { useBorderDrag } from "./use-border-drag.ts";

const pixelsPerMm = 96 / 25.4;
/** In millimetres. */
const narrowest = 3;

/** The steps of the keys that do not move a border to a side. */
const upAndDown = { ArrowUp: 1, ArrowDown: -1 };

/** The corner of a selected picture that sets its size, by dragging or by the arrow keys. The ratio of its sides stays. */
export function PictureHandle({ picture, box, scale }: { picture: ElementNode; box: Box; scale: number }) {
  const { template } = useDesign((state) => state.document);
  const { repeat } = useDesign((state) => state.selecting);
  const frame = useDesign((state) => state.frame);
  const layout = useDesign((state) => state.layout);
  const { act } = useDesignStore();
  const ratio = box.height / box.width;
  const width = box.width / pixelsPerMm;
  const widest = (layout?.paper.width ?? 0) / pixelsPerMm;
  const within = (millimetres: number) => Math.max(narrowest, Math.min(widest, Math.round(millimetres)));
  const millimetres = (pixels: number) => pixels / scale / pixelsPerMm;
  const { by: draggedBy, handlers } = useBorderDrag(millimetres, (by) => setWidth(width + by), upAndDown);
  const shown = draggedBy === undefined ? Math.round(width) : within(width + millimetres(draggedBy));
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
    const done = `Picture ${next} by ${Math.round(next * ratio)} millimetres`;
    act(setStyles(template, picture, size), done, "size of the picture");
  }

  const edge = { left: box.x * scale, top: box.y * scale };
  const size = draggedBy !== undefined ? shown * pixelsPerMm * scale : box.width * scale;
  return (
    <>
      {draggedBy !== undefined ? (
        <div className={classes["resized"]} style={{ ...edge, width: size, height: size * ratio }} />
      ) : null}
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
        {...handlers}
      />
    </>
  );
}
