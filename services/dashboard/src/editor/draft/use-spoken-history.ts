import { useState } from "react";
import type { EditorStore } from "./editor-store.ts";

/** Undo and redo that say to screen readers what they did, in whatever view the author asks for them. */
export function useSpokenHistory(store: EditorStore): { undo: () => void; redo: () => void; said: string } {
  const [said, setSaid] = useState("");
  const [steps] = useState(() => {
    const spoken = (step: () => void, text: string) => () => {
      const { present } = store.getState().history;
      step();
      if (store.getState().history.present === present) return;
      // A screen reader reads only a text that changes.
      setSaid((last) => (last === text ? `${text}.` : text));
    };
    return { undo: spoken(store.undo, "Undone"), redo: spoken(store.redo, "Done again") };
  });
  return { ...steps, said };
}
