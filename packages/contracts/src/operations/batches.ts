import { z } from "zod";
import { idSchema } from "../ids.ts";
import { operation } from "../operation.ts";
import { batch, batchBody, batchHeaders, batchStatus, receivedRows, retryBody, rowOffset } from "../schemas/batch.ts";
import { delivery } from "../schemas/delivery.ts";
import { limited, renderedAs, wholeNumber } from "../schemas/fields.ts";
import { pageOf, pageQuery } from "../schemas/pagination.ts";

const tag = "Batches";
/** The most bytes of one request with rows. A batch takes as many requests as it needs. */
const maxPieceBytes = 64 * 1024 * 1024;

export const createBatch = operation({
  method: "post",
  path: "/api/v1/batches",
  operationId: "createBatch",
  hasLargeBody: true,
  summary: "Create a batch",
  description:
    "Creates a batch of documents of one template. With `rows`, Platen has all rows and starts the batch. Without, send the rows with `POST /batches/{batchId}/rows`, then start it. The request needs an installation that keeps PDFs.",
  tag,
  access: "apiKey",
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
  path: "/api/v1/batches",
  operationId: "listBatches",
  summary: "List batches",
  tag,
  access: "apiKey",
  request: {
    query: z.strictObject({
      ...pageQuery(["createdAt"], "createdAt:desc"),
      status: batchStatus.optional().meta({ description: "Only batches in this state." }),
    }),
  },
  response: { status: 200, content: "json", body: pageOf("batches", batch) },
  problems: [],
});

const params = z.strictObject({ batchId: idSchema("batch") });

export const getBatch = operation({
  method: "get",
  path: "/api/v1/batches/{batchId}",
  operationId: "getBatch",
  summary: "Get a batch",
  tag,
  access: "apiKey",
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
  problems: [],
  notFound: "batch.not_found",
});

export const getBatchEvents = operation({
  method: "get",
  path: "/api/v1/batches/{batchId}/events",
  operationId: "getBatchEvents",
  summary: "Follow a batch",
  description:
    "Server-Sent Events: `progress` at once and when the batch has changed, at most once a second, and `end` when it is completed or cancelled. `data` is the batch, as `GET /batches/{batchId}` answers. A batch that is paused is a `progress`, because it may go on. The stream is over after 55 seconds, and an `EventSource` comes back by itself with `Last-Event-ID`. While very many requests wait, it is over after the first event.",
  tag,
  access: "apiKey",
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
  problems: [],
  notFound: "batch.not_found",
});

