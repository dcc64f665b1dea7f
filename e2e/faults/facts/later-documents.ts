import type { Answer, Caller } from "../load/caller.ts";
import type { Figures } from "../runner/figures.ts";
import { recordsWithoutEnd } from "./document-records.ts";

/** Waits for the documents of the answers with 202, and adds the figures: each has a record, and each is completed. */
export async function addLaterFigures(
  figures: Figures,
  { baseUrl, caller }: { baseUrl: string; caller: Caller },
  answers: readonly Answer[],
  withinMs: number,
): Promise<void> {
  await recordsWithoutEnd(baseUrl, caller.apiKey, withinMs);
  const states = new Map<string, string>();
  for await (const { documentId, status } of caller.client.allDocuments({ pageSize: 100 }))
    states.set(documentId, status);
  const accepted = answers.filter(({ status }) => status === 202);
  const statesOf = accepted.map(({ documentId = "" }) => states.get(documentId));
  figures.exactly("documents answered with 202 and without a record", statesOf.filter((state) => !state).length, 0);
  const completed = statesOf.filter((state) => state === "completed").length;
  figures.exactly("documents answered with 202 and completed", completed, accepted.length);
  figures.atLeast("documents answered with 202", accepted.length, 10);
}
