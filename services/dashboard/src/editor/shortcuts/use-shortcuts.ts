import { useEffect, useRef } from "react";

/** What the keyboard asks of the editor's page, wherever the focus is. */
export type ShortcutActs = {
  save: () => void;
  publish: () => void;
  undo: () => void;
  redo: () => void;
  /** The view with this number, from 1. */
  goToView: (number: number) => void;
  closeView: (number: number) => void;
  showShortcuts: () => void;
};

function isText(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

function actOf(event: KeyboardEvent, acts: ShortcutActs): (() => void) | undefined {
  const { code, key, altKey, shiftKey } = event;
  const isMod = event.ctrlKey || event.metaKey;
  const lower = key.toLowerCase();
  if (isMod && !altKey) {
    if (lower === "s" && !shiftKey) return acts.save;
    if (key === "Enter" && !shiftKey) return acts.publish;
    // Fields of text have an undo of their own.
    if (isText(event.target)) return undefined;
    if (lower === "z") return shiftKey ? acts.redo : acts.undo;
    if (lower === "y" && !shiftKey) return acts.redo;
    return undefined;
  }
  // By the place of the key: with Alt some keyboards write other characters.
  const digit = /^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1];
  if (altKey && !isMod && digit !== undefined) {
    return () => (shiftKey ? acts.closeView : acts.goToView)(Number(digit));
  }
  if (key === "?" && !altKey && !isMod && !isText(event.target)) return acts.showShortcuts;
  return undefined;
}

/** Gives the editor its shortcuts. What a view has handled itself, and what is typed in a dialog, is left alone. */
export function useShortcuts(acts: ShortcutActs): void {
  const current = useRef(acts);
  useEffect(() => {
    current.current = acts;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const isInDialog = event.target instanceof Element && event.target.closest("[role=dialog]") !== null;
      const act = actOf(event, current.current);
      if (!act) return;
      // The browser would save the page, or go back in time on its own.
      event.preventDefault();
      if (!isInDialog) act();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}
