import { operations, Problem } from "@platen/contracts";
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
  type ArchiveFile,
} from "@platen/contracts/internal";
import { Reply, type CallContext } from "@platen/http";
import type { ZipSource } from "@platen/zip";
import { keyHashOf, type Caller } from "../auth/caller.ts";
import { tenantOfKey } from "../auth/verify-caller.ts";
import { receiveRows, type RowSink } from "../batches/receive-rows.ts";
import type { Dependencies } from "../dependencies.ts";
import { keptSeconds } from "./generate.ts";
import type { Routes } from "./routes.ts";

/** How often a waiting request looks whether its batch has ended. */
const pollMs = 2_000;
const zipRetryAfterSeconds = 5;
/** The first request has the list of files written. */
const zipTimeoutMs = 60_000;
const appendTimeoutMs = 15_000;

/** Refuses bodies that cannot be rows, before they are read. */
function refuseOtherBodies(header: (name: string) => string | undefined): void {
  if ((header("content-encoding") ?? "identity").toLowerCase() !== "identity") {
    const message = "Rows cannot be compressed. Send them without `Content-Encoding`.";
    throw new Problem("request.media_unsupported", { message });
  }
  if ((header("content-type") ?? "").toLowerCase().startsWith("multipart/")) {
    const message = "The body must be the rows themselves, not a form. With curl, use `--data-binary @rows.ndjson`.";
    throw new Problem("request.media_unsupported", { message });
  }
}

/** Mounts the operations of batches in which the gateway has work. */
export function mountBatches(
  routes: Routes,
  { config, catalog, tenants, documentWaits, uploadTurns, zipReply, cancelJob }: Dependencies,
): void {
  type Context = CallContext<Caller>;
  const tenantOf = (context: Context) =>
    tenants.of(keyHashOf(context.caller), () => tenantOfKey(catalog, context, { signal: context.signal }));

  routes.mount(operations.createBatch, async ({ body: { expiresIn, ...body } }, context) => {
    const keepSeconds = keptSeconds(expiresIn, config.CONTENT_MAX_DAYS);
    const batch = await catalog.call(openBatch, { body: { ...body, keepSeconds } }, context, {
      publicOperation: operations.createBatch,
      signal: context.signal,
    });
    return new Reply({ data: batch, headers: { Location: `/api/v1/batches/${batch.batchId}` } });
  });

  routes.mount(operations.getBatch, async ({ params, query: { wait = 0 } }, context) => {
    const { signal } = context;
    const call = { publicOperation: operations.getBatch, signal };
    const read = () => catalog.call(internalOperations.getBatch, { params }, context, call);
    if (wait === 0) return read();
    const { projectId } = await tenantOf(context);
    return documentWaits.untilFinal(read, {
      documentId: params.batchId,
      projectId,
      waitMs: wait * 1_000,
      signal,
      isPending: ({ status }) => status === "queued" || status === "running",
      pollMs,
    });
  });

  routes.mount(operations.addBatchRows, async ({ params, headers, bytes }, context) => {
    refuseOtherBodies((name) => context.header(name));
    const { projectId } = await tenantOf(context);
    const leave = await uploadTurns.take(projectId, 1, context.signal);
    try {
      const publicOperation = operations.addBatchRows;
      const sink: RowSink = {
        count: async () => (await catalog.call(countBatchRows, { params }, context, { publicOperation })).rowCount,
        append: async (body) => {
          // The rows of a caller who hangs up are kept all the same, and rows that are there are not kept again.
          const call = { publicOperation, isRepeatable: true, timeoutMs: appendTimeoutMs };
          return (await catalog.call(appendBatchRows, { params, body }, context, call)).rowCount;
        },
      };
      const offset = headers["Row-Offset"];
      const rowCount = await receiveRows(bytes, { offset, sink, rowLimitBytes: config.BODY_LIMIT_BYTES });
      const data = { batchId: params.batchId, rowCount };
      return new Reply({ data, headers: { "Row-Offset": String(rowCount) } });
    } finally {
      leave();
    }
  });

  routes.mount(operations.cancelBatch, async ({ params }, context) => {
    const { batch, documentIds } = await catalog.call(closeBatch, { params }, context, {
      publicOperation: operations.cancelBatch,
      signal: context.signal,
    });
    for (const documentId of documentIds) cancelJob(documentId);
    return batch;
  });

  routes.mount(operations.getBatchManifest, async ({ params, query }, context) => {
    const call = { publicOperation: operations.getBatchManifest, signal: context.signal };
    const read = async (fromRow: number) =>
      (await catalog.call(readManifestRows, { params, query: { fromRow } }, context, call)).rows;
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
    const call = { publicOperation: operations.getBatchZip, signal: context.signal };
    const found = await catalog.call(findBatchZip, { params }, context, { ...call, timeoutMs: zipTimeoutMs });
    const { archive, batch } = found;
    if (!archive)
      return new Reply({ status: 202, data: batch, headers: { "Retry-After": String(zipRetryAfterSeconds) } });
    const { archiveId } = archive;
    const source: ZipSource<ArchiveFile> = {
      readPage: async (page) =>
        (await catalog.call(readBatchZipPage, { params, query: { archiveId, page } }, context, call)).files,
      readFile: async ({ documentId, contentId }, from, to) => {
        const asked = { params: { documentId }, query: { contentId, from, to } };
        const { bytes } = await catalog.file(readDocumentContent, asked, context, call);
        if (bytes.byteLength === to - from + 1) return bytes;
        throw new Problem("internal", { cause: new Error(`the kept PDF ${contentId} is shorter than it was`) });
      },
    };
    return zipReply(archive, (name) => context.header(name), source);
  });
}
