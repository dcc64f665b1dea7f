/**
 * Words of the queue:
 * job         one message in the queue: a document to render. Its id is the document's.
 * attempt     one try of a worker at a job.
 * lock        what a worker holds on a job during an attempt; lost when the worker dies or hangs.
 * stalled     a job whose lock was lost; it goes back to the queue.
 * reply       what the gateway waits for: the finished PDF or the failure, sent outside the queue.
 * withdrawal  a gateway's message that its caller no longer waits for a document.
 * permit      the right to add one job, which a gateway acquires and releases.
 * bucket      what permits count for: a project's documents, or its previews, and the project's account.
 * round       a pass of fair queueing, in which every account has one document. The round is the job's priority.
 * place       the right of a job to be at work in a worker's process.
 * marker      what BullMQ sets to wake a worker that waits for jobs.
 * lane        one of two lists of jobs: interactive, for whose documents a caller waits, and background.
 * done note   a worker's message that the outcome of a background document was reported.
 */
import { isAccountId } from "@platen/contracts/holder";
import { renderRequest, type RenderRequest } from "@platen/contracts";
import { z } from "zod";

/** The list that a job is in. */
export type Lane = "interactive" | "background";

const documentJobData = z.object({
  /** Version of this shape. Workers are deployed before gateways, so a worker refuses what is newer than itself. */
  v: z.literal(1),
  documentId: z.string(),
  projectId: z.string(),
  /** The account to which the project belongs: what it does to others counts for both. */
  accountId: z.string().refine(isAccountId),
  /**
   * Immutable source to render: a template version or a preview's snapshot. The document's own id where the request brings
   * its source.
   */
  sourceId: z.string(),
  /** The batch of which the document is a row. */
  batchId: z.string().optional(),
  request: renderRequest,
  /** The worker keeps the PDF at the catalog before it replies; the grant says for how long. */
  store: z.literal(true).optional(),
  /**
   * No caller waits for the document: its PDF is kept and its outcome reported, and no reply is sent. Such a job is in a list
   * of its own.
   */
  lane: z.literal("background").optional(),
  /** When the caller asked for the document and when its answer is due, in milliseconds since the epoch. */
  requestedAt: z.number(),
  deadlineAt: z.number(),
  /** Token that opens the source and the document's outcome at the catalog. */
  grant: z.string(),
  /** Reply channel of the gateway that waits; a background job has none. */
  replyTo: z.string().optional(),
  requestId: z.string(),
  /** The trace the job belongs to, where there is one: W3C Trace Context. */
  trace: z.object({ traceparent: z.string().optional(), tracestate: z.string().optional() }).optional(),
});

/** A job as workers receive it. */
export type DocumentJobData = z.infer<typeof documentJobData>;

/** A job as gateways send it. */
export type DocumentJob = Omit<DocumentJobData, "v" | "batchId" | "lane" | "replyTo"> & { replyTo: string };

/** A job that no caller waits for. Its grant must allow the worker to keep the PDF. */
export type BackgroundJob = Omit<DocumentJobData, "v" | "lane" | "replyTo" | "store">;

/** The bytes that the data and the source of a request take in the queue, which encodes the texts again. */
export function queuedBytesOf({ dataJson, source }: Pick<RenderRequest, "dataJson" | "source">): number {
  const ofSource = source === undefined ? 0 : Buffer.byteLength(JSON.stringify(source));
  return Buffer.byteLength(JSON.stringify(dataJson)) + ofSource;
}

/** What a failed job still needs: who waits and what opens its outcome. Every version of the shape has these. */
export const documentJobAddress = documentJobData.pick({
  documentId: true,
  projectId: true,
  batchId: true,
  lane: true,
  grant: true,
  replyTo: true,
  requestId: true,
});

export type DocumentJobAddress = z.infer<typeof documentJobAddress>;

/** Whose job it is, as its name in BullMQ, which can be read without the job's data. */
export function jobNameOf({ accountId, projectId }: Pick<DocumentJobData, "accountId" | "projectId">): string {
  return `${accountId} ${projectId}`;
}

/** The one job of the service. How often it is tried again: `retries` of contracts. */
export const renderDocumentJob = {
  /** The list of each lane. */
  queues: { interactive: "render-document", background: "render-background" },
  data: documentJobData,
  /** Lock and check are short, so that another worker takes over a killed worker's job within a caller's deadline. */
  lockDurationMs: 10_000,
  stalledIntervalMs: 2_000,
} as const;
