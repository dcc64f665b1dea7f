import { z } from "zod";
import { idSchema } from "../ids.ts";
import {
  addBatchRows,
  cancelBatch,
  createBatch,
  deleteBatch,
  getBatch,
  getBatchManifest,
  getBatchZip,
  getFailedRows,
} from "../operations/batches.ts";
import { batch, batchBody, batchRow, failedRow, manifestRow, receivedRows } from "../schemas/batch.ts";
import { failure } from "../schemas/document.ts";
import { idempotency } from "./idempotency.ts";
import { limited } from "../schemas/fields.ts";
import { list } from "../schemas/list.ts";
import { rowRendering, renderOptionNames } from "../schemas/render-request.ts";
import { catalogOperation, internalOperation } from "./internal-operation.ts";
import { keptTime } from "./kept-time.ts";

/** The most rows that the gateway sends to the catalog at once. */
export const maxRowsPerChunk = 200;
/** The most rows of a manifest that the catalog reads at once. */
export const maxManifestRows = 500;
/** The largest deflated chunk of rows, as base64. A chunk of one row may be as large as the data of a document. */
const maxChunkCharacters = 28_000_000;

/** The most chunks of a batch that is created with its rows. Large rows come one in a chunk. */
const maxChunksPerCall = 100_000;

const rowNotes = batchRow.omit({ data: true });
/** What a row says besides its data. */
export type RowNotes = z.infer<typeof rowNotes>;

const rowChunk = z.strictObject({
  firstRow: z.int().nonnegative(),
  /** The bytes of each row's data. */
  sizes: list(z.int().positive(), maxRowsPerChunk).min(1),
  /** Of each row, null for a row that has only data. */
  notes: list(rowNotes.nullable(), maxRowsPerChunk).min(1),
  /** The rows' data as JSON, one after the other, deflated. The catalog never looks inside. */
  data: limited(maxChunkCharacters).check(z.base64()),
});
/** Rows that follow one another, as the catalog keeps them. */
export type RowChunk = z.infer<typeof rowChunk>;

/** Creates a batch. With rows, it has all of them and is started. */
export const openBatch = {
  ...internalOperation(createBatch),
  operationId: "openBatch",
  request: {
    body: batchBody.omit({ ...renderOptionNames, filename: true, expiresIn: true, rows: true }).extend({
      ...keptTime.shape,
      rendering: rowRendering,
      chunks: list(rowChunk, maxChunksPerCall).min(1).optional(),
      idempotency: idempotency.optional(),
    }),
  },
  response: {
    status: 201,
    content: "json",
    body: batch.extend({
      isReplayed: z.boolean().meta({ description: "Whether an earlier request with the same key created it." }),
    }),
  },
} as const;

/**
 * Keeps rows that follow those that the catalog has. It takes nothing if it has another number of rows, and answers with
 * that number: the caller leaves out what is there.
 */
export const appendBatchRows = {
  ...internalOperation(addBatchRows),
  operationId: "appendBatchRows",
  hasLargeBody: true,
  request: {
    params: addBatchRows.key.request.params,
    body: rowChunk,
  },
} as const;

/** Tells how many rows the catalog has of a batch that takes rows. */
export const countBatchRows = catalogOperation({
  ...internalOperation(getBatch),
  path: "/internal/project/batches/{batchId}/rows",
  operationId: "countBatchRows",
  request: { params: getBatch.key.request.params },
  response: { status: 200, content: "json", body: receivedRows },
  problems: ["batch.not_open"],
});

/** Reads a batch. The gateway does the waiting. */
export const readBatch = { ...internalOperation(getBatch), request: { params: getBatch.key.request.params } } as const;

/** Cancels a batch, and tells which of its documents were under way. */
export const closeBatch = {
  ...internalOperation(cancelBatch),
  operationId: "closeBatch",
  response: {
    status: 200,
    content: "json",
    body: z.object({ batch, documentIds: z.array(idSchema("document")) }),
  },
} as const;

