/** Short enough to lose almost nothing in a crash, and long enough to write a long document while its author types. */
const writeAfterMs = 200;

/**
 * Calls `write` once an element's content changes, by typing or by a script, and while it goes on changing at most that
 * often. Before the page is left or hidden, the change is written at once.
 */
export function watchText(element: HTMLElement, signal: AbortSignal, write: () => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWaiting = false;

  /** The first change is written at once, so that the author sees that it is not saved. */
  function onChange(): void {
    isWaiting = true;
    if (timer !== undefined) return;
    writeNow();
    timer = setTimeout(() => {
      timer = undefined;
      if (isWaiting) onChange();
    }, writeAfterMs);
  }

  const observer = new MutationObserver(onChange);

  function writeNow(): void {
    if (!isWaiting && observer.takeRecords().length === 0) return;
    isWaiting = false;
    write();
  }

  observer.observe(element, { subtree: true, childList: true, characterData: true, attributes: true });
  // Before those that ask whether something is not saved.
  const options = { signal, capture: true };
  window.addEventListener("beforeunload", writeNow, options);
  window.addEventListener("pagehide", writeNow, options);
  document.addEventListener("visibilitychange", writeNow, options);
  signal.addEventListener("abort", () => {
    observer.disconnect();
    clearTimeout(timer);
  });
}
