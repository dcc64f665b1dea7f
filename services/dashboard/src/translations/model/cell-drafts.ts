import type { PluralWords } from "./plural-fields.ts";

/** What a user wrote into a cell and what is not saved yet. */
export type CellDraft = {
  text: string;
  /** The fields of a plural as they were written, also while their text has a mistake. */
  words?: PluralWords;
  isSaving: boolean;
  /** Why saving failed. */
  problem?: string;
};

const idOf = (locale: string, key: string) => `${locale} ${key}`;

/** The unsaved texts of a table. They live outside the cells, because rows out of view are not mounted. */
export type CellDrafts = ReturnType<typeof createCellDrafts>;

export function createCellDrafts() {
  const drafts = new Map<string, CellDraft>();
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    get: (locale: string, key: string): CellDraft | undefined => drafts.get(idOf(locale, key)),
    set: (locale: string, key: string, draft: CellDraft): void => {
      drafts.set(idOf(locale, key), draft);
      tell();
    },
    remove: (locale: string, key: string): void => {
      if (drafts.delete(idOf(locale, key))) tell();
    },
    /** The number of texts that are not saved. */
    count: (): number => drafts.size,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