/** Deletes a batch, and tells which of its documents were under way. */
export const removeBatch = {
  ...internalOperation(deleteBatch),
  operationId: "removeBatch",
  response: { status: 200, content: "json", body: z.object({ documentIds: z.array(idSchema("document")) }) },
} as const;

/** Reads rows of a batch with what became of them. */
export const readManifestRows = {
  ...internalOperation(getBatchManifest),
  operationId: "readManifestRows",
  response: { status: 200, content: "json", body: z.object({ rows: z.array(manifestRow) }) },
} as const;

/** Reads failed rows of a batch: those of one chunk, whose data the gateway unpacks. */
export const readFailedRows = {
  ...internalOperation(getFailedRows),
  operationId: "readFailedRows",
  response: {
    status: 200,
    content: "json",
    body: z.object({
      firstRow: z.int(),
      sizes: z.array(z.int()),
      /** The data of all rows of the chunk, deflated. */
      data: z.string(),
      failed: z.array(failedRow.pick({ row: true, reference: true }).extend({ failure })),
      nextRow: z.int().nullable(),
    }),
  },
} as const;

const archive = z.object({
  archiveId: idSchema("archive"),
  name: z.string(),
  files: z.int(),
  /** Bytes of all files with their headers, and of the directory behind them without its end. */
  filesBytes: z.int(),
  directoryBytes: z.int(),
  modifiedAt: z.int().meta({ description: "In milliseconds since the epoch." }),
  /** Where the files of each page begin, and their entries in the directory. */
  pages: z.array(z.object({ fileOffset: z.int(), directoryOffset: z.int() })),
});
/** What a ZIP of a batch consists of, without its files. */
export type Archive = z.infer<typeof archive>;

/** Finds the ZIP of a batch; null while the batch is not final. */
export const findBatchZip = {
  ...internalOperation(getBatchZip),
  operationId: "findBatchZip",
  response: { status: 200, content: "json", body: z.object({ archive: archive.nullable(), batch }) },
} as const;

const archiveFile = z.object({
  name: z.string(),
  sizeBytes: z.int(),
  crc32: z.int(),
  documentId: idSchema("document"),
  contentId: idSchema("content"),
});
export type ArchiveFile = z.infer<typeof archiveFile>;

/** Reads the files of one page of a ZIP. */
export const readBatchZipPage = {
  ...internalOperation(getBatchZip),
  path: "/internal/project/batches/{batchId}/zip/files",
  operationId: "readBatchZipPage",
  request: {
    params: getBatchZip.key.request.params,
    query: z.strictObject({ archiveId: idSchema("archive"), page: z.coerce.number().int().nonnegative() }),
  },
  response: { status: 200, content: "json", body: z.object({ files: z.array(archiveFile) }) },
} as const;

/** Reads the rows of a running batch that lie around one of them, for the courier that feeds it. */
export const readBatchChunk = catalogOperation({
  method: "get",
  path: "/internal/background/batches/{batchId}/rows/{row}",
  operationId: "readBatchChunk",
  callerKind: "courier",
  request: {
    params: z.strictObject({ batchId: idSchema("batch"), row: z.coerce.number().int().nonnegative() }),
    query: z.strictObject({ projectId: idSchema("project") }),
  },
  response: {
    status: 200,
    content: "json",
    body: z.object({
      firstRow: z.int(),
      sizes: z.array(z.int()),
      data: z.string(),
      rendering: rowRendering,
      /** Which rows bring a file name of their own. */
      areNamed: z.array(z.boolean()).optional(),
    }),
  },
  notFound: "batch.not_found",
});

/** Tells how the batches move, for the metrics of the courier. */
export const readBatchProgress = catalogOperation({
  method: "get",
  path: "/internal/background/batches",
  operationId: "readBatchProgress",
  callerKind: "courier",
  request: {},
  response: {
    status: 200,
    content: "json",
    body: z.object({
      batches: z.int().meta({ description: "Batches that are due: started, not paused, not final." }),
      openRows: z.int().meta({ description: "Rows of these batches that are not done." }),
      stillMs: z
        .number()
        .meta({ description: "For how long the stillest of them has had no row done, in milliseconds." }),
    }),
  },
});
