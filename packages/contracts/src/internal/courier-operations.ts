import { z } from "zod";
import { idSchema } from "../ids.ts";
import { catalogOperation } from "./internal-operation.ts";
import { limited } from "../schemas/fields.ts";
import { list } from "../schemas/list.ts";

// What the courier alone calls, with a token of its own.

/** The most documents that the courier leases at once. */
export const maxDocumentsPerLease = 200;

/** The name of a courier's process. */
const courierName = limited(100).min(1);

const leasedDocument = z.object({
  documentId: idSchema("document"),
  projectId: idSchema("project"),
  accountId: z.string(),
  sourceId: z.string(),
  requestId: z.string(),
  keepSeconds: z.int(),
  createdAt: z.int().meta({ description: "In milliseconds since the epoch." }),
  /** When the lease ends, in milliseconds since the epoch: no other lease of the document has it. */
  leasedUntil: z.int(),
  /** Empty for a row of a batch. */
  input: z.string(),
  inputBytes: z.int(),
  /** Where the data of a row are, which the courier reads with its neighbours. */
  row: z.object({ batchId: idSchema("batch"), row: z.int() }).optional(),
  /** The `traceparent` of the request that made the document or its batch. */
  trace: z.string().optional(),
});
export type LeasedDocument = z.infer<typeof leasedDocument>;

/** Leases documents that are due to a courier, which feeds them to the workers. A lease ends after a minute. */
export const leaseBackground = catalogOperation({
  method: "post",
  path: "/internal/background/leases",
  operationId: "leaseBackground",
  hasLargeBody: true,
  callerKind: "courier",
  request: {
    body: z.strictObject({
      courier: courierName,
      documents: z.int().min(1).max(maxDocumentsPerLease),
      inputBytes: z.int().positive().meta({ description: "The most bytes of all inputs, beyond the first one's." }),
      /** What projects were served lately, by render time. The account whose projects were served least comes first. */
      served: list(
        z.strictObject({ projectId: idSchema("project"), servedMs: z.number(), meanMs: z.number() }),
        10_000,
      ),
      /** The same of batches, and of a project's other documents under the project's id. */
      servedFlows: list(z.strictObject({ flow: limited(64), servedMs: z.number(), meanMs: z.number() }), 10_000),
    }),
  },
  response: { status: 200, content: "json", body: z.object({ documents: z.array(leasedDocument) }) },
});

/** Hands back leases whose documents did not get into the queue. */
export const releaseBackground = catalogOperation({
  method: "post",
  path: "/internal/background/releases",
  operationId: "releaseBackground",
  hasLargeBody: true,
  callerKind: "courier",
  request: {
    body: z.strictObject({
      courier: courierName,
      documentIds: list(idSchema("document"), maxDocumentsPerLease).min(1),
    }),
  },
  response: { status: 204, content: "none" },
});

/** Tells how much work is due and how long the oldest waits, for the metrics of the courier. */
export const readBackgroundBacklog = catalogOperation({
  method: "get",
  path: "/internal/background/backlog",
  operationId: "readBackgroundBacklog",
  callerKind: "courier",
  request: {},
  response: {
    status: 200,
    content: "json",
    body: z.object({
      documents: z.int().meta({ description: "Documents that are due and not leased." }),
      oldestMs: z.number().meta({ description: "How long the oldest of them has been due, in milliseconds." }),
    }),
  },
});
