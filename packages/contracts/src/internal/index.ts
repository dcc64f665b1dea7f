export type { CallerKind } from "../operation.ts";
export { batchRow } from "../schemas/batch.ts";
export {
  leaseBackground,
  maxDocumentsPerLease,
  readBackgroundBacklog,
  releaseBackground,
  type LeasedDocument,
} from "./courier-operations.ts";
export {
  appendBatchRows,
  closeBatch,
  countBatchRows,
  findBatchZip,
  maxManifestRows,
  maxRowsPerChunk,
  openBatch,
  readBatchChunk,
  readBatchProgress,
  readBatchZipPage,
  readManifestRows,
  removeBatch,
  type Archive,
  type ArchiveFile,
  type RowChunk,
  type RowNotes,
} from "./batch-operations.ts";
export type { Idempotency } from "./idempotency.ts";
export { catalogOperation, internalOperation, type InternalOperation } from "./internal-operation.ts";
export {
  leaseDeliveries,
  maxDeliveriesPerLease,
  maxDeliveriesUnderway,
  maxFullReceivers,
  readDeliveryBacklog,
  reportDeliveries,
  type DeliveryReport,
  type LeasedDelivery,
} from "./delivery-operations.ts";
export { type KeptContent } from "./kept-content.ts";
export { formatDays, keptTooLong, type KeptTime } from "./kept-time.ts";
export { findLinkedContent, readLinkedContent, signLink } from "./link-operations.ts";
export { checkCourier, checkGateway, readTokenKeys } from "./self-check-operations.ts";
export { maxPresent, presenceSeconds } from "../schemas/presence.ts";
export {
  callerHeader,
  tokenRefusedHeader,
  findDocumentContent,
  findPresent,
  forwardedOperations,
  getSourceAsset,
  getTemplateSource,
  getTenant,
  internalOperations,
  keepRequests,
  maxDocumentsPerCall,
  maxKeptRequestsPerCall,
  maxRefusalsPerCall,
  openBackground,
  openDocuments,
  openInlineDocuments,
  openPreview,
  openSourcePreview,
  openStoredPreview,
  outcomeReport,
  putDocumentContent,
  readDocumentContent,
  recordRefusals,
  reportOutcomes,
  sessionOpened,
  type BackgroundRequest,
  type CreatedDocument,
  type DocumentCreation,
  type DocumentRequest,
  type InlineDocumentCreation,
  type RefusedCreation,
  type InlineDocumentRequest,
  type Keeping,
  type OutcomeReport,
  type Refusal,
  type RequestToKeep,
  type SourceLibrary,
  type Tenant,
  type TemplateSource,
} from "./operations.ts";
