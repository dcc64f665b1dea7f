/** Every key under which the browser stores an unsaved draft, or an unfinished sending of a file, begins with this. */
export const unsavedDraftPrefix = "platen.work/";

/** Removes all unsaved drafts and unfinished sendings from the browser, so that the next person to sign in finds none. */
export function forgetUnsavedDrafts(storage: Storage): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
  for (const key of keys) if (key?.startsWith(unsavedDraftPrefix)) storage.removeItem(key);
}
