import { useEffect, useState } from "react";
import type { EditorStore } from "./editor-store.ts";
import type { UnsavedDraftStorage } from "./unsaved-draft-storage.ts";
import { useLeaveWarning } from "../../ui/use-leave-warning.ts";

/** Short enough to lose almost nothing in a crash. Leaving the page stores the draft at once. */
const storeAfterMs = 300;

/** Stores unsaved edits while the author types and removes them once they are saved. */
export function useUnsavedDraftStorage(
  store: EditorStore,
  storage: UnsavedDraftStorage,
): {
  /** False while the browser has no room for the edits. */
  isStored: boolean;
} {
  const [isStored, setIsStored] = useState(true);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The edits of the last visit may have been saved after all, if the page was left before the answer came.
    if (!store.getState().isChanged) storage.remove();
    const write = () => {
      clearTimeout(timer);
      timer = undefined;
      const { history, revision, isChanged } = store.getState();
      if (isChanged) setIsStored(storage.write({ source: history.present, revision, keptAt: Date.now() }));
      else {
        storage.remove();
        setIsStored(true);
      }
    };
    const writeNow = () => {
      if (timer !== undefined) write();
    };
    let last = store.getState();
    const unsubscribe = store.subscribe(() => {
      const { history, revision, isChanged } = store.getState();
      const isSame =
        history.present === last.history.present && revision === last.revision && isChanged === last.isChanged;
      last = store.getState();
      if (!isSame) timer ??= setTimeout(write, storeAfterMs);
    });
    window.addEventListener("pagehide", writeNow);
    document.addEventListener("visibilitychange", writeNow);
    return () => {
      unsubscribe();
      window.removeEventListener("pagehide", writeNow);
      document.removeEventListener("visibilitychange", writeNow);
      writeNow();
    };
  }, [store, storage]);

  useLeaveWarning(!isStored);

  return { isStored };
}
