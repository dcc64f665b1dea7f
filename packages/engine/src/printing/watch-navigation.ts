import type { PageTarget } from "./page-target.ts";

/** Tells the navigations of a page by the engine, which clear it, from those by its documents. */
export function watchNavigation(
  { session, frameId }: Pick<PageTarget, "session" | "frameId">,
  { onLeft }: { onLeft: () => void },
): { clear: () => Promise<void> } {
  /** Set while the engine navigates the page to an empty document. */
  let clearing: { hasArrived: boolean; done: () => void } | undefined;
  session.on("Page.frameNavigated", ({ frame }) => {
    if (frame.id !== frameId) return;
    if (clearing) clearing.hasArrived = true;
    else onLeft();
  });
  session.on("Page.loadEventFired", () => {
    // An event before the arrival belongs to the previous document.
    if (clearing?.hasArrived) clearing.done();
  });
  return {
    async clear() {
      const { promise: cleared, resolve } = Promise.withResolvers<void>();
      clearing = { hasArrived: false, done: resolve };
      await session.send("Page.navigate", { url: "about:blank" });
      await cleared;
      clearing = undefined;
    },
  };
}
