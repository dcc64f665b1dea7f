import { useEffect, useRef, useState, type CSSProperties } from "react";
import { drawPage } from "../../pdf/draw-page.ts";
import type { PdfDocument } from "../../pdf/open-pdf.ts";
import { useHasBeenNear } from "../../ui/use-has-been-near.ts";
import classes from "./page-picture.module.css";

type PagePictureProps = {
  document: PdfDocument;
  /** The number of the page, from 1. */
  number: number;
  label: string;
};

/** A page of a PDF in full width, drawn when it comes near the visible area. */
export function PagePicture({ document, number, label }: PagePictureProps) {
  const frame = useRef<HTMLDivElement>(null);
  const isWanted = useHasBeenNear(frame);
  const [ratio, setRatio] = useState<number>();
  const [isDrawn, setIsDrawn] = useState(false);
  const [isFailed, setIsFailed] = useState(false);

  useEffect(() => {
    if (!isWanted) return undefined;
    const controller = new AbortController();
    async function draw(): Promise<void> {
      const page = await document.page(number);
      setRatio(page.width / page.height);
      const width = frame.current?.clientWidth ?? 0;
      const canvas = await drawPage(page, { width: Math.max(width, 1), signal: controller.signal });
      canvas.className = classes["canvas"] ?? "";
      canvas.role = "img";
      canvas.ariaLabel = label;
      frame.current?.replaceChildren(canvas);
      setIsDrawn(true);
    }
    draw().catch(() => {
      if (!controller.signal.aborted) setIsFailed(true);
    });
    return () => controller.abort();
  }, [document, number, label, isWanted]);

  // React's type does not know the variables of our stylesheet.
  const style = ratio === undefined ? undefined : ({ "--ratio": ratio } as CSSProperties);
  if (isFailed) return <div className={classes["failed"]}>This browser cannot show {label}.</div>;
  return <div ref={frame} className={classes["frame"]} data-state={isDrawn ? "drawn" : "waiting"} style={style} />;
}
