import { useEffect, useRef } from "react";
import { toast } from "../../ui/toast.ts";
import type { EditorStore } from "../draft/editor-store.ts";

/** Says, when the editor is left with unsaved changes, that the browser keeps them. */
export function useKeptNotice(store: EditorStore, { name, isStored }: { name: string; isStored: boolean }): void {
  const latest = useRef({ name, isStored });
  useEffect(() => {
    latest.current = { name, isStored };
  });
  useEffect(
    () => () => {
      const { name, isStored } = latest.current;
      if (isStored && store.getState().isChanged) toast(`This browser keeps your unsaved changes to “${name}”.`);
    },
    [store],
  );
}
