import { useCallback, useEffect, useRef, useState, type RefObject } from "react";
import { flushSync } from "react-dom";
import { drawPage } from "../../pdf/draw-page.ts";
import type { Preview } from "./request-preview.ts";
import { measureSpan } from "./measure-span.ts";
import { layOutPages, pagesBetween, type PageBox } from "./page-layout.ts";

/** The picture of a page, with the preview and the width that it was drawn for. */
export type Picture = { canvas: HTMLCanvasElement; preview: Preview; width: number; pixelRatio: number };

/** The preview on screen. Its pictures, by page index, may still show pages of the preview before. */
export type Shown = { preview: Preview; pictures: ReadonlyMap<number, Picture> };

/** Pages off screen wait until visible pages are drawn and a zoom or a dragged divider has stopped. */
const settleMs = 50;

async function draw(preview: Preview, index: number, { width }: PageBox, signal: AbortSignal): Promise<Picture> {
  const page = preview.pages[index];
  if (!page) throw new Error(`The document has no page ${index + 1}.`);
  const pixelRatio = window.devicePixelRatio;
  return { canvas: await drawPage(page, { width, signal }), preview, width, pixelRatio };
}

function isCurrent(picture: Picture | undefined, preview: Preview, { width }: PageBox): boolean {
  return picture?.preview === preview && picture.width === width && picture.pixelRatio === window.devicePixelRatio;
}

type Options = {
  scroller: RefObject<HTMLElement | null>;
  /** The latest preview. This hook closes its document when another preview replaces it. */
  preview: Preview | undefined;
  scaleOf: (preview: Preview) => number;
  onFailure: (preview: Preview, error: unknown) => void;
};

/**
 * Shows previews one after the other without flicker: it first draws the visible pages of the next preview and then
 * replaces the old ones in one frame. `drawNear` draws the pages around, and redraws those that changed their size.
 */
export function useShownPreview({ scroller, preview, scaleOf, onFailure }: Options) {
  const [shown, setShown] = useState<Shown>();
  const latest = useRef({ shown, scaleOf, onFailure });
  useEffect(() => {
    latest.current = { shown, scaleOf, onFailure };
  });

  useEffect(() => {
    if (!preview) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
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
      measureSpan("preview: draw", startedAt);
      requestAnimationFrame(() => measureSpan("preview: shown", startedAt));
      await before?.preview.document.close();
    };
    show().catch((error: unknown) => {
      if (!signal.aborted) latest.current.onFailure(preview, error);
    });
    return () => {
      controller.abort();
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
            // Distant pages are dropped to free their memory.
            const kept = [...before.pictures].filter(([other]) => near.includes(other));
            return { preview: before.preview, pictures: new Map([...kept, [index, picture]]) };
          });
        } catch (error) {
          if (!signal.aborted) fail(now.preview, error);
          return;
        }
      }
    };
    const timer = setTimeout(() => void drawAll(), settleMs);
    signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
  }, []);

  return { shown, drawNear };
}
