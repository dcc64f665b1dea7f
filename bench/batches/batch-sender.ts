import { createClient, type Client } from "@platen/client";
import { withConnection } from "@platen/provisioning";
import { markOf, type BenchDocument } from "../documents/bench-document.ts";
import { cpuMs, takeSnapshot } from "../measure/process-usage.ts";
import type { BenchPlaten } from "../start-platen.ts";

/** A batch that has ended. */
export type MadeBatch = {
  batchId: string;
  perSecond: number;
  /** Processor time of one row, by part. */
  cpuMs: ReadonlyMap<string, number>;
};

/** Sends batches to a Platen, and reads from its database when their documents were made. */
export function createBatchSender(
  { baseUrl, databaseUrl, parts }: Pick<BenchPlaten, "baseUrl" | "databaseUrl" | "parts">,
  { key, templateIds }: { key: string; templateIds: ReadonlyMap<BenchDocument, string> },
) {
  const client: Client = createClient({ baseUrl, apiKey: key });
  let sent = 0;

  /** Creates a batch with its rows, which waits for its start. */
  async function open(document: BenchDocument, rows: number, more: Record<string, unknown> = {}): Promise<string> {
    const { batchId } = await client.createBatch({ templateId: templateIds.get(document) ?? "" });
    const first = sent;
    sent += rows;
    const data = Array.from({ length: rows }, (_, row) => ({
      data: { ...document.data(markOf(first + row)), ...more },
    }));
    await client.addRows(batchId, data);
    return batchId;
  }

  return {
    client,

    /** Starts a batch, whose rows are made from then on. */
    async start(document: BenchDocument, rows: number): Promise<string> {
      const batchId = await open(document, rows);
      await client.startBatch(batchId);
      return batchId;
    },

    /** Has a batch made with nothing beside it. */
    async make(document: BenchDocument, rows: number, more?: Record<string, unknown>): Promise<MadeBatch> {
      const batchId = await open(document, rows, more);
      const before = takeSnapshot();
      await client.startBatch(batchId);
      const { counts } = await client.waitForBatch(batchId);
      const after = takeSnapshot();
      if (counts.completed !== rows) throw new Error(`${counts.completed} of ${rows} rows were made`);
      type Times = { seconds: number };
      const sql = `SELECT extract(epoch FROM max(finished_at) - min(finished_at))::float8 AS seconds
                   FROM documents WHERE batch_id = $1`;
      const [times] = await withConnection(
        databaseUrl,
        async (connection) => (await connection.query<Times>(sql, [batchId])).rows,
      );
      const cpu = new Map<string, number>();
      for (const part of parts)
        cpu.set(part.part, (cpu.get(part.part) ?? 0) + (cpuMs(after, part) - cpuMs(before, part)) / rows);
      return { batchId, perSecond: (rows - 1) / (times?.seconds ?? Number.NaN), cpuMs: cpu };
    },
  };
}

export type BatchSender = ReturnType<typeof createBatchSender>;
