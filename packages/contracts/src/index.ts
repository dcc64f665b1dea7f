export { keyScopes, scopes, usualScopes, type KeyScope } from "./scopes.ts";
export { isOutput, outputNames, outputs, type Output, type OutputForm } from "./outputs.ts";
export { toldStatuses } from "./events.ts";
export { createApiKeyValue, isApiKeyValue } from "./api-key-value.ts";
export { CheckedJson } from "./checked-json.ts";
export { errorEnvelope, type ErrorEnvelope } from "./envelope.ts";
export { createId, idPrefixes, idsFrom, isId, type IdKind } from "./ids.ts";
export { issueMessage } from "./issue-message.ts";
export { doorsOf, type PublicOperation, type TwoDoors } from "./doors.ts";
export {
  problemsOf,
  type Operation,
  type OperationRequest,
  type ParsedRequest,
  type RequestOf,
  type ResponseInput,
  type ResponseOutput,
} from "./operation.ts";
export { operations, publicOperations, type OperationId } from "./operations.ts";
export { isAllowed } from "./permission.ts";
export { isProblem, Problem, type ProblemDetail } from "./problem.ts";
export { problems, type ProblemCode } from "./problems.ts";
export { resourceBlocked, wordsForBlocked, type Blocked } from "./resource-blocked.ts";
export {
  checkedDocument,
  documentStatuses,
  failure,
  failureCodes,
  generatedDocument,
  renderStages,
  type DocumentStatus,
  type Failure,
  type GeneratedDocument,
  type RenderStage,
} from "./schemas/document.ts";
export { maxRefusedRequests } from "./schemas/refused-request.ts";
export { maxSummarizedDocuments } from "./schemas/document-summary.ts";
export {
  assetKinds,
  assetName,
  largestAssetBytes,
  maxAssetBytes,
  type Asset,
  type AssetKind,
  type FontFace,
  type TemplateUse,
} from "./schemas/asset.ts";
export { type CalculatedField } from "./schemas/calculated-field.ts";
export { type PdfMetadata } from "./schemas/pdf-metadata.ts";
export { brandRoles, type Brand } from "./schemas/brand.ts";
export { type Snippet } from "./schemas/snippet.ts";
export { eventFields, webhookEvent } from "./schemas/webhook-event.ts";
export { type LinkDisposition } from "./schemas/link.ts";
export { type Delivery, type DeliveryAttempt, type DeliveryError } from "./schemas/delivery.ts";
export { type DataSet } from "./schemas/data-set.ts";
export { jsonObject } from "./schemas/fields.ts";
export { findJsonObjectMistake, lineAndColumn } from "./schemas/json-text.ts";
export { pageSettings, type PageSettings } from "./schemas/page-settings.ts";
export {
  maxKeptRequestBytes,
  requestKeepingDays,
  type KeptRequest,
  type RequestKeeping,
  type RequestKeepingDays,
} from "./schemas/kept-request.ts";
export {
  renderRequest,
  splitRenderOptions,
  type InlineSource,
  type RenderOptions,
  type RenderRequest,
} from "./schemas/render-request.ts";
export { maxPageSize, type Pagination } from "./schemas/pagination.ts";
export {
  maxUsageGroups,
  maxUsagePoints,
  usageHoursKeptDays,
  type UsageFigures,
  type UsageStep,
} from "./schemas/document-usage.ts";
export type { ProjectUsage } from "./schemas/project-usage.ts";
export { roles, type InstanceRole, type ProjectChanges, type Role } from "./schemas/project.ts";
export { type LibraryPart } from "./schemas/template.ts";
export {
  blockedKinds,
  maxRecordedWarnings,
  warning,
  warningSeverities,
  type BlockedKind,
  type Warning,
} from "./schemas/warning.ts";
export { tolerantOperation, tolerantSchema, type Tolerant, type TolerantOperation } from "./tolerant.ts";
export {
  changeTable,
  keyFault,
  nestTexts,
  readTable,
  sizeOfTable,
  sortedTexts,
  tableExcess,
  tableLanguage,
  tableLimits,
  textGroups,
  type TableOwner,
  type TableChanges,
  type Texts,
  type TranslationTable,
} from "./schemas/translation-table.ts";
export { pseudoLocale } from "./schemas/pseudo-locale.ts";
export { maxTemplatesWithTexts, type TranslationFormat } from "./schemas/translations.ts";
export { dataIssue, partOfField, type DataIssue } from "./data-issue.ts";
export { warningSeverityOf, type WarningCode } from "./warning-severity.ts";
export { fontReplaced, glyphMissing } from "./font-faults.ts";
export { assetMissing, fontFailed, type AssetMissing } from "./library-faults.ts";
export { pageCut, pageEmpty, pageShrunk, textCut } from "./page-faults.ts";
export { pageSizeUnknown, scriptPending, textPicture } from "./print-faults.ts";
export { readWarningsHeader, writeWarningsHeader } from "./warnings-header.ts";
