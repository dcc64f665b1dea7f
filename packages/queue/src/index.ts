export {
  createAdmission,
  type AcquireResult,
  type Admission,
  type AdmissionBucket,
  type Permit,
} from "./admission/admission.ts";
export {
  createBackgroundProducer,
  type BackgroundProducer,
  type BackgroundProducerOptions,
} from "./background-producer.ts";
export { unpackBackgroundInput } from "./background-input.ts";
export { createDueNoteSender, subscribeDueNotes } from "./due-notes.ts";
export { createFeederLock, type FeederLock } from "./feeder-lock.ts";
export { announceBackgroundWorker, backgroundJobsPerSlot } from "./background-workers.ts";
export { createDoneNoteSender, subscribeDoneNotes, type DoneNote } from "./done-notes.ts";
export type { AttemptContext, DocumentHandler } from "./attempt.ts";
export type { QueueState } from "./admission/queue-state.ts";
export { createDocumentConsumer, type DocumentConsumer, type DocumentConsumerOptions } from "./document-consumer.ts";
export {
  createIdempotencyStore,
  type AboutDocument,
  type IdempotencyStore,
  type IdempotentRequest,
} from "./idempotency/idempotency-store.ts";
export {
  createDocumentProducer,
  type DocumentProducer,
  type DocumentProducerOptions,
  type Withdrawal,
} from "./document-producer.ts";
export {
  renderDocumentJob,
  type BackgroundJob,
  type Lane,
  type DocumentJob,
  type DocumentJobAddress,
  type DocumentJobData,
} from "./jobs.ts";
export { sharesOf, type MemoryShares } from "./memory-shares.ts";
export { PermanentFailure } from "./permanent-failure.ts";
export { QueueUnavailable } from "./queue-unavailable.ts";
export { createRedisCheck, type RedisCheck } from "./redis-check.ts";
export {
  answersPing,
  assertReadySoon,
  createProducerConnection,
  type ProducerConnection,
  type QueueLogger,
} from "./redis-connections.ts";
export { checkRedisRights } from "./redis-rights.ts";
export { createReplySender, type ReplySender, type ReplySenderOptions } from "./reply-sender.ts";
export type { CompletedDocument, DocumentReply, ReceivedPdf, ReceivedReply } from "./reply-frame.ts";
export { createReplyWaiter, type ReplyWaiter, type ReplyWaiterOptions, type WaitResult } from "./reply-waiter.ts";
