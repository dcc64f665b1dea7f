import type { Client } from "@platen/client";
import { waitFor } from "@platen/testing";
import type { Figures } from "../runner/figures.ts";

/** The record of a document of a batch. */
export type BatchRecord = Awaited<ReturnType<Client["getDocument"]>>;

const sum = (values: readonly (number | null)[]) => values.reduce<number>((total, value) => total + (value ?? 0), 0);

/** Waits for the end of a batch, and returns the records of its documents. The figures tell of a batch that has no end. */
export async function recordsOfBatch(client: Client, batchId: string, timeoutMs: number): Promise<BatchRecord[]> {
  const hasEnded = async () => {
    const { status } = await client.getBatch(batchId);
    return status !== "queued" && status !== "running";
  };
  await waitFor(hasEnded, { timeoutMs, intervalMs: 500, describe: "the end of a batch" }).catch(() => undefined);
  const records: BatchRecord[] = [];
  for await (const record of client.allDocuments({ batchId, pageSize: 100 })) records.push(record);
  return records;
}

/** Adds the figures of a batch whose rows are all completed: one document each, and counted once. */
export async function addBatchFigures(
  figures: Figures,
  client: Client,
  { batchId, rows, records }: { batchId: string; rows: number; records: readonly BatchRecord[] },
): Promise<void> {
  const { status, counts, pageCount, sizeBytes, renderMs } = await client.getBatch(batchId);
  const numbers = Object.entries(counts).map(([state, count]) => `${state} ${count}`);
  figures.exactly(
    "the batch and its counts",
    [status, ...numbers.toSorted()].join(", "),
    `completed, cancelled 0, completed ${rows}, failed 0, open 0`,
  );
  const completed = records.filter((record) => record.status === "completed");
  figures.exactly("completed documents of the batch", completed.length, rows);
  const failures = records.flatMap(({ failure }) => (failure ? [failure.code] : []));
  figures.exactly("failures of its documents", failures.join(", ") || "none", "none");
  figures.exactly("all documents of the batch", records.length, rows);
  figures.exactly("different rows of these documents", new Set(records.map(({ row }) => row)).size, rows);
  figures.exactly(
    "pages, bytes and milliseconds of the batch",
    [pageCount, sizeBytes, renderMs].map(Math.round).join(", "),
    [
      sum(completed.map((record) => record.pageCount)),
      sum(completed.map((record) => record.sizeBytes)),
      sum(completed.map((record) => record.renderMs)),
    ]
      .map(Math.round)
      .join(", "),
  );
}

/** The longest time in seconds in which Platen took up no row of a batch, from the first row to the last. */
export function longestPause(records: readonly BatchRecord[]): number {
  const times = records.map(({ createdAt }) => Date.parse(createdAt)).toSorted((a, b) => a - b);
  return Math.max(0, ...times.map((time, index) => time - (times[index - 1] ?? time))) / 1_000;
}
