import type { OwnedPage } from "./renderer-processes.ts";

/** A page opened ahead of any document, so that the first document of a project does not wait for it. */
export type SparePage = {
  /** Opens a page, unless there is one. */
  prepare(): void;
  /** Resolves when the page is open. */
  opened(): Promise<void>;
  /** Undefined if there is no page that works. */
  take(): Promise<OwnedPage | undefined>;
  /** Forgets the page, and opens none again. */
  clear(): void;
};

/** `discard` gets a page that works no more. */
export function createSparePage(open: () => Promise<OwnedPage>, discard: (owned: OwnedPage) => void): SparePage {
  let spare: Promise<OwnedPage> | undefined;
  let isCleared = false;
  return {
    prepare() {
      if (spare || isCleared) return;
      const opened = open();
      spare = opened;
      opened.catch(() => {
        // The document that needs a page opens one itself, and gets the error.
        if (spare === opened) spare = undefined;
      });
    },
    async opened() {
      await spare;
    },
    async take() {
      const opened = spare;
      spare = undefined;
      const owned = await opened?.catch(() => undefined);
      if (owned?.page.isUsable()) return owned;
      if (owned) discard(owned);
      return undefined;
    },
    clear() {
      isCleared = true;
      spare = undefined;
    },
  };
}
