import { useEffect, useState } from "react";
import type { Line } from "./cell.ts";
import type { ChosenFile } from "./chosen-file.ts";
import type { Counting } from "./use-row-count.ts";
import { groupsOf, type Grouping } from "./line-groups.ts";

/** How many documents the lines of a file make together, and the lines of the first; or why they make none. */
export type Groups = { count: number; first: readonly Line[] } | { error: Error };

/** The counting of the rows, which ends once it is known which of them become a document together. */
export function countingOf(counting: Counting, groupBy: number | undefined, groups: Groups | undefined): Counting {
  if (groupBy === undefined) return counting;
  if (groups === undefined) return { read: counting.read };
  return "error" in groups ? { ...counting, error: groups.error } : counting;
}

/** Reads which lines become a document together, while the page shows it; undefined until the file is read. */
export function useGroups(chosen: ChosenFile, { groupBy, included }: Grouping): Groups | undefined {
  const [groups, setGroups] = useState<{ of: unknown[]; groups: Groups }>();
  useEffect(() => {
    if (groupBy === undefined) return undefined;
    let isOver = false;
    async function read(): Promise<Groups> {
      let count = 0;
      let first: readonly Line[] = [];
      for await (const lines of groupsOf(chosen, { groupBy, included })) {
        if (count === 0) first = lines;
        count += 1;
      }
      return { count, first };
    }
    const set = (found: Groups) => {
      if (!isOver) setGroups({ of: [chosen, groupBy, included], groups: found });
    };
    read().then(set, (error: unknown) => set({ error: error instanceof Error ? error : new Error(String(error)) }));
    return () => {
      isOver = true;
    };
  }, [chosen, groupBy, included]);
  if (groupBy === undefined) return undefined;
  const isOfThese = [chosen, groupBy, included].every((each, index) => groups?.of[index] === each);
  return isOfThese ? groups?.groups : undefined;
}
