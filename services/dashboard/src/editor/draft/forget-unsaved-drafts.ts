/** What the names of kept work begin with. */
export const keptWorkPrefix = "platen.work/";

/** Forgets all unsaved work: whoever sits here next is somebody else. */
export function forgetKeptWork(storage: Storage): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
  for (const key of keys) if (key?.startsWith(keptWorkPrefix)) storage.removeItem(key);
}
