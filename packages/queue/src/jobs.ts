/**
 * Words of the queue, used only here and in logs:
 * job      one message in the queue: a document to render. Its id is the document's.
 * attempt  one try of a worker at a job.
 * lock     what a worker holds on a job while it tries; lost when the worker dies or hangs.
 * stalled  a job whose lock was lost; it goes back to the queue.
 * reply    what the gateway waits for: the finished PDF or the failure, sent outside the queue.
 */
import { pageSettings, jsonObject } from "@platen/contracts";
import { z } from "zod";

const documentJobData = z.object({
  /** Version of this shape. Workers are deployed before gateways, so a worker refuses what is newer than itself. */
  v: z.literal(2),
  documentId: z.string(),
  projectId: z.string(),
  /** Immutable source to render: a template version or a preview's snapshot. */
  sourceId: z.string(),
  /** The caller's data as JSON, which only the thread that fills the template looks into. */
  dataJson: z.string(),
  /** Page settings of the request, which override the source's. */
  options: pageSettings,
  /** When the document was asked for and when its answer is due, in milliseconds since the epoch. */
  requestedAt: z.number(),
  deadlineAt: z.number(),
  /** The date the PDF bears where its settings name none, in milliseconds since the epoch; else `requestedAt`. */
  datedAt: z.number().optional(),
  /** Token that opens the source and the document's outcome at the catalog. */
  grant: z.string(),
  /** Reply channel of the gateway that waits. */
  replyTo: z.string(),
  requestId: z.string(),
  /** The trace it belongs to, where there is one: W3C Trace Context. */
  trace: z.object({ traceparent: z.string().optional(), tracestate: z.string().optional() }).optional(),
});

/** The shape before, which gateways send until they are replaced: it holds the data themselves. */
const firstDocumentJobData = documentJobData
  .omit({ dataJson: true })
  .extend({ v: z.literal(1), data: jsonObject })
  .transform(({ data, ...job }) => ({ ...job, v: 2 as const, dataJson: JSON.stringify(data) }));

/** A job as workers get it. */
export type DocumentJobData = z.infer<typeof documentJobData>;

/** A job as gateways give it. */
export type DocumentJob = Omit<DocumentJobData, "v" | "dataJson"> & { data: Record<string, unknown> };

/** What a failed job still needs: who is waiting and what opens its outcome. Any version of the shape has these. */
export const documentJobAddress = documentJobData.pick({
  documentId: true,
  projectId: true,
  grant: true,
  replyTo: true,
  requestId: true,
});

export type DocumentJobAddress = z.infer<typeof documentJobAddress>;

/** The one job of the service, with its retry policy in one place. */
export const renderDocumentJob = {
  queue: "render-document",
  name: "render-document",
  data: z.union([documentJobData, firstDocumentJobData]),
  /** Tries at a job whose failure is retryable, the first one included. */
  attempts: 3,
  backoffMs: 200,
  /** Lock and check are short, so that a killed worker's job is taken over within a caller's deadline. */
  lockDurationMs: 10_000,
  stalledIntervalMs: 2_000,
  maxStalledCount: 2,
} as const;
