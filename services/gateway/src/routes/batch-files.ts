import { operations, Problem } from "@platen/contracts";
import {
  findBatchZip,
  maxManifestRows,
  readBatchZipPage,
  readFailedRows,
  readDocumentContent,
  readManifestRows,
  type ArchiveFile,
} from "@platen/contracts/internal";
import { Reply } from "@platen/http";
import type { ZipSource } from "@platen/zip";
import { unpackFailedRows } from "../batches/unpack-failed-rows.ts";
import type { ZipReply } from "../batches/zip-reply.ts";
import type { Routes } from "./routes.ts";

const zipRetryAfterSeconds = 5;
/** The first request has the list of files written. */
const zipTimeoutMs = 60_000;

/** Mounts the downloads of a batch: the list of its rows, those that failed, and the ZIP of its PDFs. */
export function mountBatchFiles(routes: Routes, { zipReply }: { zipReply: ZipReply }): void {
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

  routes.mount(operations.getFailedRows, async ({ params, query }, { signal, call }) => {
    const found = await call(readFailedRows, { params: { batchId: params.batchId }, query }, { signal });
    const { nextRow } = found;
    return { rows: await unpackFailedRows(found), nextRow: nextRow === null ? null : nextRow + 1 };
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
