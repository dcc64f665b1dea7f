import { operations, Problem, type ResponseOutput } from "@platen/contracts";
import { accountHolder } from "@platen/contracts/holder";
import {
  appendBatchRows,
  closeBatch,
  countBatchRows,
  findBatchZip,
  internalOperations,
  maxManifestRows,
  openBatch,
  readBatchZipPage,
  readDocumentContent,
  readManifestRows,
  removeBatch,
  type ArchiveFile,
} from "@platen/contracts/internal";
import { Reply } from "@platen/http";
import type { ZipSource } from "@platen/zip";
import { credentialOf } from "../catalog/caller.ts";
import { idempotencyOf } from "../auth/request-key.ts";
import { batchEvents, knowsEnd } from "../batches/batch-events.ts";
import { receiveRows, type RowSink } from "../batches/receive-rows.ts";
import type { RecordWaits } from "../background/record-waits.ts";
import type { UploadTurns } from "../batches/upload-turns.ts";
import type { RowTurns } from "../batches/row-turns.ts";
import type { BodyWork } from "../bodies/body-work.ts";
import type { ReadTurns } from "../rate-limit/read-turns.ts";
import type { SharedReads } from "../batches/shared-reads.ts";
import type { ZipReply } from "../batches/zip-reply.ts";
import { keptTimeOf } from "./generate.ts";
import type { Routes } from "./routes.ts";

/** How often a waiting request looks whether its batch has ended. */
const pollMs = 2_000;
const zipRetryAfterSeconds = 5;
/** The first request has the list of files written. */
const zipTimeoutMs = 60_000;
const appendTimeoutMs = 15_000;
/** Of a request that brings all rows. */
const openTimeoutMs = 15_000;

/** The signal of a read for which others may wait as well when its caller hangs up. */
const unending = () => new AbortController().signal;

/** Refuses bodies that cannot be rows, before they are read. */
function refuseOtherBodies(header: (name: string) => string | undefined): void {
  if ((header("content-type") ?? "").toLowerCase().startsWith("multipart/")) {
    const message = "The body must be the rows themselves, not a form. With curl, use `--data-binary @rows.ndjson`.";
    throw new Problem("request.media_unsupported", { message });
  }
}