export const addBatchRows = operation({
  method: "post",
  path: "/api/v1/batches/{batchId}/rows",
  operationId: "addBatchRows",
  summary: "Add rows to a batch",
  description:
    'Takes NDJSON: each line is a row, such as `{"data": {"number": "17"}, "reference": "e-17", "filename": "17.pdf", "metadata": {"department": "sales"}}`, of which only `data` is required. Platen keeps the rows while they arrive. After a connection that broke or a wrong row, it has the rows before: the header `Row-Offset` of an answer and `rowCount` of the batch tell how many. A request has at most 64 MiB, 30 seconds and 10,000 blank lines, and ends after 10 seconds without a row. Its body may be compressed by gzip, deflate or br, and has at most 64 MiB and 100 times its compressed size then.',
  tag,
  access: "apiKey",
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

export const startBatch = operation({
  method: "post",
  path: "/api/v1/batches/{batchId}/start",
  operationId: "startBatch",
  summary: "Start a batch",
  description: "Ends the taking of rows. Platen then makes the documents. Starting a batch again changes nothing.",
  tag,
  access: "apiKey",
  request: { params },
  response: { status: 200, content: "json", body: batch },
  problems: ["batch.not_open"],
  notFound: "batch.not_found",
});

export const pauseBatch = operation({
  method: "post",
  path: "/api/v1/batches/{batchId}/pause",
  operationId: "pauseBatch",
  summary: "Pause a batch",
  description: "Documents that a worker has are still made; no others until the batch is resumed.",
  tag,
  access: "apiKey",
  request: { params },
  response: { status: 200, content: "json", body: batch },
  problems: ["batch.not_open"],
  notFound: "batch.not_found",
});

export const resumeBatch = operation({
  method: "post",
  path: "/api/v1/batches/{batchId}/resume",
  operationId: "resumeBatch",
  summary: "Resume a batch",
  description: "Goes on with a paused batch. The failures until now no longer count for `stopAfterFailures`.",
  tag,
  access: "apiKey",
  request: { params },
  response: { status: 200, content: "json", body: batch },
  problems: ["batch.not_open"],
  notFound: "batch.not_found",
});

export const cancelBatch = operation({
  method: "post",
  path: "/api/v1/batches/{batchId}/cancel",
  operationId: "cancelBatch",
  summary: "Cancel a batch",
  description:
    "Cancels all rows that are not done, at once. PDFs that are made stay. A batch that is completed or cancelled stays as it is.",
  tag,
  access: "apiKey",
  request: { params },
  response: { status: 200, content: "json", body: batch },
  problems: [],
  notFound: "batch.not_found",
});

export const deleteBatch = operation({
  method: "delete",
  path: "/api/v1/batches/{batchId}",
  operationId: "deleteBatch",
  summary: "Delete a batch",
  description:
    "Cancels the batch if it has not ended, and deletes its rows and the PDFs of its documents: from now on no caller gets them. Platen frees their space within some minutes. The records of the documents stay.",
  tag,
  access: "apiKey",
  request: { params },
  response: { status: 204, content: "none" },
  problems: [],
  notFound: "batch.not_found",
});

export const retryBatch = operation({
  method: "post",
  path: "/api/v1/batches/{batchId}/retry",
  operationId: "retryBatch",
  summary: "Retry the failed rows of a batch",
  description:
    "Makes new documents of failed rows of a completed or paused batch. The records of the failed documents stay. Platen has the rows for a day after the batch has ended.",
  tag,
  access: "apiKey",
  request: { params, body: retryBody },
  response: { status: 200, content: "json", body: batch },
  problems: ["batch.not_open"],
  notFound: "batch.not_found",
});

export const getBatchManifest = operation({
  method: "get",
  path: "/api/v1/batches/{batchId}/manifest",
  operationId: "getBatchManifest",
  summary: "Download the manifest of a batch",
  description:
    "Returns NDJSON, a line for each row in their order: `row` (from 1), `reference`, `documentId`, `status`, `filename`, `pageCount`, `sizeBytes`, `sha256` and `failure`.",
  tag,
  access: "apiKey",
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
  problems: [],
  notFound: "batch.not_found",
});

export const getBatchZip = operation({
  method: "get",
  path: "/api/v1/batches/{batchId}/zip",
  operationId: "getBatchZip",
  summary: "Download the PDFs of a batch as a ZIP",
  description:
    "Returns a ZIP of all PDFs that the batch has. `Range` and `If-Range` resume a download; `ETag` changes when PDFs were added, deleted or have expired, and `If-None-Match` with it is answered with status 304. A batch that is not completed or cancelled is answered with status 202 and `Retry-After`. Platen compares each PDF with its checksum while it sends it, and breaks the connection if the bytes have changed.",
  tag,
  access: "apiKey",
  request: { params },
  response: { status: 200, content: "bytes" },
  mediaType: "application/zip",
  pending: batch,
  problems: ["content.not_found", "content.gone", "content.lost", "content.range_invalid"],
  notFound: "batch.not_found",
});

export const listBatchDeliveries = operation({
  method: "get",
  path: "/api/v1/batches/{batchId}/deliveries",
  operationId: "listBatchDeliveries",
  summary: "List a batch's deliveries",
  description:
    "Lists the messages to the `callbackUrl` of the batch, one for each time that it was completed, cancelled or paused, with the attempts at each.",
  tag,
  access: "apiKey",
  request: { params, query: z.strictObject(pageQuery(["createdAt"], "createdAt:desc")) },
  response: { status: 200, content: "json", body: pageOf("deliveries", delivery) },
  problems: [],
  notFound: "batch.not_found",
});

export const retryBatchDelivery = operation({
  method: "post",
  path: "/api/v1/batches/{batchId}/deliveries/{deliveryId}/retry",
  operationId: "retryBatchDelivery",
  summary: "Send a batch's delivery again",
  description:
    "Sends the same message with the same `webhook-id` again, at once, also if it was delivered. All attempts begin again. A delivery that is being sent stays as it is.",
  tag,
  access: "apiKey",
  request: { params: params.extend({ deliveryId: idSchema("delivery") }) },
  response: { status: 200, content: "json", body: delivery },
  problems: [],
  notFound: "delivery.not_found",
});
