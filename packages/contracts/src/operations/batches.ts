import { z } from "zod";
import { idSchema } from "../ids.ts";
import { operation } from "../doors.ts";
import {
  batch,
  batchBody,
  batchHeaders,
  batchStatus,
  failedRow,
  receivedRows,
  retryBody,
  rowOffset,
} from "../schemas/batch.ts";
import { delivery } from "../schemas/delivery.ts";
import { limited, renderedAs, wholeNumber } from "../schemas/fields.ts";
import { pageOf, pageQuery } from "../schemas/pagination.ts";

/** The most bytes of one request with rows. A batch takes as many requests as it needs. */
const maxPieceBytes = 64 * 1024 * 1024;

export const createBatch = operation({
  method: "post",
  path: "/batches",
  operationId: "createBatch",
  doors: { key: { scopes: ["documents"] }, member: { permission: "edit" } },
  servedBy: "gateway",
  hasLargeBody: true,
  request: { headers: batchHeaders, body: batchBody },
  response: { status: 201, content: "json", body: batch },
  problems: [
    "template.not_found",
    "template.not_published",
    "template.syntax_invalid",
    "quota.reached",
    "batch.not_found",
    "batch.too_large",
    "idempotency.key_reused",
    "webhook.url_refused",
  ],
});

export const listBatches = operation({
  method: "get",
  path: "/batches",
  operationId: "listBatches",
  doors: { key: { scopes: ["documents"] }, member: { permission: "read" } },
  request: {
    query: z.strictObject({
      ...pageQuery(["createdAt"], "createdAt:desc"),
      status: batchStatus.optional().meta({ description: "Only batches in this state." }),
    }),
  },
  response: { status: 200, content: "json", body: pageOf("batches", batch) },
});

const params = z.strictObject({ batchId: idSchema("batch") });

export const getBatch = operation({
  method: "get",
  path: "/batches/{batchId}",
  operationId: "getBatch",
  doors: { key: { scopes: ["documents"] }, member: { permission: "read" } },
  servedBy: "gateway",
  waits: true,
  request: {
    params,
    query: z.strictObject({
      wait: wholeNumber(0, 60)
        .optional()
        .meta({
          description:
            "Seconds that the answer waits for the batch to be completed, cancelled or paused. Default: 0. While very many requests wait, Platen answers at once.",
          example: 30,
          override: renderedAs({ type: "integer", minimum: 0, maximum: 60 }),
        }),
    }),
  },
  response: { status: 200, content: "json", body: batch },
  notFound: "batch.not_found",
});

export const getBatchEvents = operation({
  method: "get",
  path: "/batches/{batchId}/events",
  operationId: "getBatchEvents",
  doors: { key: { scopes: ["documents"] } },
  servedBy: "gateway",
  waits: true,
  request: {
    params,
    headers: z.object({
      "Last-Event-ID": limited(200).optional().meta({
        description: "The `id` of the last event that you have seen. Platen does not send it again.",
      }),
    }),
  },
  response: { status: 200, content: "events" },
  notFound: "batch.not_found",
});

export const addBatchRows = operation({
  method: "post",
  path: "/batches/{batchId}/rows",
  operationId: "addBatchRows",
  doors: { key: { scopes: ["documents"] }, member: { permission: "edit" } },
  servedBy: "gateway",
  waits: true,
  request: {
    params,
    headers: z.object({ "Row-Offset": rowOffset }),
    bytes: { maxBytes: maxPieceBytes, isStreamed: true, takesCompressed: true, mediaType: "application/x-ndjson" },
  },
  response: { status: 200, content: "json", body: receivedRows },
  problems: ["batch.not_open", "batch.offset_mismatch", "batch.too_large", "quota.reached", "request.malformed_json"],
  notFound: "batch.not_found",
});

const steering = {
  method: "post",
  doors: { key: { scopes: ["documents"] }, member: { permission: "edit" } },
  request: { params },
  response: { status: 200, content: "json", body: batch },
  problems: ["batch.not_open"],
  notFound: "batch.not_found",
} as const;

