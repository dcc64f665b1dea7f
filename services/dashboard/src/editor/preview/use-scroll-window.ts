import { useEffect, useState, type RefObject } from "react";
import { pageAt, pagesBetween, type PageLayout } from "./page-layout.ts";

export type Room = { width: number; height: number };

/** The size of what is seen of an element's content, without its scroll bar. */
export function useRoom(element: RefObject<HTMLElement | null>): Room | undefined {
  const [room, setRoom] = useState<Room>();
  useEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = current;
      setRoom((known) => (known?.width === width && known.height === height ? known : { width, height }));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    measure();
    return () => observer.disconnect();
  }, [element]);
  return room;
}

export type ScrollWindow = {
  /** Indexes of the pages that are seen or within a screen of it, those in the middle first. */
  near: readonly number[];
  /** Number of the page that takes the middle of what is seen. */
  pageNumber: number;
};

function windowOf(scrollTop: number, { height }: Room, layout: PageLayout): ScrollWindow {
  const near = pagesBetween(layout, scrollTop - height, scrollTop + 2 * height);
  return { near, pageNumber: pageAt(layout, scrollTop + height / 2) + 1 };
}

/** Which pages are in reach, as an element is scrolled and its pages change. */
export function useScrollWindow(
  element: RefObject<HTMLElement | null>,
  layout: PageLayout | undefined,
  room: Room | undefined,
): ScrollWindow | undefined {
  const [scrolled, setScrolled] = useState<ScrollWindow>();
  useEffect(() => {
    const { current } = element;
    if (!current || !layout || !room) return undefined;
    const look = () => {
      const next = windowOf(current.scrollTop, room, layout);
      setScrolled((known) =>
        known?.pageNumber === next.pageNumber && known.near.join() === next.near.join() ? known : next,
      );
    };
    look();
    current.addEventListener("scroll", look, { passive: true });
    return () => current.removeEventListener("scroll", look);
  }, [element, layout, room]);
  return scrolled;
}
