import { useEffect, useState } from "react";
import type { EditorStore } from "./editor-store.ts";
import type { WorkKeeper } from "./unsaved-draft-storage.ts";

/** Soon enough to lose nothing by a crash; when the page is left it is kept at once. */
const keepAfterMs = 300;

/** Keeps unsaved work as one types and forgets it when it is saved. Tells whether the browser has room for it. */
export function useKeptWork(store: EditorStore, keeper: WorkKeeper): { isKept: boolean } {
  const [isKept, setIsKept] = useState(true);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // It was saved after all, when the page was left too soon to note it.
    if (!store.getState().isChanged) keeper.remove();
    const keep = () => {
      clearTimeout(timer);
      timer = undefined;
      const { history, revision, isChanged } = store.getState();
      if (isChanged) setIsKept(keeper.write({ source: history.present, revision, keptAt: Date.now() }));
      else {
        keeper.remove();
        setIsKept(true);
      }
    };
    const keepNow = () => {
      if (timer !== undefined) keep();
    };
    let kept = store.getState();
    const unsubscribe = store.subscribe(() => {
      const { history, revision, isChanged } = store.getState();
      const isSame =
        history.present === kept.history.present && revision === kept.revision && isChanged === kept.isChanged;
      kept = store.getState();
      if (!isSame) timer ??= setTimeout(keep, keepAfterMs);
    });
    window.addEventListener("pagehide", keepNow);
    document.addEventListener("visibilitychange", keepNow);
    return () => {
      unsubscribe();
      window.removeEventListener("pagehide", keepNow);
      document.removeEventListener("visibilitychange", keepNow);
      keepNow();
    };
  }, [store, keeper]);

  useEffect(() => {
    if (isKept) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isKept]);

  return { isKept };
}
