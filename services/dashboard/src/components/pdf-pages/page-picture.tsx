import { useEffect, useRef, useState, type CSSProperties } from "react";
import { drawPage } from "../../pdf/draw-page.ts";
import type { PdfDocument } from "../../pdf/open-pdf.ts";
import { useHasBeenNear } from "../../ui/use-has-been-near.ts";
import classes from "./page-picture.module.css";

type PagePictureProps = {
  document: PdfDocument;
  /** Which page, from 1. */
  number: number;
  label: string;
};

/** A page of a PDF, as wide as there is room, drawn when it comes near what is seen. */
export function PagePicture({ document, number, label }: PagePictureProps) {
  const frame = useRef<HTMLDivElement>(null);
  const isWanted = useHasBeenNear(frame);
  const [ratio, setRatio] = useState<number>();
  const [isFailed, setIsFailed] = useState(false);

  useEffect(() => {
    if (!isWanted) return undefined;
    const stop = new AbortController();
    async function draw(): Promise<void> {
      const page = await document.page(number);
      setRatio(page.width / page.height);
      const width = frame.current?.clientWidth ?? 0;
      const canvas = await drawPage(page, { width: Math.max(width, 1), signal: stop.signal });
      canvas.className = classes["canvas"] ?? "";
      canvas.role = "img";
      canvas.ariaLabel = label;
      frame.current?.replaceChildren(canvas);
    }
    draw().catch(() => {
      if (!stop.signal.aborted) setIsFailed(true);
    });
    return () => stop.abort();
  }, [document, number, label, isWanted]);

  // A variable of its own stylesheet, which React's type does not know.
  const style = ratio === undefined ? undefined : ({ "--ratio": ratio } as CSSProperties);
  if (isFailed) return <div className={classes["failed"]}>{label} could not be drawn.</div>;
  return <div ref={frame} className={classes["frame"]} style={style} />;
}
