import { useEffect, useEffectEvent, useLayoutEffect, useRef, type KeyboardEvent, type RefObject } from "react";
import { sameHeight, type PageLayout } from "./page-layout.ts";
import { PageSheet } from "./page-sheet.tsx";
import classes from "./preview-pages.module.css";
import type { Shown } from "./use-shown-preview.ts";

type PreviewPagesProps = {
  scroller: RefObject<HTMLDivElement | null>;
  label: string;
  shown: Shown | undefined;
  layout: PageLayout | undefined;
  isBusy: boolean;
  isOutdated: boolean;
  onZoomStep: (direction: 1 | -1) => void;
  onZoomFit: () => void;
  onZoomWheel: (deltaY: number) => void;
};

/** Keeps the content under the pointer, or in the middle, in place when pages change their size. */
function useSteadyScroll(scroller: RefObject<HTMLElement | null>, layout: PageLayout | undefined) {
  const before = useRef<PageLayout>(undefined);
  const pointer = useRef<{ x: number; y: number }>(undefined);
  useLayoutEffect(() => {
    const { current } = scroller;
    const last = before.current;
    before.current = layout;
    if (!current || !layout || !last || last.scale === layout.scale) return;
    const { x, y } = pointer.current ?? { x: current.clientWidth / 2, y: current.clientHeight / 2 };
    pointer.current = undefined;
    const { scrollTop, scrollLeft } = current;
    current.scrollTo({
      top: sameHeight(last, layout, scrollTop, y),
      left: ((scrollLeft + x) * layout.width) / last.width - x,
    });
  }, [scroller, layout]);
  return pointer;
}

/** The pages of a document, one below the other, to scroll and zoom. */
export function PreviewPages(props: PreviewPagesProps) {
  const { scroller, label, shown, layout, isBusy, isOutdated, onZoomStep, onZoomFit, onZoomWheel } = props;
  const pointer = useSteadyScroll(scroller, layout);
  const zoomByWheel = useEffectEvent(onZoomWheel);
  useEffect(() => {
    const { current } = scroller;
    if (!current) return undefined;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      const { left, top } = current.getBoundingClientRect();
      pointer.current = { x: event.clientX - left, y: event.clientY - top };
      zoomByWheel(event.deltaY);
    };
    // Without React, whose passive listeners cannot prevent the browser from zooming the whole page.
    current.addEventListener("wheel", onWheel, { passive: false });
    return () => current.removeEventListener("wheel", onWheel);
  }, [scroller, pointer]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "+" || event.key === "=") onZoomStep(1);
    else if (event.key === "-") onZoomStep(-1);
    else if (event.key === "0") onZoomFit();
    else return;
    event.preventDefault();
  };

  return (
    // Focusable, so that the browser handles PageUp, PageDown, Home and End.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={scroller}
      className={classes["scroller"]}
      role="document"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={label}
      aria-busy={isBusy}
      data-outdated={isOutdated || undefined}
      onKeyDown={onKeyDown}
    >
      {shown && layout ? (
        <div className={classes["pages"]} style={{ minWidth: layout.width, height: layout.height }}>
          {layout.boxes.map((box, index) => (
            // A page has no identity but its number.
            // oxlint-disable-next-line react/no-array-index-key
            <PageSheet
              key={index}
              number={index + 1}
              count={layout.boxes.length}
              box={box}
              picture={shown.pictures.get(index)}
            />
          ))}
        </div>
      ) : null}
    </div>
  );
}
