import { useEffect, useState } from "react";
import { drawPage } from "../../pdf/draw-page.ts";
import type { PdfDocument } from "../../pdf/open-pdf.ts";
import { areSamePixels } from "./are-same-pixels.ts";

/** In CSS pixels; fine enough to show a changed comma. */
const comparedWidth = 800;

export type DifferingPages = {
  /** The number of pages of the longer document. */
  pageCount: number;
  /** The number of pages compared so far. */
  comparedCount: number;
  /** The numbers of pages that differ, or that only one document has. */
  differing: ReadonlySet<number>;
};

async function isDifferent(before: PdfDocument, after: PdfDocument, number: number, signal: AbortSignal) {
  if (number > before.pageCount || number > after.pageCount) return true;
  const [old, now] = await Promise.all([before.page(number), after.page(number)]);
  if (Math.abs(old.width - now.width) > 0.5 || Math.abs(old.height - now.height) > 0.5) return true;
  const options = { width: comparedWidth, signal };
  return !areSamePixels(await drawPage(old, options), await drawPage(now, options));
}

/** Compares two documents page by page, and returns the results so far. */
export function useDifferingPages(before: PdfDocument | undefined, after: PdfDocument | undefined): DifferingPages {
  const pageCount = Math.max(before?.pageCount ?? 0, after?.pageCount ?? 0);
  const [found, setFound] = useState<DifferingPages>({ pageCount, comparedCount: 0, differing: new Set() });
  useEffect(() => {
    if (!before || !after) return undefined;
    const controller = new AbortController();
    async function compare(old: PdfDocument, now: PdfDocument): Promise<void> {
      const differing = new Set<number>();
      for (let number = 1; number <= pageCount; number += 1) {
        if (await isDifferent(old, now, number, controller.signal)) differing.add(number);
        if (controller.signal.aborted) return;
        setFound({ pageCount, comparedCount: number, differing: new Set(differing) });
      }
    }
    // The picture of a page that cannot be drawn shows the error itself.
    compare(before, after).catch(() => undefined);
    return () => {
      controller.abort();
      setFound({ pageCount: 0, comparedCount: 0, differing: new Set() });
    };
  }, [before, after, pageCount]);
  return { ...found, pageCount };
}