/** Mounts the operations of batches in which the gateway has work, for API keys and for members. */
export function mountBatches(
  routes: Routes,
  {
    config,
    recordWaits,
    uploadTurns,
    rowTurns,
    bodyWork,
    readTurns,
    batchReads,
    zipReply,
    cancelJob,
  }: {
    config: { BODY_LIMIT_BYTES: number; CONTENT_MAX_DAYS: number };
    recordWaits: RecordWaits;
    uploadTurns: UploadTurns;
    rowTurns: RowTurns;
    bodyWork: BodyWork;
    readTurns: ReadTurns;
    batchReads: SharedReads<ResponseOutput<typeof operations.getBatch.key>>;
    zipReply: ZipReply;
    cancelJob: (documentId: string) => void;
  },
): void {
  routes.mount(operations.createBatch, async (request, context) => {
    const { headers, body } = request;
    const { expiresIn, chunks, bodyHash, ...given } = body;
    const opened = {
      ...given,
      ...keptTimeOf(expiresIn, config.CONTENT_MAX_DAYS),
      idempotency: idempotencyOf("batch", headers["Idempotency-Key"], bodyHash),
      ...(chunks && { chunks }),
    };
    // A call with a key creates nothing twice.
    const settings = {
      signal: context.signal,
      isRepeatable: opened.idempotency !== undefined,
      ...(chunks && { timeoutMs: openTimeoutMs }),
    };
    const { isReplayed, ...batch } = await context.call(openBatch, { body: opened }, settings);
    return new Reply({
      data: batch,
      headers: {
        Location: `${context.projectPath}/batches/${batch.batchId}`,
        ...(isReplayed && { "Idempotency-Replayed": "true" }),
      },
    });
  });

  routes.mount(operations.getBatch, async ({ params, query }, context) => {
    const { call, tenant, signal } = context;
    const { wait = 0 } = query;
    const readIn = (asking: AbortSignal) => call(internalOperations.getBatch, { params }, { signal: asking });
    if (wait === 0) return readIn(signal);
    const { accountId } = await tenant();
    const holder = accountHolder(accountId);
    const read = (asking: AbortSignal) => readTurns.run(holder, asking, () => readIn(asking));
    const follower = batchReads.follow({
      subjectId: params.batchId,
      holder,
      credential: credentialOf(context.caller) ?? "",
      read: () => read(unending()),
    });
    try {
      return await recordWaits.untilFinal(() => read(signal), {
        subjectId: params.batchId,
        holder,
        waitMs: wait * 1_000,
        signal,
        isPending: ({ status }) => status === "queued" || status === "running",
        pollMs,
        readAgain: () => follower.read(),
      });
    } finally {
      follower.leave();
    }
  });

  routes.mount(operations.getBatchEvents, async ({ params, headers }, context) => {
    const { call, signal } = context;
    const { accountId } = await context.tenant();
    const holder = accountHolder(accountId);
    const readIn = (asking: AbortSignal) =>
      readTurns.run(holder, asking, () => call(internalOperations.getBatch, { params }, { signal: asking }));
    const read = () => readIn(unending());
    const batch = await readIn(signal);
    const lastEventId = headers["Last-Event-ID"];
    // To an `EventSource`, 204 says that it need not come back.
    if (knowsEnd(batch, lastEventId)) return new Reply({ status: 204 });
    const content = batchEvents(batch, {
      lastEventId,
      enter() {
        const leave = recordWaits.enter(holder);
        if (!leave) return undefined;
        const credential = credentialOf(context.caller) ?? "";
        const follower = batchReads.follow({ subjectId: params.batchId, holder, credential, read });
        return {
          read: () => follower.read(),
          leave() {
            follower.leave();
            leave();
          },
        };
      },
      signal: AbortSignal.any([signal, recordWaits.closing]),
    });
    return new Reply({
      headers: {
        "Content-Type": "text/event-stream",
        // Proxies neither keep nor compress the events, nor hold them back.
        "Cache-Control": "no-store, no-transform",
        "X-Accel-Buffering": "no",
        // So no idle connection is left when a gateway that closes has ended the stream.
        Connection: "close",
      },
      pieces: { content },
    });
  });

  routes.mount(operations.addBatchRows, async (request, context) => {
    const { call, tenant } = context;
    refuseOtherBodies((name) => context.header(name));
    const { params, headers, bytes } = request;
    const { accountId } = await tenant();
    const leave = await uploadTurns.take(accountHolder(accountId), 1, context.signal);
    try {
      const sink: RowSink = {
        count: async () => (await call(countBatchRows, { params })).rowCount,
        append: async (body) => {
          // The rows of a caller who hangs up are kept all the same, and rows that are there are not kept again.
          const settings = { isRepeatable: true, timeoutMs: appendTimeoutMs };
          return (await call(appendBatchRows, { params, body }, settings)).rowCount;
        },
      };
      const offset = headers["Row-Offset"];
      const { signal, holder } = context;
      const reading = {
        rowLimitBytes: config.BODY_LIMIT_BYTES,
        turns: rowTurns,
        parseLongRow: (line: Uint8Array, row: number) =>
          bodyWork.run("row", { line, row }, { bytes: line.byteLength, holder, signal }),
      };
      const rowCount = await receiveRows(bytes, { offset, sink, signal, reading });
      const data = { batchId: params.batchId, rowCount };
      return new Reply({ data, headers: { "Row-Offset": String(rowCount) } });
    } finally {
      leave();
    }
  });

  routes.mount(operations.cancelBatch, async ({ params }, { call, signal }) => {
    const { batch, documentIds } = await call(closeBatch, { params }, { signal });
    for (const documentId of documentIds) cancelJob(documentId);
    return batch;
  });

  routes.mount(operations.deleteBatch, async ({ params }, { call, signal }) => {
    const settings = { signal, isRepeatable: true };
    const { documentIds } = await call(removeBatch, { params }, settings);
    for (const documentId of documentIds) cancelJob(documentId);
    return undefined;
  });

  routes.mount(operations.getBatchManifest, async ({ params, query }, { signal, call }) => {
    const read = async (fromRow: number) =>
      (await call(readManifestRows, { params, query: { fromRow } }, { signal })).rows;
    // Before the headers, so that an unknown batch is answered with a problem.
    const first = await read(query.fromRow);
    const content = async function* () {
      for (let fromRow = query.fromRow, rows = first; rows.length > 0; rows = await read(fromRow)) {
        yield Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
        if (rows.length < maxManifestRows) return;
        fromRow += rows.length;
      }
    };
    return new Reply({
      headers: {
        "Content-Type": "application/x-ndjson; charset=utf-8",
        "Content-Disposition": `attachment; filename="${params.batchId}.ndjson"`,
        "Cache-Control": "private, no-cache",
      },
      pieces: { content: content() },
    });
  });

  routes.mount(operations.getBatchZip, async ({ params }, context) => {
    const { call, file, signal } = context;
    const { archive, batch } = await call(findBatchZip, { params }, { signal, timeoutMs: zipTimeoutMs });
    if (!archive)
      return new Reply({ status: 202, data: batch, headers: { "Retry-After": String(zipRetryAfterSeconds) } });
    const { archiveId } = archive;
    const source: ZipSource<ArchiveFile> = {
      readPage: async (page) =>
        (await call(readBatchZipPage, { params, query: { archiveId, page } }, { signal })).files,
      readFile: async ({ documentId, contentId }, from, to) => {
        const asked = { params: { ...params, documentId }, query: { contentId, from, to } };
        const { bytes } = await file(readDocumentContent, asked, { signal });
        if (bytes.byteLength === to - from + 1) return bytes;
        throw new Problem("internal", { cause: new Error(`the kept PDF ${contentId} is shorter than it was`) });
      },
    };
    return zipReply(archive, (name) => context.header(name), source);
  });
}
