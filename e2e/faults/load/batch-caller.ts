import { createClient, type Client } from "@platen/client";
import type { PageSettings } from "@platen/contracts";
import { createCaller, type Caller } from "./caller.ts";

type Row = { data: Record<string, unknown>; reference: string };

/** A caller who sends batches. */
export type BatchCaller = Caller & {
  client: Client;
  /** Creates a batch that takes rows. */
  openBatch: () => Promise<string>;
  /** Creates a batch, sends its rows and starts it. */
  startBatch: (rows: Iterable<Row>) => Promise<string>;
};

/** Creates a caller with a client. The `html` of its template shows `{{marker}}`. */
export async function createBatchCaller(
  platen: Parameters<typeof createCaller>[0],
  name: string,
  html?: string,
  settings?: PageSettings,
): Promise<BatchCaller> {
  const caller = await createCaller(platen, name, html, settings);
  const { templateId, apiKey } = caller;
  const client = createClient({ baseUrl: platen.baseUrl, apiKey });
  const openBatch = async () => (await client.createBatch({ templateId, name })).batchId;
  return {
    ...caller,
    client,
    openBatch,
    async startBatch(rows) {
      const batchId = await openBatch();
      await client.addRows(batchId, rows);
      await client.startBatch(batchId);
      return batchId;
    },
  };
}

/** The text that the document of a row shows. */
export const markerOf = (row: number) => `row ${row}`;

/** Makes rows that are numbered from 0, in their `reference` too. All have these data besides. */
export function* numberedRows(count: number, data: Record<string, unknown> = {}): Generator<Row> {
  for (let row = 0; row < count; row += 1) yield { data: { marker: markerOf(row), ...data }, reference: String(row) };
}
