import { z } from "zod";
import { idSchema } from "../ids.ts";
import { timestamp } from "./fields.ts";

/** The reasons why an attempt at a delivery fails. */
export const deliveryErrors = [
  "http_status",
  "redirect",
  "timeout",
  "name_not_found",
  "address_refused",
  "connection_failed",
  "tls_failed",
  "unreadable",
] as const;
export const deliveryError = z.enum(deliveryErrors);
export type DeliveryError = z.infer<typeof deliveryError>;

export const deliveryAttempt = z
  .object({
    at: timestamp.meta({ description: "When the attempt began." }),
    status: z.int().nullable().meta({ description: "HTTP status of the answer; null without an answer." }),
    durationMs: z.int().meta({ description: "Time until the answer or the failure, in milliseconds." }),
    error: deliveryError.nullable().meta({
      description:
        "Why the attempt failed; null if it did not. `http_status`: the answer has another status than 2xx. `redirect`: Platen follows none. `timeout`: no answer within 10 seconds. `name_not_found`: the name has no address. `address_refused`: Platen does not call the address behind the name. `unreadable`: the installation has lost the key of its secrets.",
    }),
  })
  .meta({ id: "DeliveryAttempt", description: "One call of a receiver." });
export type DeliveryAttempt = z.infer<typeof deliveryAttempt>;

export const delivery = z
  .object({
    deliveryId: idSchema("delivery").meta({
      description: "Id of the delivery, starting with `dlv_`. Each attempt sends it as `webhook-id`.",
    }),
    event: z.string().nullable().meta({
      description: "The `type` of the message, such as `document.completed`; null while the document is made.",
    }),
    receiver: z.string().meta({ description: "Scheme, host and port of the address. The rest is not shown." }),
    status: z.enum(["pending", "waiting", "delivered", "failed"]).meta({
      description:
        "`pending` while the document is made, `waiting` for the next attempt, `delivered`, or `failed` after the last attempt.",
    }),
    attempts: z.array(deliveryAttempt).meta({ description: "The newest attempts, at most 50, oldest first." }),
    nextAttemptAt: timestamp.nullable().meta({ description: "When the next attempt is due; null without one." }),
    createdAt: timestamp.meta({ description: "When the document was requested, or the event of the batch happened." }),
  })
  .meta({ id: "Delivery", description: "A message to the `callbackUrl` of a document or batch." });

export type Delivery = z.infer<typeof delivery>;

export const webhookSecret = z
  .object({
    secret: z
      .string()
      .meta({ description: "The secret that signs all messages of the project, starting with `whsec_`." }),
    previousUntil: timestamp
      .nullable()
      .meta({ description: "Until then the secret before this one signs too; null if it does not." }),
  })
  .meta({ id: "WebhookSecret", description: "The signing secret of a project's webhooks." });
