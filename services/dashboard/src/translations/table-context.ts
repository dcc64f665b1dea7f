import type { TableChanges } from "@platen/contracts";
import { createContext, useContext } from "react";
import type { CellDrafts } from "./model/cell-drafts.ts";

/** What cells and rows need of the table that they are in. */
export type TableContextValue = {
  mayEdit: boolean;
  /** Whether texts with mistakes are kept as well, because a later save checks them. */
  keepsMistakes: boolean;
  drafts: CellDrafts;
  /** Saves changes; rejects with the problem if that fails. */
  change: (changes: TableChanges) => Promise<void>;
  /** Focuses the next text that is not translated; the first one without a place to begin from. */
  goToNext: (from: { key: string; locale: string } | undefined) => void;
  renameKey: (key: string) => void;
  removeKey: (key: string) => void;
};

export const TableContext = createContext<TableContextValue | undefined>(undefined);

export function useTable(): TableContextValue {
  const table = useContext(TableContext);
  if (!table) throw new Error("useTable works only inside a table of translations");
  return table;
}
