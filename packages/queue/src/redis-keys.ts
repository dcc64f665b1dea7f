import type { Holder } from "@platen/contracts/holder";
import { type Lane, renderDocumentJob } from "./jobs.ts";

export const defaultPrefix = "platen:";

/** Every key and channel of this package in Redis; all start with the prefix. Those of jobs are the lane's own. */
export function redisKeys(prefix: string, lane: Lane = "interactive") {
  const jobs = `${prefix}queue:${renderDocumentJob.queues[lane]}:`;
  return {
    /** Prefix of BullMQ's keys. Decision 0006 and its test name what we assume about them. */
    queue: `${prefix}queue`,
    /** BullMQ's jobs that wait: without a priority, and with one. */
    waitingJobs: `${jobs}wait`,
    prioritizedJobs: `${jobs}prioritized`,
    /** BullMQ's jobs that workers hold. */
    activeJobs: `${jobs}active`,
    /** BullMQ's jobs that pause before another attempt. */
    delayedJobs: `${jobs}delayed`,
    /** What BullMQ's keys of jobs start with: the job's id follows. */
    jobs,
    /** Where BullMQ keeps a job. */
    job: (documentId: string) => `${jobs}${documentId}`,
    /** Where BullMQ keeps the token of the worker that holds a job. */
    jobLock: (documentId: string) => `${jobs}${documentId}:lock`,
    /** What BullMQ sets to wake a worker that waits for jobs. */
    jobMarker: `${jobs}marker`,
    /** The permits, each with the end of its lease, and what they hold together, by project and by account. */
    permits: `${prefix}permits`,
    permitCounts: `${prefix}permit-counts`,
    /** The round of an account's last document, or of its last preview. */
    lastRound: (bucket: string) => `${prefix}last-round:${bucket}`,
    /** How fast the queue drains, and its current round. */
    load: `${prefix}load`,
    /** A finished document's reply, until a gateway collects it or it expires. */
    reply: (documentId: string) => `${prefix}result:${documentId}`,
    /** What became of the first request with an Idempotency-Key, whose hash names it. */
    idempotency: (projectId: string, keyHash: string) => `${prefix}idempotency:${projectId}:${keyHash}`,
    /** How many such records an account has, or all have, by the hour in which they were made. */
    idempotencyCounts: (holder: Holder | "all") => `${prefix}idempotency-counts:${holder}`,
    /** The replies kept for such requests, by the end of their life, and their size together. */
    keptReplies: `${prefix}idempotency-replies`,
    keptBytes: `${prefix}idempotency-bytes`,
    /** The epoch of the database with which Redis has been used last. */
    epoch: `${prefix}epoch`,
    /** Channel on which one gateway gets replies. */
    replyChannel: (gatewayId: string) => `${prefix}replies:${gatewayId}`,
    /** Channel on which workers learn that no caller waits for a document any more. */
    withdrawals: `${prefix}withdrawals`,
    /** The workers that take background jobs, with their slots, by the end of their lease. */
    backgroundWorkers: `${prefix}queue:background-workers`,
    /** Channel on which the feeder of background jobs, and gateways, get done notes. */
    doneNotes: `${prefix}done`,
    /** Channel on which the feeder learns that a background document is due. */
    dueNotes: `${prefix}due`,
    /** Names the one process that feeds background jobs. */
    feeder: `${prefix}feeder`,
  };
}
