import { useCallback, useEffect, useRef, useState, type RefObject } from "react";
import { flushSync } from "react-dom";
import { drawPage } from "../../pdf/draw-page.ts";
import type { Preview } from "./ask-preview.ts";
import { noteSpan } from "./measure-span.ts";
import { layOutPages, pagesBetween, type PageBox } from "./page-layout.ts";

/** A page as it was drawn, of which preview and how wide. */
export type Picture = { canvas: HTMLCanvasElement; preview: Preview; width: number; pixelRatio: number };

/** What is on screen: a preview, and pictures by the page's index, some of which may still be of the one before. */
export type Shown = { preview: Preview; pictures: ReadonlyMap<number, Picture> };

/** Lets what is seen come first, and a zoom or a divider that is being dragged come to rest. */
const restMs = 50;

async function draw(preview: Preview, index: number, { width }: PageBox, signal: AbortSignal): Promise<Picture> {
  const page = preview.pages[index];
  if (!page) throw new Error(`the document has no page ${index + 1}`);
  const pixelRatio = window.devicePixelRatio;
  return { canvas: await drawPage(page, { width, signal }), preview, width, pixelRatio };
}

function isCurrent(picture: Picture | undefined, preview: Preview, { width }: PageBox): boolean {
  return picture?.preview === preview && picture.width === width && picture.pixelRatio === window.devicePixelRatio;
}

type Options = {
  scroller: RefObject<HTMLElement | null>;
  /** The newest preview; from now on its document is closed here when it is replaced. */
  preview: Preview | undefined;
  scaleOf: (preview: Preview) => number;
  onFailure: (preview: Preview, error: unknown) => void;
};

/**
 * Shows previews one after the other without a gap between them: what is seen of the next is drawn first and then takes
 * the place of the one before in one frame. `drawNear` draws the pages around, and again what has changed its size.
 */
export function useShownPreview({ scroller, preview, scaleOf, onFailure }: Options) {
  const [shown, setShown] = useState<Shown>();
  const latest = useRef({ shown, scaleOf, onFailure });
  useEffect(() => {
    latest.current = { shown, scaleOf, onFailure };
  });

  useEffect(() => {
    if (!preview) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    let isShown = false;
    const show = async () => {
      const startedAt = performance.now();
      const { scrollTop = 0, clientHeight = 0 } = scroller.current ?? {};
      const layout = layOutPages(preview.pages, latest.current.scaleOf(preview));
      const pictures = new Map(latest.current.shown?.pictures);
      for (const index of pagesBetween(layout, scrollTop, scrollTop + clientHeight)) {
        const box = layout.boxes[index];
        if (box) pictures.set(index, await draw(preview, index, box, signal));
      }
      signal.throwIfAborted();
      isShown = true;
      const before = latest.current.shown;
      flushSync(() => setShown({ preview, pictures }));
      noteSpan("preview: draw", startedAt);
      requestAnimationFrame(() => noteSpan("preview: shown", startedAt));
      await before?.preview.document.close();
    };
    show().catch((error: unknown) => {
      if (!signal.aborted) latest.current.onFailure(preview, error);
    });
    return () => {
      leaving.abort();
      if (!isShown) void preview.document.close();
    };
  }, [preview, scroller]);

  useEffect(() => () => void latest.current.shown?.preview.document.close(), []);

  const drawNear = useCallback((boxes: readonly PageBox[], near: readonly number[], signal: AbortSignal) => {
    const drawAll = async () => {
      for (const index of near) {
        const { shown: now, onFailure: fail } = latest.current;
        const box = boxes[index];
        if (signal.aborted || !now || !box) return;
        if (isCurrent(now.pictures.get(index), now.preview, box)) continue;
        try {
          const picture = await draw(now.preview, index, box, signal);
          setShown((before) => {
            if (before?.preview !== now.preview) return before;
            // Pages that are far away give their memory back.
            const kept = [...before.pictures].filter(([other]) => near.includes(other));
            return { preview: before.preview, pictures: new Map([...kept, [index, picture]]) };
          });
        } catch (error) {
          if (!signal.aborted) fail(now.preview, error);
          return;
        }
      }
    };
    const timer = setTimeout(() => void drawAll(), restMs);
    signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
  }, []);

  return { shown, drawNear };
}
