import { createClient } from "@platen/client";
import { waitFor } from "@platen/testing";

/** The documents of a project that the queue accepted, and those of them that were completed. */
export type DocumentStates = { accepted: number; completed: number };

/** The number of records of a project that are still queued or rendering after a time. */
export async function recordsWithoutEnd(baseUrl: string, apiKey: string, withinMs: number): Promise<number> {
  const client = createClient({ baseUrl, apiKey });
  const count = async (status: "queued" | "rendering") =>
    (await client.listDocuments({ status, pageSize: 1 })).pagination.total;
  let left = 0;
  await waitFor(async () => (left = (await count("queued")) + (await count("rendering"))) === 0, {
    timeoutMs: withinMs,
    intervalMs: 250,
    describe: "a final state of every record",
  }).catch(() => undefined);
  return left;
}

/** Counts the records of a project when all of them have a final state. */
export async function documentStates(baseUrl: string, apiKey: string): Promise<DocumentStates> {
  const client = createClient({ baseUrl, apiKey });
  const left = await recordsWithoutEnd(baseUrl, apiKey, 40_000);
  if (left > 0) throw new Error(`${left} records have no final state.`);
  let accepted = 0;
  let completed = 0;
  for await (const { status, failure } of client.allDocuments({ pageSize: 100 })) {
    if (status === "completed") completed += 1;
    // A document that could not be queued was refused at once.
    if (failure?.message !== "The document could not be queued.") accepted += 1;
  }
  return { accepted, completed };
}
