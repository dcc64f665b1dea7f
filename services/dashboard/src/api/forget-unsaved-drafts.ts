/**
 * The beginning of every key under which the browser stores an unsaved draft, typed data, or what it knows of a file that was
 * sent.
 */
export const unsavedDraftPrefix = "platen.work/";

/** Removes what a person has left under such keys in a storage of the browser, so that the next one to sign in finds none. */
export function forgetUnsavedDrafts(storage: Storage): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
  for (const key of keys) if (key?.startsWith(unsavedDraftPrefix)) storage.removeItem(key);
}
