import { useCallback, useEffect, useRef, useState } from "react";
import type { Editor } from "../editor-context.ts";
import { isLongSource } from "./is-long-source.ts";

/** The pause in typing after which the document shows what was typed. */
const pauseMs = 300;

/** Whether the author types in a text of another view. */
function isTypingInCode(): boolean {
  return document.activeElement?.closest(".cm-editor") !== null;
}

/**
 * The editor as the Design view shows it. Drawing a long document takes longer than a key press, so it waits for a pause
 * while the author types in another view. `settle` ends the wait: an edit of the document must start from all that was typed.
 */
export function useCalmEditor(editor: Editor): { calm: Editor; settle: () => void } {
  const [calm, setCalm] = useState(editor);
  const isSame = calm.source === editor.source && calm.dataSet === editor.dataSet;
  const waits = !isSame && isLongSource(editor) && isTypingInCode();
  if (!waits && calm !== editor) setCalm(editor);

  useEffect(() => {
    if (!waits) return undefined;
    const timer = setTimeout(() => setCalm(editor), pauseMs);
    return () => clearTimeout(timer);
  }, [waits, editor]);

  const latest = useRef(editor);
  useEffect(() => {
    latest.current = editor;
  });
  const settle = useCallback(() => setCalm(latest.current), []);
  return { calm, settle };
}
