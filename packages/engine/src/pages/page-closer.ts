import type { OwnedPage } from "./renderer-processes.ts";

/** A page that failed may still be busy with its document. A sound page closes as soon as the machine has time. */
const closeTimeoutMs = { failed: 1_500, sound: 15_000, killed: 2_000 };

export type PageCloserOptions = {
  /** Kills a page's renderer process; false if that is not possible. */
  killRenderer: (pid: number | undefined) => Promise<boolean>;
  /** Called when a page stays open although its renderer was killed. */
  onStuck: () => void;
};

/** Closes the pages of a browser that no document may have any more. */
export type PageCloser = {
  /**
   * Closes a page. If it does not close, kills its renderer, which leaves other pages alone, and at last the browser.
   */
  close(owned: OwnedPage): void;
  /** The pages that are not closed yet. */
  closing: ReadonlySet<OwnedPage>;
};

export function createPageCloser({ killRenderer, onStuck }: PageCloserOptions): PageCloser {
  const closing = new Set<OwnedPage>();
  return {
    close(owned) {
      const endRenderer = async () => {
        timer = setTimeout(onStuck, closeTimeoutMs.killed);
        if (!(await killRenderer(owned.rendererPid)) && closing.has(owned)) onStuck();
      };
      const graceMs = owned.page.isUsable() ? closeTimeoutMs.sound : closeTimeoutMs.failed;
      let timer = setTimeout(() => void endRenderer(), graceMs);
      closing.add(owned);
      owned.page
        .close()
        .catch(onStuck)
        .finally(() => {
          clearTimeout(timer);
          closing.delete(owned);
        });
    },
    closing,
  };
}
