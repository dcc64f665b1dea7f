import { operations, tolerantOperation, type RequestOf, type ResponseOutput } from "@platen/contracts";
import { ApiProblem, TransportError } from "./api-problem.ts";
import type { CallOptions, Transport } from "./transport.ts";

/** The operations of batches as a client reads their answers, which may come from a later release. */
const api = {
  createBatch: tolerantOperation(operations.createBatch),
  listBatches: tolerantOperation(operations.listBatches),
  getBatch: tolerantOperation(operations.getBatch),
  addBatchRows: tolerantOperation(operations.addBatchRows),
  startBatch: tolerantOperation(operations.startBatch),
  pauseBatch: tolerantOperation(operations.pauseBatch),
  resumeBatch: tolerantOperation(operations.resumeBatch),
  cancelBatch: tolerantOperation(operations.cancelBatch),
  retryBatch: tolerantOperation(operations.retryBatch),
};

/** A request for many documents of one template. */
export type CreateBatchRequest = RequestOf<typeof operations.createBatch>["body"];
/** Many documents of one template. */
export type Batch = ResponseOutput<(typeof api)["getBatch"]>;
/** A row of a batch: one document. */
export type BatchRow = {
  data: Record<string, unknown>;
  /** Your own name for the document. */
  reference?: string;
  /** The name of its PDF, also in the ZIP. */
  filename?: string;
  metadata?: Record<string, string>;
};

/** The rows of one request: so many bytes, or one row. */
const pieceBytes = 2_000_000;
/** The bytes of a ZIP that one request asks for. */
const rangeBytes = 8 * 1024 * 1024;
/** How long one request waits: shorter than proxies let a connection idle. */
const waitSeconds = 30;
const betweenWaitsMs = 500;
/** The waits before a request is sent again that got no answer, or was told to come later. */
const retryWaitsMs = [500, 1_000, 2_000, 5_000, 10_000];

const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** How long to wait before a failed request may be sent again; undefined if it would fail again. */
function waitAfter(error: unknown, tries: number): number | undefined {
  const wait = retryWaitsMs[tries];
  if (wait === undefined) return undefined;
  if (error instanceof TransportError)
    return error.failure === "connection" || error.failure === "timeout" ? wait : undefined;
  if (!(error instanceof ApiProblem) || (error.status !== 429 && error.status !== 503)) return undefined;
  return Math.max(wait, (error.retryAfterSeconds ?? 0) * 1_000);
}

/** Sends a request that changes nothing the second time, again and again while that may help. */
async function persistently<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await send();
    } catch (error) {
      const wait = waitAfter(error, tries);
      if (wait === undefined) throw error;
      await after(wait);
    }
  }
}

/** Joins rows to pieces of NDJSON, leaving out the first ones. */
async function* piecesOf(
  rows: Iterable<BatchRow> | AsyncIterable<BatchRow>,
  skipped: number,
): AsyncGenerator<{ bytes: Uint8Array; offset: number }> {
  const encoder = new TextEncoder();
  let lines: Uint8Array[] = [];
  let bytes = 0;
  let row = 0;
  let offset = skipped;

  function piece(): { bytes: Uint8Array; offset: number } {
    const joined = new Uint8Array(bytes);
    let at = 0;
    for (const line of lines) {
      joined.set(line, at);
      at += line.byteLength;
    }
    const made = { bytes: joined, offset };
    [lines, bytes, offset] = [[], 0, row];
    return made;
  }

  for await (const each of rows) {
    row += 1;
    if (row <= skipped) continue;
    const line = encoder.encode(`${JSON.stringify(each)}\n`);
    lines.push(line);
    bytes += line.byteLength;
    if (bytes >= pieceBytes) yield piece();
  }
  if (lines.length > 0) yield piece();
}

/** The size of a file of which an answer is a part; undefined for an answer that is the whole. */
function sizeIn(contentRange: string | undefined): number | undefined {
  const size = contentRange?.split("/")[1];
  return size === undefined ? undefined : Number(size);
}

/** Creates the methods of batches. */
export function createBatchMethods(transport: Transport) {
  const getBatch = (batchId: string, { wait, ...call }: CallOptions & { wait?: number } = {}): Promise<Batch> =>
    transport.call(api.getBatch, { params: { batchId }, query: { wait } }, call);

  return {
    /** Creates a batch: many documents of one template. Send its rows, then start it. */
    createBatch(body: CreateBatchRequest, call?: CallOptions): Promise<Batch> {
      return transport.call(api.createBatch, { body }, call);
    },
    /** Lists one page of batches. */
    listBatches(query: RequestOf<typeof api.listBatches>["query"] = {}, call?: CallOptions) {
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
      let { rowCount } = await persistently(() => getBatch(batchId, call));
      for await (const { bytes, offset } of piecesOf(rows, rowCount)) {
        const request = { params: { batchId }, headers: { "Row-Offset": offset }, bytes };
        ({ rowCount } = await persistently(() => transport.call(api.addBatchRows, request, call)));
      }
      return rowCount;
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
     * Downloads the PDFs of a batch as a ZIP, piece by piece, and asks again for a piece that does not arrive:
     * `await writeFile("all.zip", client.downloadZip(batchId))`.
     */
    async *downloadZip(batchId: string, call?: CallOptions): AsyncGenerator<Uint8Array> {
      let etag: string | undefined;
      for (let at = 0, sizeBytes = 1; at < sizeBytes;) {
        const range = { range: `bytes=${at}-${at + rangeBytes - 1}`, ...(etag !== undefined && { "if-range": etag }) };
        const headers = { ...call?.headers, ...range };
        const { bytes, header } = await persistently(() =>
          transport.bytes(operations.getBatchZip, { params: { batchId } }, { ...call, headers }),
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
      const { bytes } = await transport.bytes(operations.getBatchManifest, { params: { batchId } }, call);
      return new TextDecoder().decode(bytes);
    },
  };
}
