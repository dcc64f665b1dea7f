/** Every key under which the browser stores an unsaved draft, what it knows of a file that was sent, or typed data begins with this. */
export const unsavedDraftPrefix = "platen.work/";

/** Removes all unsaved drafts, what it knows of sent files and typed data from a storage of the browser, so that the next person to sign in finds none. */
export function forgetUnsavedDrafts(storage: Storage): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
  for (const key of keys) if (key?.startsWith(unsavedDraftPrefix)) storage.removeItem(key);
}
