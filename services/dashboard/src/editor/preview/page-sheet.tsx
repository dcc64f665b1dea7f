import { memo, useLayoutEffect, useRef } from "react";
import type { PageBox } from "./page-layout.ts";
import classes from "./preview-pages.module.css";
import type { Picture } from "./use-shown-preview.ts";

type PageSheetProps = { number: number; count: number; box: PageBox; picture: Picture | undefined };

/** One page: white paper, and its picture once it is drawn. */
export const PageSheet = memo(function PageSheet({ number, count, box, picture }: PageSheetProps) {
  const paper = useRef<HTMLElement>(null);
  const canvas = picture?.canvas;
  // Before the frame is painted, so that replacing a picture does not flicker.
  useLayoutEffect(() => {
    paper.current?.replaceChildren(...(canvas ? [canvas] : []));
  }, [canvas]);
  const { top, width, height } = box;
  return (
    <article
      ref={paper}
      className={classes["page"]}
      aria-label={`Page ${number} of ${count}`}
      style={{ top, width, height, marginLeft: -width / 2 }}
    />
  );
});
