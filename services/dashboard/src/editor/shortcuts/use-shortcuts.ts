import { useEffect, useEffectEvent } from "react";

/** The actions that have a shortcut anywhere in the editor's page. */
export type ShortcutActions = {
  save: () => void;
  publish: () => void;
  undo: () => void;
  redo: () => void;
  /** Views are numbered from 1. */
  goToView: (number: number) => void;
  closeView: (number: number) => void;
  showShortcuts: () => void;
};

function isText(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

function actionOf(event: KeyboardEvent, actions: Partial<ShortcutActions>): (() => void) | undefined {
  const { code, key, altKey, shiftKey } = event;
  const isMod = event.ctrlKey || event.metaKey;
  const lower = key.toLowerCase();
  if (isMod && !altKey) {
    if (lower === "s" && !shiftKey) return actions.save;
    if (key === "Enter" && !shiftKey) return actions.publish;
    // Text fields have an undo of their own.
    if (isText(event.target)) return undefined;
    if (lower === "z") return shiftKey ? actions.redo : actions.undo;
    if (lower === "y" && !shiftKey) return actions.redo;
    return undefined;
  }
  // By the position of the key, because some keyboards write other characters with Alt.
  const digit = /^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1];
  if (altKey && !isMod && digit !== undefined) {
    const act = shiftKey ? actions.closeView : actions.goToView;
    return act && (() => act(Number(digit)));
  }
  if (key === "?" && !altKey && !isMod && !isText(event.target)) return actions.showShortcuts;
  return undefined;
}

/** Handles the editor's shortcuts, except for keys that a view has handled and keys typed in a dialog. */
export function useShortcuts(actions: Partial<ShortcutActions>): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    const isInDialog = event.target instanceof Element && event.target.closest("[role=dialog]") !== null;
    const action = actionOf(event, actions);
    if (!action) return;
    // The browser would save the page, or undo on its own.
    event.preventDefault();
    if (!isInDialog) action();
  });
  useEffect(() => {
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}
