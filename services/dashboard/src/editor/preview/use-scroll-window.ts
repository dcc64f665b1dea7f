import { useEffect, useLayoutEffect, useState, type RefObject } from "react";
import { pageAt, pagesBetween, type PageLayout } from "./page-layout.ts";

export type ClientSize = { width: number; height: number };

/** The inner size of an element, without its scroll bar. */
export function useClientSize(element: RefObject<HTMLElement | null>): ClientSize | undefined {
  const [size, setSize] = useState<ClientSize>();
  // Before the browser paints, so that nothing is shown for another size.
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = current;
      setSize((known) => (known?.width === width && known.height === height ? known : { width, height }));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    measure();
    return () => observer.disconnect();
  }, [element]);
  return size;
}

export type ScrollWindow = {
  /** The indexes of the visible pages and of those one screen away, starting in the middle. */
  near: readonly number[];
  /** The number of the page in the middle of the screen. */
  pageNumber: number;
};

function windowOf(scrollTop: number, { height }: ClientSize, layout: PageLayout): ScrollWindow {
  const near = pagesBetween(layout, scrollTop - height, scrollTop + 2 * height);
  return { near, pageNumber: pageAt(layout, scrollTop + height / 2) + 1 };
}

/** The pages near the visible part of a scrolled element. */
export function useScrollWindow(
  element: RefObject<HTMLElement | null>,
  layout: PageLayout | undefined,
  size: ClientSize | undefined,
): ScrollWindow | undefined {
  const [scrolled, setScrolled] = useState<ScrollWindow>();
  useEffect(() => {
    const { current } = element;
    if (!current || !layout || !size) return undefined;
    const update = () => {
      const next = windowOf(current.scrollTop, size, layout);
      setScrolled((known) =>
        known?.pageNumber === next.pageNumber && known.near.join() === next.near.join() ? known : next,
      );
    };
    update();
    current.addEventListener("scroll", update, { passive: true });
    return () => current.removeEventListener("scroll", update);
  }, [element, layout, size]);
  return scrolled;
}
