import { operations, tolerantOperation, type RequestOf, type ResponseOutput } from "@platen/contracts";
import { TransportError } from "./api-problem.ts";
import type { FollowEvents } from "./follow-events.ts";
import { after, persistently, sendRows, type BatchRow } from "./send-rows.ts";
import type { CallOptions, Transport } from "./transport.ts";

/** The operations of batches as a client reads their answers, which may come from a later release. */
const api = {
  createBatch: tolerantOperation(operations.createBatch.key),
  listBatches: tolerantOperation(operations.listBatches.key),
  getBatch: tolerantOperation(operations.getBatch.key),
  addBatchRows: tolerantOperation(operations.addBatchRows.key),
  startBatch: tolerantOperation(operations.startBatch.key),
  pauseBatch: tolerantOperation(operations.pauseBatch.key),
  resumeBatch: tolerantOperation(operations.resumeBatch.key),
  cancelBatch: tolerantOperation(operations.cancelBatch.key),
  retryBatch: tolerantOperation(operations.retryBatch.key),
  deleteBatch: operations.deleteBatch.key,
};

/** A request for many documents of one template. */
export type CreateBatchRequest = RequestOf<typeof operations.createBatch.key>["body"];
/** Many documents of one template. */
export type Batch = ResponseOutput<(typeof api)["getBatch"]>;
/** The page and the filters of a list of batches. */
export type BatchQuery = NonNullable<RequestOf<typeof api.listBatches>["query"]>;
/** One page of batches. */
export type BatchPage = ResponseOutput<(typeof api)["listBatches"]>;
/** The bytes of a ZIP that one request asks for. */
const rangeBytes = 8 * 1024 * 1024;
/** How long one request waits: shorter than proxies let a connection idle. */
const waitSeconds = 30;
const betweenWaitsMs = 500;
/** The pause before a stream of events is asked for again. */
const betweenEventsMs = 1_000;
/** The size of a file of which an answer is a part; undefined for an answer that is the whole. */
function sizeIn(contentRange: string | undefined): number | undefined {
  const size = contentRange?.split("/")[1];
  return size === undefined ? undefined : Number(size);
}

