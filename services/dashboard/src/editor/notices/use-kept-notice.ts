import { useEffect, useRef } from "react";
import { toast } from "../../ui/toast.ts";
import type { EditorStore } from "../draft/editor-store.ts";
import { isSameSource } from "../draft/is-same-source.ts";
import type { UnsavedDraftStorage } from "../draft/unsaved-draft-storage.ts";

type KeptNoticeOptions = {
  name: string;
  isStored: boolean;
  storage: UnsavedDraftStorage;
  /** Saves what waits. Returns whether everything is saved. */
  flush: () => Promise<boolean>;
};

/** Saves what waits when the editor is left, and says that the browser keeps what cannot be saved. */
export function useKeptNotice(store: EditorStore, options: KeptNoticeOptions): void {
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  useEffect(
    () => () => {
      if (store.getState().isChanged) void leave(store, latest.current);
    },
    [store],
  );
}

async function leave(store: EditorStore, { name, isStored, storage, flush }: KeptNoticeOptions): Promise<void> {
  if (await flush()) {
    // The editor may be open again, with newer edits.
    const kept = storage.read();
    if (kept && isSameSource(kept.source, store.getState().saved)) storage.remove();
  } else if (isStored) toast(`This browser keeps your unsaved changes to “${name}”.`);
}
