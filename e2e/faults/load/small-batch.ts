import type { Caller } from "./caller.ts";

/** Starts a batch of so many small documents, and returns its id. */
export async function startSmallBatch({ client, templateId }: Caller, rows: number): Promise<string> {
  const { batchId } = await client.createBatch({ templateId, stopAfterFailures: rows });
  await client.addRows(
    batchId,
    Array.from({ length: rows }, (_, row) => ({ data: { marker: `row ${row + 1}` } })),
  );
  await client.startBatch(batchId);
  return batchId;
}
