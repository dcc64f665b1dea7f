import { useEffect, useEffectEvent, type RefObject } from "react";
import { useDesignStore } from "../design-context.ts";
import { pageElements } from "../node-actions.ts";

/** Whether keys write into an element. */
function takesText(element: Element): boolean {
  return element.closest("input, textarea, select, [contenteditable=true]") !== null;
}

/** Selects the elements of the page by Control with A, which would otherwise mark all words of the application. */
export function useSelectAll(canvas: RefObject<HTMLElement | null>): void {
  const { getState, selectSeveral } = useDesignStore();
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { target, key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (key.toLowerCase() !== "a" || !(ctrlKey || metaKey) || altKey || shiftKey || event.defaultPrevented) return;
    if (!(target instanceof Element) || takesText(target)) return;
    if (target !== document.body && !target.closest("[data-design]")) return;
    event.preventDefault();
    const all = pageElements(getState().document.template);
    const [first] = all;
    if (first) selectSeveral(all, first);
    canvas.current?.focus({ preventScroll: true });
  });
  useEffect(() => {
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}
