import { useEffect, useRef } from "react";
import { toast } from "../../ui/toast.ts";
import type { EditorStore } from "../draft/editor-store.ts";

/** Says, when the editor is left with unsaved changes, that the browser keeps them. */
export function useKeptNotice(store: EditorStore, name: string): void {
  const latest = useRef(name);
  useEffect(() => {
    latest.current = name;
  });
  useEffect(
    () => () => {
      if (store.getState().isChanged) toast(`This browser keeps your unsaved changes to “${latest.current}”.`);
    },
    [store],
  );
}
