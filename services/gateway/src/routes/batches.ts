import { operations, Problem, type ResponseOutput } from "@platen/contracts";
import { accountHolder } from "@platen/contracts/holder";
import {
  appendBatchRows,
  appendProjectBatchRows,
  closeBatch,
  closeProjectBatch,
  countBatchRows,
  countProjectBatchRows,
  findBatchZip,
  findProjectBatchZip,
  internalOperations,
  maxManifestRows,
  openBatch,
  openProjectBatch,
  readBatchZipPage,
  readDocumentContent,
  readManifestRows,
  readProjectBatchZipPage,
  readProjectDocumentContent,
  readProjectManifestRows,
  removeBatch,
  removeProjectBatch,
  type ArchiveFile,
} from "@platen/contracts/internal";
import { Reply } from "@platen/http";
import type { ZipSource } from "@platen/zip";
import { credentialOf, keyHashOf } from "../catalog/caller.ts";
import { idempotencyOf } from "../auth/request-key.ts";
import { tenantOfKey } from "../auth/verify-caller.ts";
import { batchEvents, knowsEnd } from "../batches/batch-events.ts";
import { receiveRows, type RowSink } from "../batches/receive-rows.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { ProjectTenants } from "../rate-limit/tenants.ts";
import type { RecordWaits } from "../background/record-waits.ts";
import type { UploadTurns } from "../batches/upload-turns.ts";
import type { RowTurns } from "../batches/row-turns.ts";
import type { BodyWork } from "../bodies/body-work.ts";
import type { ReadTurns } from "../rate-limit/read-turns.ts";
import type { SharedReads } from "../batches/shared-reads.ts";
import type { ZipReply } from "../batches/zip-reply.ts";
import { keptTimeOf } from "./generate.ts";
import { createMountBoth } from "./mount-both.ts";
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

/** The catalog's operations, for members and for API keys. */
const inCatalog = {
  open: [openProjectBatch, openBatch],
  get: [internalOperations.getProjectBatch, internalOperations.getBatch],
  countRows: [countProjectBatchRows, countBatchRows],
  appendRows: [appendProjectBatchRows, appendBatchRows],
  close: [closeProjectBatch, closeBatch],
  remove: [removeProjectBatch, removeBatch],
  readManifest: [readProjectManifestRows, readManifestRows],
  findZip: [findProjectBatchZip, findBatchZip],
  readZipPage: [readProjectBatchZipPage, readBatchZipPage],
  readContent: [readProjectDocumentContent, readDocumentContent],
} as const;

/** Mounts the operations of batches in which the gateway has work, for API keys and for members. */
export function mountBatches(
  routes: Routes,
  {
    config,
    catalog,
    tenants,
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
    catalog: Catalog;
    tenants: ProjectTenants;
    recordWaits: RecordWaits;
    uploadTurns: UploadTurns;
    rowTurns: RowTurns;
    bodyWork: BodyWork;
    readTurns: ReadTurns;
    batchReads: SharedReads<ResponseOutput<typeof operations.getBatch>>;
    zipReply: ZipReply;
    cancelJob: (documentId: string) => void;
  },
): void {
  const mountBoth = createMountBoth(routes, { catalog, tenants });

  mountBoth(operations.createProjectBatch, operations.createBatch, async (request, { context, call }) => {
    const { params, headers, body } = request;
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
    const { isReplayed, ...batch } = await call(inCatalog.open, { params, body: opened }, settings);
    const place = context.caller.kind === "key" ? "/api/v1" : `/api/dashboard/projects/${params.projectId}`;
    return new Reply({
      data: batch,
      headers: {
        Location: `${place}/batches/${batch.batchId}`,
        ...(isReplayed && { "Idempotency-Replayed": "true" }),
      },
    });
  });

  mountBoth(operations.getProjectBatch, operations.getBatch, async ({ params, query }, { context, call, tenant }) => {
    const { signal } = context;
    const { wait = 0 } = query;
    const readIn = (asking: AbortSignal) => call(inCatalog.get, { params }, { signal: asking });
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
    const { caller, signal } = context;
    const { accountId } = await tenants.of(keyHashOf(caller), () => tenantOfKey(catalog, context, { signal }));
    const holder = accountHolder(accountId);
    const readIn = (asking: AbortSignal) =>
      readTurns.run(holder, asking, () =>
        catalog.call(internalOperations.getBatch, { params }, context, {
          publicOperation: operations.getBatchEvents,
          signal: asking,
        }),
      );
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
        const credential = keyHashOf(caller);
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

  mountBoth(operations.addProjectBatchRows, operations.addBatchRows, async (request, { context, call, tenant }) => {
    refuseOtherBodies((name) => context.header(name));
    const { params, headers, bytes } = request;
    const { accountId } = await tenant();
    const leave = await uploadTurns.take(accountHolder(accountId), 1, context.signal);
    try {
      const sink: RowSink = {
        count: async () => (await call(inCatalog.countRows, { params })).rowCount,
        append: async (body) => {
          // The rows of a caller who hangs up are kept all the same, and rows that are there are not kept again.
          const settings = { isRepeatable: true, timeoutMs: appendTimeoutMs };
          return (await call(inCatalog.appendRows, { params, body }, settings)).rowCount;
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

  mountBoth(operations.cancelProjectBatch, operations.cancelBatch, async ({ params }, { context, call }) => {
    const { batch, documentIds } = await call(inCatalog.close, { params }, { signal: context.signal });
    for (const documentId of documentIds) cancelJob(documentId);
    return batch;
  });

  mountBoth(operations.deleteProjectBatch, operations.deleteBatch, async ({ params }, { context, call }) => {
    const settings = { signal: context.signal, isRepeatable: true };
    const { documentIds } = await call(inCatalog.remove, { params }, settings);
    for (const documentId of documentIds) cancelJob(documentId);
    return undefined;
  });

  mountBoth(
    operations.getProjectBatchManifest,
    operations.getBatchManifest,
    async ({ params, query }, { context: { signal }, call }) => {
      const read = async (fromRow: number) =>
        (await call(inCatalog.readManifest, { params, query: { fromRow } }, { signal })).rows;
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
    },
  );

  mountBoth(operations.getProjectBatchZip, operations.getBatchZip, async ({ params }, { context, call, file }) => {
    const { signal } = context;
    const { archive, batch } = await call(inCatalog.findZip, { params }, { signal, timeoutMs: zipTimeoutMs });
    if (!archive)
      return new Reply({ status: 202, data: batch, headers: { "Retry-After": String(zipRetryAfterSeconds) } });
    const { archiveId } = archive;
    const source: ZipSource<ArchiveFile> = {
      readPage: async (page) =>
        (await call(inCatalog.readZipPage, { params, query: { archiveId, page } }, { signal })).files,
      readFile: async ({ documentId, contentId }, from, to) => {
        const asked = { params: { ...params, documentId }, query: { contentId, from, to } };
        const { bytes } = await file(inCatalog.readContent, asked, { signal });
        if (bytes.byteLength === to - from + 1) return bytes;
        throw new Problem("internal", { cause: new Error(`the kept PDF ${contentId} is shorter than it was`) });
      },
    };
    return zipReply(archive, (name) => context.header(name), source);
  });
}
