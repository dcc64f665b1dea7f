import type { CanvasLayout } from "./canvas-frame.ts";
import type { Sides } from "./paper.ts";
import classes from "./canvas.module.css";

/** The sheets of paper under the document, with their numbers. */
export function Sheets({ layout, scale }: { layout: CanvasLayout; scale: number }) {
  const lengths = (values: Sides, of: (value: number, side: keyof Sides) => number) =>
    (["top", "right", "bottom", "left"] as const).map((side) => `${of(values[side], side) * scale}px`).join(" ");
  const { paper, look } = layout;
  return Array.from({ length: layout.pageCount }, (_, index) => (
    <div
      key={index}
      className={classes["sheet"]}
      data-sheet
      style={{ top: index * layout.pitch * scale, height: paper.height * scale, background: look.page }}
    >
      <div
        className={classes["area"]}
        style={{
          inset: lengths(index === 0 ? paper.firstMargin : paper.margin, (margin, side) => margin - paper.border[side]),
          borderWidth: lengths(paper.border, (width) => width),
          borderStyle: look.borderStyle,
          borderColor: look.borderColor,
          background: look.area,
        }}
      />
      <span className={classes["number"]}>
        {index + 1} / {layout.pageCount}
      </span>
    </div>
  ));
}
