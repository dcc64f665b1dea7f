import { z } from "zod";
import { eventTypes, nameEvents } from "../events.ts";
import { idSchema } from "../ids.ts";
import { callbackUrl } from "./callback-url.ts";
import { backgroundFields, failure, idempotencyKey, renderedIdempotencyKey } from "./document.ts";
import { jsonObject, nameText, renderedAs, timestamp, wholeNumber } from "./fields.ts";
import { list } from "./list.ts";
import { warningFilter } from "./warning.ts";
import { renderOptions } from "./render-request.ts";

export const batchStatuses = ["receiving", "queued", "running", "paused", "completed", "cancelled"] as const;
export const batchStatus = z.enum(batchStatuses);

/** Why Platen changed the state of a batch by itself. */
const statusReasons = ["too_many_failures", "abandoned"] as const;

const { templateId, version, expiresIn, notBefore, metadata, reference, filename } = backgroundFields.shape;

/** More than any installation allows. */
const maxRows = 1_000_000;

/** A row of a batch: a line of the NDJSON that brings rows, or an item of `rows`. */
export const batchRow = z.strictObject({
  data: jsonObject.meta({ description: "Values for the template." }),
  reference: reference.unwrap().optional(),
  filename: filename.unwrap().optional(),
  metadata: metadata.unwrap().optional(),
});

export const batchBody = z.strictObject({
  templateId: templateId.unwrap(),
  version: version.unwrap().optional().meta({
    description: "A published version. Default: the current one. The batch keeps it, whatever is published later.",
  }),
  name: nameText(200).optional().meta({ description: "A name of your own.", example: "Payslips November" }),
  filename: nameText(500).optional().meta({
    description:
      "File name of the PDFs of rows that bring none, as a Mustache template that the data of the row fill. Platen replaces characters that a file name cannot have, and shortens a name of more than 200 characters.",
    example: "payslip-{{employee.number}}.pdf",
  }),
  ...renderOptions.shape,
  metadata: metadata
    .unwrap()
    .optional()
    .meta({ description: "Texts that Platen keeps with the batch and gives back." }),
  expiresIn,
  notBefore: notBefore
    .unwrap()
    .optional()
    .meta({
      description: "Platen makes no document of the batch before this time, which is at most 30 days ahead.",
      example: "2026-12-01T02:00:00Z",
      override: renderedAs({ type: "string", format: "date-time" }),
    }),
  callbackUrl: callbackUrl.optional().meta({
    description: `Address that Platen calls at each ${nameEvents(eventTypes.batch)}, with a signed message (Standard Webhooks). The rules are those of \`callbackUrl\` of a document.`,
    example: "https://example.com/hooks/platen",
  }),
  stopAfterFailures: z.int().min(1, "must be at least 1").max(maxRows).optional().meta({
    description:
      "Pauses the batch when so many of its rows have failed. Default: 50, if they are at least half of the rows that are done.",
    example: 50,
  }),
  rows: list(batchRow, maxRows).min(1, "must have at least one row").optional().meta({
    description:
      "All rows of the batch. Platen then starts the batch by itself: it has all these rows, or nothing was created. Without `rows`, send them with `POST /batches/{batchId}/rows`.",
  }),
});

export const batchHeaders = z.object({
  "Idempotency-Key": idempotencyKey.meta({
    description:
      "A name for this request, such as a UUID. All requests of a project with the same key and body within 24 hours get the first one's batch, also after a loss of Redis. Repeated responses carry `Idempotency-Replayed: true`.",
    ...renderedIdempotencyKey,
  }),
});

const counts = z
  .object({
    completed: z.int().meta({ description: "Rows whose PDF is made." }),
    failed: z.int().meta({ description: "Rows that failed." }),
    cancelled: z.int().meta({ description: "Rows that were cancelled." }),
    open: z.int().meta({ description: "All other rows." }),
  })
  .meta({ id: "BatchCounts", description: "The rows of a batch by their state." });

