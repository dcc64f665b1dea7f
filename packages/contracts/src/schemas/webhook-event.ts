import { z } from "zod";
import { eventTypes, toldStatuses } from "../events.ts";
import { idSchema } from "../ids.ts";
import { batch } from "./batch.ts";
import { document, failure } from "./document.ts";
import { jsonObject, timestamp } from "./fields.ts";

const ofDocument = document.shape;
/** The document in a message, as it was at the event. */
const documentInEvent = z
  .object({
    documentId: ofDocument.documentId,
    status: z.enum(toldStatuses.document).meta({ description: "What became of the document." }),
    reference: z.string().nullable().meta({ description: "The `reference` of the request." }),
    metadata: jsonObject.nullable().meta({ description: "The `metadata` of the request." }),
    pageCount: ofDocument.pageCount,
    sizeBytes: ofDocument.sizeBytes,
    sha256: ofDocument.sha256,
    failure: failure
      .omit({ details: true })
      .nullable()
      .meta({ description: "Why the document failed; null if it did not. Its record has the details." }),
    createdAt: ofDocument.createdAt,
    finishedAt: ofDocument.finishedAt,
  })
  .meta({ id: "DocumentInEvent", description: "A finished document, in the words of its record." });

const ofBatch = batch.shape;
/** The batch in a message, as it was at the event. */
const batchInEvent = z
  .object({
    batchId: ofBatch.batchId,
    name: ofBatch.name,
    status: z.enum(toldStatuses.batch).meta({ description: "What became of the batch." }),
    reason: ofBatch.reason,
    templateId: ofBatch.templateId,
    version: ofBatch.version,
    rowCount: ofBatch.rowCount,
    counts: ofBatch.counts,
    rowsWithWarnings: ofBatch.rowsWithWarnings,
    pageCount: ofBatch.pageCount,
    sizeBytes: ofBatch.sizeBytes,
    attempt: ofBatch.attempt,
    metadata: ofBatch.metadata,
    createdAt: ofBatch.createdAt,
    startedAt: ofBatch.startedAt,
    finishedAt: ofBatch.finishedAt,
  })
  .meta({ id: "BatchInEvent", description: "A batch as it was at the event, in the words of its record." });

// `as`: Object.keys loses the names of the shape.
const namesOf = <Shape extends object>(shape: Shape) => Object.keys(shape) as (keyof Shape)[];

/** The fields of a document and of a batch in a message, in the order in which the message has them. */
export const eventFields = { document: namesOf(documentInEvent.shape), batch: namesOf(batchInEvent.shape) };

export const webhookEvent = z
  .object({
    type: z
      .enum([...eventTypes.document, ...eventTypes.batch])
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
