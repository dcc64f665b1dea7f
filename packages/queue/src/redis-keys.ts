import { renderDocumentJob } from "./jobs.ts";

export const defaultPrefix = "platen:";

/** Every name this package uses in Redis; all start with the prefix. */
export function redisKeys(prefix: string) {
  return {
    /** Prefix of the queue's own keys. */
    queue: `${prefix}queue`,
    /** Where BullMQ keeps the jobs that wait, without a priority and with one. */
    waitingJobs: `${prefix}queue:${renderDocumentJob.queue}:wait`,
    prioritizedJobs: `${prefix}queue:${renderDocumentJob.queue}:prioritized`,
    /** And those that workers have. */
    activeJobs: `${prefix}queue:${renderDocumentJob.queue}:active`,
    /** Those that pause before another attempt. */
    delayedJobs: `${prefix}queue:${renderDocumentJob.queue}:delayed`,
    /** Where BullMQ keeps whose a running job is, and what wakes workers that wait for one. */
    jobLock: (documentId: string) => `${prefix}queue:${renderDocumentJob.queue}:${documentId}:lock`,
    jobMarker: `${prefix}queue:${renderDocumentJob.queue}:marker`,
    /** The documents that a project has in flight, each with the end of its lease. */
    inFlight: (bucket: string) => `${prefix}in-flight:${bucket}`,
    /** The round that the last document of a project got. */
    lastRound: (bucket: string) => `${prefix}last-round:${bucket}`,
    /** How fast the queue drains, and its current round. */
    load: `${prefix}load`,
    /** Where a finished document's reply waits until it is collected or expires. */
    reply: (documentId: string) => `${prefix}result:${documentId}`,
    /** What became of the first request with an Idempotency-Key, the key by its hash. */
    idempotency: (projectId: string, keyHash: string) => `${prefix}idempotency:${projectId}:${keyHash}`,
    /** The replies that are kept for such requests, by the end of their life, and their size together. */
    keptReplies: `${prefix}idempotency-replies`,
    keptBytes: `${prefix}idempotency-bytes`,
    /** Channel on which one gateway is told of replies. */
    replyChannel: (gatewayId: string) => `${prefix}replies:${gatewayId}`,
    /** Channel on which workers are told that nobody waits for a document any more. */
    withdrawals: `${prefix}withdrawals`,
  };
}
