import { createStore } from "zustand/vanilla";
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

type Drafts = Readonly<Record<string, CellDraft>>;

const idOf = (locale: string, key: string) => `${locale} ${key}`;

/** The unsaved texts of a table. They live outside the cells, because rows out of view are not mounted. */
export type CellDrafts = ReturnType<typeof createCellDrafts>;

export function createCellDrafts() {
  const store = createStore<Drafts>(() => ({}));
  return {
    get: (locale: string, key: string): CellDraft | undefined => store.getState()[idOf(locale, key)],
    set: (locale: string, key: string, draft: CellDraft): void => store.setState({ [idOf(locale, key)]: draft }),
    remove: (locale: string, key: string): void => {
      const { [idOf(locale, key)]: removed, ...others } = store.getState();
      if (removed) store.setState(others, true);
    },
    /** The number of texts that are not saved. */
    count: (): number => Object.keys(store.getState()).length,
    subscribe: store.subscribe,
  };
}