/** Compresses the rows of a request. */
function gzip(bytes: Uint8Array): Promise<ArrayBuffer> {
  // Copied, because a blob takes no bytes that another thread could share.
  const compressed = new Blob([new Uint8Array(bytes)]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Response(compressed).arrayBuffer();
}

/** Creates the methods of batches. */
export function createBatchMethods(transport: Transport, followEvents: FollowEvents) {
  const getBatch = (batchId: string, { wait, ...call }: CallOptions & { wait?: number } = {}): Promise<Batch> =>
    transport.call(api.getBatch, { params: { batchId }, query: { wait } }, call);

  return {
    /**
     * Creates a batch: many documents of one template. With `rows` it is started; without, send its rows, then start it. To
     * send the request again safely, send an `Idempotency-Key` in `headers`.
     */
    createBatch(body: CreateBatchRequest, call?: CallOptions): Promise<Batch> {
      return transport.call(api.createBatch, { body }, call);
    },
    /** Lists one page of batches. */
    listBatches(query: BatchQuery = {}, call?: CallOptions): Promise<BatchPage> {
      return transport.call(api.listBatches, { query }, call);
    },
    /** Reads a batch. With `wait`, the answer waits so many seconds for it to end or to be paused, at most 60. */
    getBatch,
    /**
     * Sends the rows of a batch, all of them from the first one on, and returns how many Platen has. It leaves out rows
     * that Platen has already and sends again what got no answer. So after it failed, call it again with the same rows.
     */
    async addRows(
      batchId: string,
      rows: Iterable<BatchRow> | AsyncIterable<BatchRow>,
      call?: CallOptions,
    ): Promise<number> {
      const { rowCount } = await persistently(() => getBatch(batchId, call));
      return sendRows(rows, rowCount, async ({ bytes, offset }) => {
        const request = {
          params: { batchId },
          headers: { "Row-Offset": offset },
          bytes: new Uint8Array(await gzip(bytes)),
        };
        const headers = { ...call?.headers, "content-encoding": "gzip" };
        return (await transport.call(api.addBatchRows, request, { ...call, headers })).rowCount;
      });
    },
    /** Ends the taking of rows. Platen then makes the documents. */
    startBatch(batchId: string, call?: CallOptions): Promise<Batch> {
      return transport.call(api.startBatch, { params: { batchId } }, call);
    },
    /** Makes no further documents of a batch until it is resumed. */
    pauseBatch(batchId: string, call?: CallOptions): Promise<Batch> {
      return transport.call(api.pauseBatch, { params: { batchId } }, call);
    },
    /** Goes on with a paused batch. */
    resumeBatch(batchId: string, call?: CallOptions): Promise<Batch> {
      return transport.call(api.resumeBatch, { params: { batchId } }, call);
    },
    /** Cancels all rows that are not done. */
    cancelBatch(batchId: string, call?: CallOptions): Promise<Batch> {
      return transport.call(api.cancelBatch, { params: { batchId } }, call);
    },
    /** Makes failed rows again: all of them, or those whose failure may pass. */
    retryBatch(batchId: string, failed: "all" | "retryable", call?: CallOptions): Promise<Batch> {
      return transport.call(api.retryBatch, { params: { batchId }, body: { failed } }, call);
    },
    /** Deletes a batch with its rows and PDFs, and cancels it if it has not ended. The records of its documents stay. */
    deleteBatch(batchId: string, call?: CallOptions): Promise<void> {
      return transport.call(api.deleteBatch, { params: { batchId } }, call);
    },
    /** Waits until a batch is completed, cancelled or paused. Calls `onProgress` with what it sees meanwhile. */
    async waitForBatch(
      batchId: string,
      { onProgress, ...call }: CallOptions & { onProgress?: (batch: Batch) => void } = {},
    ): Promise<Batch> {
      for (;;) {
        const wait = onProgress ? 1 : waitSeconds;
        const batch = await persistently(() => getBatch(batchId, { ...call, wait }));
        if (batch.status !== "queued" && batch.status !== "running") return batch;
        onProgress?.(batch);
        // A service to which many wait answers at once.
        await after(betweenWaitsMs);
      }
    },
    /**
     * Follows a batch: yields it as it is, each time that it has changed, and at last as it has ended. Asks again after a
     * connection that broke. A batch that is paused may go on; leave the loop if you do not want to wait for that.
     */
    async *batchEvents(batchId: string, call?: CallOptions): AsyncGenerator<Batch, void, undefined> {
      let lastEventId: string | undefined;
      for (;;) {
        const request = { params: { batchId }, headers: { "Last-Event-ID": lastEventId } };
        const events = await persistently(() => followEvents(operations.getBatchEvents, request, call));
        if (!events) return;
        try {
          for await (const { id, event, data } of events) {
            lastEventId = id;
            yield api.getBatch.response.body.parse(JSON.parse(data));
            if (event === "end") return;
          }
        } catch (error) {
          if (!(error instanceof TransportError) || error.failure !== "connection") throw error;
        }
        await after(betweenEventsMs);
      }
    },
    /**
     * Downloads the PDFs of a batch as a ZIP, piece by piece, and asks again for a piece that does not arrive:
     * `await writeFile("all.zip", client.downloadZip(batchId))`.
     */
    async *downloadZip(batchId: string, call?: CallOptions): AsyncGenerator<Uint8Array> {
      let etag: string | undefined;
      for (let at = 0, sizeBytes = 1; at < sizeBytes;) {
        const range = { range: `bytes=${at}-${at + rangeBytes - 1}`, ...(etag !== undefined && { "if-range": etag }) };
        const headers = { ...call?.headers, ...range };
        const { bytes, header } = await persistently(() =>
          transport.bytes(operations.getBatchZip.key, { params: { batchId } }, { ...call, headers }),
        );
        const size = sizeIn(header("content-range"));
        if (size === undefined)
          throw new TransportError("getBatchZip: PDFs of the batch were deleted meanwhile. Download the ZIP again.", {
            failure: "answer",
            cause: undefined,
          });
        sizeBytes = size;
        etag = header("etag");
        at += bytes.byteLength;
        yield bytes;
      }
    },
    /** Reads what became of each row, as lines of JSON (NDJSON). */
    async getManifest(batchId: string, call?: CallOptions): Promise<string> {
      const { bytes } = await transport.bytes(operations.getBatchManifest.key, { params: { batchId } }, call);
      return new TextDecoder().decode(bytes);
    },
  };
}
