import { z } from "zod";
import { idSchema } from "../ids.ts";
import { batch } from "./batch.ts";
import { document, failure } from "./document.ts";
import { jsonObject, timestamp } from "./fields.ts";

/** The document in a message, as it was when it was completed, failed or cancelled. */
const documentInEvent = document
  .pick({
    documentId: true,
    pageCount: true,
    sizeBytes: true,
    sha256: true,
    createdAt: true,
    finishedAt: true,
  })
  .extend({
    status: z.enum(["completed", "failed", "cancelled"]).meta({ description: "What became of the document." }),
    reference: z.string().nullable().meta({ description: "The `reference` of the request." }),
    failure: failure
      .omit({ details: true })
      .nullable()
      .meta({ description: "Why the document failed; null if it did not. Its record has the details." }),
    metadata: jsonObject.nullable().meta({ description: "The `metadata` of the request." }),
  })
  .meta({ id: "DocumentInEvent", description: "A finished document, in the words of its record." });

/** The batch in a message, as it was when it was completed, cancelled or paused. */
const batchInEvent = batch
  .pick({
    batchId: true,
    name: true,
    templateId: true,
    version: true,
    reason: true,
    rowCount: true,
    counts: true,
    pageCount: true,
    sizeBytes: true,
    attempt: true,
    metadata: true,
    createdAt: true,
    startedAt: true,
    finishedAt: true,
  })
  .extend({
    status: z.enum(["completed", "cancelled", "paused"]).meta({ description: "What became of the batch." }),
  })
  .meta({ id: "BatchInEvent", description: "A batch that has ended or was paused, in the words of its record." });

export const webhookEvent = z
  .object({
    type: z
      .enum([
        "document.completed",
        "document.failed",
        "document.cancelled",
        "batch.completed",
        "batch.cancelled",
        "batch.paused",
      ])
      .meta({ description: "The kind of event. Ignore types that you do not know." }),
    timestamp: timestamp.meta({ description: "When it happened." }),
    data: z
      .object({
        deliveryId: idSchema("delivery").meta({
          description:
            "The same for each attempt, as the header `webhook-id`. Use it to ignore a message that comes twice.",
        }),
        document: documentInEvent.optional().meta({ description: "The document, of an event about one." }),
        batch: batchInEvent.optional().meta({ description: "The batch, of an event about one." }),
      })
      .meta({ description: "What it happened to." }),
  })
  .meta({ id: "WebhookEvent", description: "The message that Platen posts to a `callbackUrl`." });
