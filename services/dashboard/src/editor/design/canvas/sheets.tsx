import type { CanvasLayout } from "./canvas-frame.ts";
import classes from "./canvas.module.css";

/** The sheets of paper under the document, with their numbers. */
export function Sheets({ layout, scale }: { layout: CanvasLayout; scale: number }) {
  return Array.from({ length: layout.pageCount }, (_, index) => (
    <div
      key={index}
      className={classes["sheet"]}
      style={{
        top: index * layout.pitch * scale,
        height: layout.paper.height * scale,
        background: layout.background,
      }}
    >
      <span className={classes["number"]}>
        {index + 1} / {layout.pageCount}
      </span>
    </div>
  ));
}
