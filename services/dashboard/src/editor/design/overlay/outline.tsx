import type { Box } from "../canvas/canvas-nodes.ts";
import classes from "./overlay.module.css";

type OutlineProps = {
  kind: "hovered" | "selected" | "edited";
  boxes: readonly Box[];
  scale: number;
};

/** The outline of a node: one box for each page. */
export function Outline({ kind, boxes, scale }: OutlineProps) {
  return boxes.map(({ x, y, width, height }, index) => (
    <div
      key={index}
      className={classes["outline"]}
      data-kind={kind}
      style={{ left: x * scale, top: y * scale, width: width * scale, height: height * scale }}
    />
  ));
}
