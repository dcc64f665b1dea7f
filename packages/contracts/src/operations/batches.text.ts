import type { Section } from "../reference.ts";

export const batches: Section = {
  tag: "Batches",
  operations: {
    createBatch: {
      summary: "Create a batch",
      description:
        "Creates a batch of documents of one template. With `rows`, Platen has all rows and starts the batch. Without, send the rows with `POST /batches/{batchId}/rows`, then start it. The request needs an installation that keeps PDFs.",
    },
    listBatches: {
      summary: "List batches",
    },
    getBatch: {
      summary: "Get a batch",
    },
    getBatchEvents: {
      summary: "Follow a batch",
      description:
        "Server-Sent Events: `progress` at once and when the batch has changed, at most once a second, and `end` when it is completed or cancelled. `data` is the batch, as `GET /batches/{batchId}` answers. A batch that is paused is a `progress`, because it may go on. The stream is over after 55 seconds, and an `EventSource` comes back by itself with `Last-Event-ID`. While very many requests wait, it is over after the first event.",
    },
    addBatchRows: {
      summary: "Add rows to a batch",
      description:
        'Takes NDJSON: each line is a row, such as `{"data": {"number": "17"}, "reference": "e-17", "filename": "17.pdf", "metadata": {"department": "sales"}}`, of which only `data` is required. Platen keeps the rows while they arrive. After a connection that broke or a wrong row, it has the rows before: the header `Row-Offset` of an answer and `rowCount` of the batch tell how many. A request has at most 64 MiB, 30 seconds and 10,000 blank lines, and ends after 10 seconds without a row. Its body may be compressed by gzip, deflate or br, and has at most 64 MiB and 100 times its compressed size then.',
    },
    startBatch: {
      summary: "Start a batch",
      description: "Ends the taking of rows. Platen then makes the documents. Starting a batch again changes nothing.",
    },
    pauseBatch: {
      summary: "Pause a batch",
      description: "Documents that a worker has are still made; no others until the batch is resumed.",
    },
    resumeBatch: {
      summary: "Resume a batch",
      description: "Goes on with a paused batch. The failures until now no longer count for `stopAfterFailures`.",
    },
    cancelBatch: {
      summary: "Cancel a batch",
      description:
        "Cancels all rows that are not done, at once. PDFs that are made stay. A batch that is completed or cancelled stays as it is.",
    },
    deleteBatch: {
      summary: "Delete a batch",
      description:
        "Cancels the batch if it has not ended, and deletes its rows and the PDFs of its documents: from now on no caller gets them. Platen frees their space within some minutes. The records of the documents stay.",
    },
    retryBatch: {
      summary: "Retry rows of a batch",
      description:
        "Makes new documents of failed rows of a completed or paused batch, or of rows whose PDF has warnings, with the same version and data. The records of the documents before stay, and their PDFs until they expire; manifest and ZIP have the newest document of each row. Platen has the rows for a day after the batch has ended.",
    },
    getBatchManifest: {
      summary: "Download the manifest of a batch",
      description:
        "Returns NDJSON, a line for each row in their order: `row` (from 1), `reference`, `documentId`, `status`, `filename`, `pageCount`, `sizeBytes`, `sha256` and `failure`.",
    },
    getBatchZip: {
      summary: "Download the PDFs of a batch as a ZIP",
      description:
        "Returns a ZIP of all PDFs that the batch has. `Range` and `If-Range` resume a download; `ETag` changes when PDFs were added, deleted or have expired, and `If-None-Match` with it is answered with status 304. A batch that is not completed or cancelled is answered with status 202 and `Retry-After`. Platen compares each PDF with its checksum while it sends it, and breaks the connection if the bytes have changed.",
    },
    listBatchDeliveries: {
      summary: "List a batch's deliveries",
      description:
        "Lists the messages to the `callbackUrl` of the batch, one for each event, with the attempts at each.",
    },
    retryBatchDelivery: {
      summary: "Send a batch's delivery again",
      description:
        "Sends the same message with the same `webhook-id` again, at once, also if it was delivered. All attempts begin again. A delivery that is being sent stays as it is.",
    },
  },
};
