import { useCallback, useSyncExternalStore, useState } from "react";
import { z } from "zod";
import { defaultLayout, type Layout } from "./layout.ts";
import { views } from "./views.ts";

const storageKey = "platen.editor-layout";
const viewIds = ["design", "code", "data", "texts", "preview"] as const;

const storedLayout = z.object({
  open: z.array(z.enum(viewIds)).min(1),
  shares: z.partialRecord(z.enum(viewIds), z.number().positive()),
});

/** Drops views that do not exist; falls back to the first view if none is left. */
function withKnownViews(layout: Layout): Layout {
  const ids = views.map(({ id }) => id);
  const open = layout.open.filter((id) => ids.includes(id));
  return { ...layout, open: open.length === 0 ? ids.slice(0, 1) : open };
}

function readLayout(): Layout {
  try {
    return withKnownViews(storedLayout.parse(JSON.parse(localStorage.getItem(storageKey) ?? "")));
  } catch {
    return withKnownViews(defaultLayout);
  }
}

function subscribeToSize(listener: () => void): () => void {
  window.addEventListener("resize", listener);
  return () => window.removeEventListener("resize", listener);
}

/** The layout, which the browser remembers, and the width of the window. */
export function useLayout() {
  const [layout, setLayout] = useState(readLayout);
  const width = useSyncExternalStore(subscribeToSize, () => window.innerWidth);
  const change = useCallback((next: (layout: Layout) => Layout): void => {
    setLayout((before) => {
      const after = next(before);
      try {
        localStorage.setItem(storageKey, JSON.stringify(after));
      } catch {
        // The browser does not remember it then.
      }
      return after;
    });
  }, []);
  return { layout, width, change };
}
