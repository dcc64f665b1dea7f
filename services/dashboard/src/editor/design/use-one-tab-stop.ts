import { useLayoutEffect, type RefObject } from "react";

/** The tool that a key moves to, from the one at an index. */
const moves: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowLeft: (at, count) => (at + count - 1) % count,
  ArrowRight: (at, count) => (at + 1) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/** Makes a toolbar one tab stop, at the tool that had the focus last. The arrow keys move between its tools. */
export function useOneTabStop(toolbar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = toolbar;
    if (!current) return undefined;
    const toolsOf = () => [...current.querySelectorAll<HTMLElement>("button:not([disabled])")];
    const keepOne = () => {
      const tools = toolsOf();
      const { activeElement } = document;
      const stop =
        tools.find((tool) => tool === activeElement) ?? tools.find((tool) => tool.tabIndex === 0) ?? tools[0];
      for (const tool of tools) tool.tabIndex = tool === stop ? 0 : -1;
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const tools = toolsOf();
      const at = tools.findIndex((tool) => tool === event.target);
      const move = moves[event.key];
      if (!move || at === -1 || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      tools[move(at, tools.length)]?.focus();
    };
    keepOne();
    // A wider window has more tools.
    const observer = new MutationObserver(keepOne);
    observer.observe(current, { childList: true, subtree: true });
    current.addEventListener("focusin", keepOne);
    current.addEventListener("keydown", onKeyDown);
    return () => {
      observer.disconnect();
      current.removeEventListener("focusin", keepOne);
      current.removeEventListener("keydown", onKeyDown);
    };
  }, [toolbar]);
}
