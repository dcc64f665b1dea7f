import { useEffect, useState } from "react";
import type { Line } from "./cell.ts";
import type { ChosenFile } from "./chosen-file.ts";
import { groupsOf, type Grouping } from "./line-groups.ts";

/** The lines of a document are read with those of the documents around it, so that the next ones are there at once. */
const readTogether = 20;

type Found = { of: readonly unknown[]; documents: readonly (readonly Line[])[] };

async function readDocuments(
  chosen: ChosenFile,
  grouping: Grouping,
  { start, isOver }: { start: number; isOver: () => boolean },
): Promise<(readonly Line[])[]> {
  const documents: (readonly Line[])[] = [];
  let number = 0;
  for await (const lines of groupsOf(chosen, grouping)) {
    if (number >= start) documents.push(lines);
    number += 1;
    if (isOver() || number >= start + readTogether) break;
  }
  return documents;
}

/**
 * The lines of one of a file's documents, by its number from 0; undefined until they are read. The lines of the first are known
 * already, and `useGroups` tells why a file cannot be read.
 */
export function useDocumentLines(
  chosen: ChosenFile,
  { groupBy, included }: Grouping,
  { number, first }: { number: number; first: readonly Line[] },
): readonly Line[] | undefined {
  const [found, setFound] = useState<Found>();
  const start = number - (number % readTogether);
  const isWanted = number > 0;
  useEffect(() => {
    if (!isWanted) return undefined;
    let isOver = false;
    const set = (documents: Found["documents"]) => {
      if (!isOver) setFound({ of: [chosen, groupBy, included, start], documents });
    };
    readDocuments(chosen, { groupBy, included }, { start, isOver: () => isOver }).then(set, () => set([]));
    return () => {
      isOver = true;
    };
  }, [chosen, groupBy, included, start, isWanted]);
  if (!isWanted) return first;
  const isOfThese = [chosen, groupBy, included, start].every((each, index) => found?.of[index] === each);
  return isOfThese ? found?.documents[number - start] : undefined;
}
