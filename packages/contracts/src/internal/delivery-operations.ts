import { z } from "zod";
import { idSchema } from "../ids.ts";
import { catalogOperation } from "./internal-operation.ts";
import { limited } from "../schemas/fields.ts";
import { list } from "../schemas/list.ts";
import { deliveryError } from "../schemas/delivery.ts";

// The courier calls these to deliver messages, with a token of its own. No other process may.

/** The most deliveries that a courier leases or reports at once. */
export const maxDeliveriesPerLease = 100;
/** The most deliveries that a courier has under way. */
export const maxDeliveriesUnderway = 200;
/** The most receivers that a courier names as full. */
export const maxFullReceivers = 1_000;

const leasedDelivery = z.object({
  deliveryId: idSchema("delivery"),
  projectId: idSchema("project"),
  /** The account for which the project counts. */
  accountId: z.string(),
  receiver: z.string(),
  url: z.string(),
  /** The headers of the message, with its signatures. */
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  /** The `traceparent` of the request that made the document or the batch. */
  trace: z.string().optional(),
});
export type LeasedDelivery = z.infer<typeof leasedDelivery>;

/** Leases messages that are due, signed, to a courier, which sends them. A lease ends after 45 seconds. */
export const leaseDeliveries = catalogOperation({
  method: "post",
  path: "/internal/deliveries/leases",
  operationId: "leaseDeliveries",
  hasLargeBody: true,
  callerKind: "courier",
  request: {
    body: z.strictObject({
      /** Names this lease: a report of a delivery names it again. */
      lease: limited(100).min(1),
      deliveries: z.int().min(1).max(maxDeliveriesPerLease),
      /** How many deliveries of this courier are under way, by receiver. A receiver gets only a few at a time. */
      underway: list(
        z.strictObject({ projectId: idSchema("project"), receiver: z.string(), count: z.int().positive() }),
        maxDeliveriesUnderway,
      ),
      /** Receivers whose server has enough under way by other names. They get none. */
      full: list(z.strictObject({ projectId: idSchema("project"), receiver: z.string() }), maxFullReceivers).default(
        [],
      ),
    }),
  },
  response: { status: 200, content: "json", body: z.object({ deliveries: z.array(leasedDelivery) }) },
});

const deliveryReport = z.strictObject({
  deliveryId: idSchema("delivery"),
  projectId: idSchema("project"),
  lease: limited(100).min(1),
  /** In milliseconds since the epoch. */
  at: z.int().nonnegative(),
  durationMs: z.int().nonnegative(),
  status: z.int().optional(),
  /** Absent for a message that the receiver took. */
  error: deliveryError.optional(),
  /** What the receiver asked for. */
  retryAfterSeconds: z.int().nonnegative().optional(),
  /** The message was not sent, because its server has enough under way. This is no attempt. */
  isPutBack: z.literal(true).optional(),
});
/** What became of an attempt at a delivery. */
export type DeliveryReport = z.infer<typeof deliveryReport>;

/** Takes reports of attempts. A report of a lease that has ended changes nothing. */
export const reportDeliveries = catalogOperation({
  method: "post",
  path: "/internal/deliveries/reports",
  operationId: "reportDeliveries",
  hasLargeBody: true,
  callerKind: "courier",
  request: { body: z.strictObject({ reports: list(deliveryReport, maxDeliveriesPerLease).min(1) }) },
  response: { status: 204, content: "none" },
});

/** Tells how many messages are due and how long the oldest waits, for the metrics of the courier. */
export const readDeliveryBacklog = catalogOperation({
  method: "get",
  path: "/internal/deliveries/backlog",
  operationId: "readDeliveryBacklog",
  callerKind: "courier",
  request: {},
  response: {
    status: 200,
    content: "json",
    body: z.object({
      deliveries: z.int().meta({ description: "Messages that are due and not leased." }),
      oldestMs: z.number().meta({ description: "How long the oldest of them has been due, in milliseconds." }),
    }),
  },
});