export const batch = z
  .object({
    batchId: idSchema("batch"),
    name: z.string().nullable().meta({ description: "The name of the request; null if none was given." }),
    templateId: idSchema("template"),
    templateName: z.string().meta({ description: "Name of the template when the batch was created." }),
    version: z.int().meta({ description: "The template version of all its documents." }),
    filename: z
      .string()
      .nullable()
      .meta({ description: "As in the request: how Platen names the PDFs; null if the request gave nothing." }),
    status: batchStatus.meta({
      description:
        "`receiving` takes rows. `queued` is started and waits for `notBefore` or its turn. `running` makes documents. `paused` makes none until it is resumed. `completed` and `cancelled` are final.",
    }),
    reason: z.enum(statusReasons).nullable().meta({
      description:
        "Why Platen paused or cancelled the batch by itself: `too_many_failures`, or `abandoned` if no row came for a day; otherwise null.",
    }),
    rowCount: z.int().meta({ description: "Rows that Platen has." }),
    counts,
    rowsWithWarnings: z.int().meta({
      description: "Rows among the completed ones whose PDF has warnings: `GET /documents` lists them by `warning`.",
    }),
    pageCount: z.int().meta({ description: "Pages of all PDFs." }),
    sizeBytes: z.int().meta({ description: "Size of all PDFs." }),
    renderMs: z.number().meta({ description: "Time of the workers for all PDFs, in milliseconds." }),
    attempt: z.int().meta({ description: "1, and one more for each `retry`." }),
    metadata: jsonObject.nullable().meta({ description: "What the caller noted with the batch; null if nothing." }),
    stopAfterFailures: z.int().nullable().meta({ description: "As in the request; null for the default." }),
    notBefore: timestamp.nullable().meta({ description: "As in the request; null if none was given." }),
    estimatedEnd: timestamp
      .nullable()
      .meta({ description: "When the batch ends if it goes on as until now; null while that is not known." }),
    createdAt: timestamp.meta({ description: "When the batch was created." }),
    startedAt: timestamp.nullable().meta({ description: "When Platen began to make its documents." }),
    finishedAt: timestamp.nullable().meta({ description: "When it was completed or cancelled." }),
  })
  .meta({ id: "Batch", description: "Many documents of one template." });

export const receivedRows = z
  .object({
    batchId: idSchema("batch"),
    rowCount: z.int().meta({ description: "Rows that Platen has of the batch: the `Row-Offset` of the next piece." }),
  })
  .meta({ id: "ReceivedRows", description: "How many rows Platen has." });

export const rowOffset = wholeNumber(0, maxRows).meta({
  description:
    "How many rows of the batch come before this piece: 0 for the first one. Platen skips rows that it has already, so a piece may be sent again.",
  example: 0,
  override: renderedAs({ type: "integer", minimum: 0, maximum: maxRows }),
});

export const retryBody = z
  .strictObject({
    failed: z
      .enum(["all", "retryable"], { error: 'must be "all" or "retryable"' })
      .optional()
      .meta({ description: "Failed rows: `all`, or those whose failure may pass." }),
    warning: warningFilter.optional().meta({
      description: "Completed rows whose PDF has a warning of this code, such as `font.replaced`, or `any` warning.",
    }),
  })
  .refine(({ failed, warning }) => failed !== undefined || warning !== undefined, {
    message: 'is missing: send `failed` or `warning`, such as "all"',
    path: ["failed"],
  })
  .meta({
    override: ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => {
      jsonSchema["minProperties"] = 1;
    },
  });

/** A row whose document has failed, with what it was to be made from. */
export const failedRow = z.object({
  row: z.int().meta({ description: "Number of the row, from 1." }),
  reference: z.string().nullable(),
  data: z.string().meta({ description: "The data of the row, as JSON." }),
  code: z.string().meta({ description: "The code of the failure." }),
  message: z.string().meta({ description: "Why the document has failed." }),
});

/** A line of the manifest. */
export const manifestRow = z.object({
  row: z.int().meta({ description: "Number of the row, from 1." }),
  reference: z.string().nullable(),
  documentId: z.string().nullable().meta({ description: "Null for a row that Platen has not begun." }),
  status: z.enum(["queued", "rendering", "completed", "failed", "cancelled"]),
  filename: z.string().nullable().meta({
    description: "Name of the PDF in the ZIP and in downloads; before the PDF is made, the name that the row gave.",
  }),
  pageCount: z.int().nullable(),
  sizeBytes: z.int().nullable(),
  sha256: z.string().nullable(),
  failure: failure.nullable(),
});