export const startBatch = operation({ ...steering, path: "/batches/{batchId}/start", operationId: "startBatch" });

export const pauseBatch = operation({ ...steering, path: "/batches/{batchId}/pause", operationId: "pauseBatch" });

export const resumeBatch = operation({ ...steering, path: "/batches/{batchId}/resume", operationId: "resumeBatch" });

export const cancelBatch = operation({
  method: "post",
  path: "/batches/{batchId}/cancel",
  operationId: "cancelBatch",
  doors: { key: { scopes: ["documents"] }, member: { permission: "edit" } },
  servedBy: "gateway",
  request: { params },
  response: { status: 200, content: "json", body: batch },
  notFound: "batch.not_found",
});

export const deleteBatch = operation({
  method: "delete",
  path: "/batches/{batchId}",
  operationId: "deleteBatch",
  doors: { key: { scopes: ["documents"] }, member: { permission: "edit" } },
  servedBy: "gateway",
  request: { params },
  response: { status: 204, content: "none" },
  notFound: "batch.not_found",
});

export const retryBatch = operation({
  ...steering,
  path: "/batches/{batchId}/retry",
  operationId: "retryBatch",
  request: { params, body: retryBody },
});

export const getBatchManifest = operation({
  method: "get",
  path: "/batches/{batchId}/manifest",
  operationId: "getBatchManifest",
  doors: { key: { scopes: ["documents"] }, member: { permission: "read" } },
  servedBy: "gateway",
  request: {
    params,
    query: z.strictObject({
      fromRow: wholeNumber(1, 1_000_000)
        .default(1)
        .meta({
          description: "The first row of the answer.",
          override: renderedAs({ type: "integer", minimum: 1, maximum: 1_000_000, default: 1 }),
        }),
    }),
  },
  response: { status: 200, content: "bytes" },
  mediaType: "application/x-ndjson",
  notFound: "batch.not_found",
});

/**
 * Reads failed rows of a batch with their data, some at a time: those from a row on that are stored together. Platen has the
 * rows for a day after the batch has ended.
 */
export const getFailedRows = operation({
  method: "get",
  path: "/batches/{batchId}/failed-rows",
  operationId: "getFailedRows",
  doors: { member: { permission: "edit" } },
  servedBy: "gateway",
  request: { params, query: z.strictObject({ fromRow: wholeNumber(1, 1_000_000).default(1) }) },
  response: {
    status: 200,
    content: "json",
    body: z.object({
      rows: z.array(failedRow),
      nextRow: z.int().nullable().meta({ description: "The row to read on from; null if there are no more." }),
    }),
  },
  problems: ["batch.not_open"],
  notFound: "batch.not_found",
});

export const getBatchZip = operation({
  method: "get",
  path: "/batches/{batchId}/zip",
  operationId: "getBatchZip",
  doors: { key: { scopes: ["documents"] }, member: { permission: "read" } },
  servedBy: "gateway",
  request: { params },
  response: { status: 200, content: "bytes" },
  mediaType: "application/zip",
  pending: batch,
  problems: ["content.not_found", "content.gone", "content.lost", "content.range_invalid"],
  notFound: "batch.not_found",
});

export const listBatchDeliveries = operation({
  method: "get",
  path: "/batches/{batchId}/deliveries",
  operationId: "listBatchDeliveries",
  doors: { key: { scopes: ["documents"] }, member: { permission: "read" } },
  request: { params, query: z.strictObject(pageQuery(["createdAt"], "createdAt:desc")) },
  response: { status: 200, content: "json", body: pageOf("deliveries", delivery) },
  notFound: "batch.not_found",
});

export const retryBatchDelivery = operation({
  method: "post",
  path: "/batches/{batchId}/deliveries/{deliveryId}/retry",
  operationId: "retryBatchDelivery",
  doors: { key: { scopes: ["documents"] }, member: { permission: "edit" } },
  request: { params: params.extend({ deliveryId: idSchema("delivery") }) },
  response: { status: 200, content: "json", body: delivery },
  notFound: "delivery.not_found",
});
