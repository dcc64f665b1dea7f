import { createStore } from "zustand/vanilla";
import type { EditorState } from "../draft/editor-store.ts";
import type { Reading } from "../reading.ts";
import { isLongSource } from "./is-long-source.ts";

/** The pause in typing after which the document shows what was typed. */
const pauseMs = 300;

/**
 * The editor's state as the Design view shows it. Drawing a long document takes longer than a key press, so it waits for a
 * pause while the author types in a text of another view.
 */
export function createCalmState(state: Reading<EditorState>, isTyping: () => boolean) {
  const calm = createStore<EditorState>(() => state.getState());
  let timer: ReturnType<typeof setTimeout> | undefined;

  function settle(): void {
    clearTimeout(timer);
    calm.setState(state.getState(), true);
  }

  function follow(next: EditorState): void {
    const shown = calm.getState();
    const isSame = shown.history.present === next.history.present && shown.dataSet === next.dataSet;
    if (isSame || !isLongSource(next) || !isTyping()) settle();
    else {
      clearTimeout(timer);
      timer = setTimeout(settle, pauseMs);
    }
  }

  const reading: Reading<EditorState> = calm;
  return {
    ...reading,
    /** Ends the waiting: an edit of the document must start from all that was typed. */
    settle,
    /** Follows the editor's state until the returned function is called. */
    start(): () => void {
      settle();
      const stop = state.subscribe(follow);
      return () => {
        stop();
        clearTimeout(timer);
      };
    },
  };
}
