import { useEffect, useState } from "react";
import type { ChosenFile } from "./chosen-file.ts";
import type { RowCount } from "./row-count.ts";

/** How many rows of a file are read, and how many there are once it is read to its end. */
export type Counting = { read: number; count?: RowCount; error?: Error };

/** Counts the rows of a file, while the page shows it. */
export function useRowCount(chosen: ChosenFile): Counting {
  const [counting, setCounting] = useState<Counting & { of: ChosenFile }>({ of: chosen, read: 0 });
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const set = (found: Counting) => {
      if (!signal.aborted) setCounting({ of: chosen, ...found });
    };
    chosen.countRows({ signal, onRows: (read) => set({ read }) }).then(
      (count) => set({ read: count.rows, count }),
      (error: unknown) => set({ read: 0, error: error instanceof Error ? error : new Error(String(error)) }),
    );
    return () => controller.abort();
  }, [chosen]);
  return counting.of === chosen ? counting : { read: 0 };
}
