// The entry of the npm package: all that users of the API see. Platen's own services import index.ts, which also has
// the transport for other operations than those of API keys.
export { ApiProblem, TransportError, type TransportFailure } from "./api-problem.ts";
export type { Batch, CreateBatchRequest } from "./batches.ts";
export {
  createClient,
  type CheckedDocument,
  type Client,
  type ClientOptions,
  type CreateDocumentRequest,
  type Document,
  type Failure,
  type GeneratedDocument,
  type GeneratedPdf,
  type GenerateRequest,
  type LibraryAnswer,
  type LibraryOperationId,
  type LibraryRequest,
  type Link,
  type LinkOptions,
  type Project,
  type Template,
  type TemplateWithExample,
  type Warning,
} from "./client.ts";
export type { BatchRow } from "./send-rows.ts";
export { verifyWebhook, WebhookRefused, type WebhookEvent, type WebhookMessage } from "./verify-webhook.ts";
export type { CallOptions } from "./transport.ts";
