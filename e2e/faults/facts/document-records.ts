import { createClient } from "@platen/client";
import { waitFor } from "@platen/testing";

/** How many documents of a key's project were accepted into the queue, and how many of these were completed. */
export type DocumentStates = { accepted: number; completed: number };

/** How many records of a key's project say after so long that their document is still queued or rendering. */
export async function recordsWithoutEnd(baseUrl: string, apiKey: string, withinMs: number): Promise<number> {
  const client = createClient({ baseUrl, apiKey });
  const count = async (status: "queued" | "rendering") =>
    (await client.listDocuments({ status, pageSize: 1 })).pagination.total;
  let left = 0;
  await waitFor(async () => (left = (await count("queued")) + (await count("rendering"))) === 0, {
    timeoutMs: withinMs,
    intervalMs: 250,
    describe: "every document to have ended on record",
  }).catch(() => undefined);
  return left;
}

/** Reads the records of a key's project once all of them have ended. */
export async function documentStates(baseUrl: string, apiKey: string): Promise<DocumentStates> {
  const client = createClient({ baseUrl, apiKey });
  const left = await recordsWithoutEnd(baseUrl, apiKey, 40_000);
  if (left > 0) throw new Error(`${left} documents have not ended on record`);
  let accepted = 0;
  let completed = 0;
  for await (const { status, failure } of client.allDocuments({ pageSize: 100 })) {
    if (status === "completed") completed += 1;
    // The caller of one that could not be queued was told so at once.
    if (failure?.message !== "The document could not be queued.") accepted += 1;
  }
  return { accepted, completed };
}
