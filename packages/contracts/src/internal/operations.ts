import { z } from "zod";
import { doorsOf, type PublicOperation } from "../doors.ts";
import { problemCode } from "../envelope.ts";
import { idSchema } from "../ids.ts";
import { keyScopes } from "../scopes.ts";
import {
  acceptInvitation,
  changePassword,
  getSetup,
  readInvitation,
  setUpFirstAccount,
  signIn,
  signOut,
} from "../operations/accounts.ts";
import { getOwnKey } from "../operations/api-keys.ts";
import { cancelDocument, createDocument, getDocument, getDocumentContent } from "../operations/documents.ts";
import { operations } from "../operations.ts";
import { getProject, renameProject } from "../operations/projects.ts";
import { getTemplate, previewSource, previewTemplate } from "../operations/templates.ts";
import { outputNames } from "../outputs.ts";
import { assetDigest, fontFace } from "../schemas/asset.ts";
import { backgroundFields, document, failure, filename, generateFields, inlineFields } from "../schemas/document.ts";
import { limited, sha256, text } from "../schemas/fields.ts";
import { list } from "../schemas/list.ts";
import { renderOptionNames } from "../schemas/render-request.ts";
import { pageSettings } from "../schemas/page-settings.ts";
import { maxPresent, presentMember } from "../schemas/presence.ts";
import { account, memberProject, ownKey } from "../schemas/project.ts";
import { problemDetail } from "../schemas/problem-detail.ts";
import { translationTable } from "../schemas/translation-table.ts";
import { storedPreviewBody } from "../schemas/template.ts";
import { recordedWarnings } from "../schemas/warning.ts";
import {
  appendBatchRows,
  closeBatch,
  countBatchRows,
  findBatchZip,
  openBatch,
  readBatch,
  readBatchChunk,
  readBatchProgress,
  readBatchZipPage,
  readFailedRows,
  readManifestRows,
  removeBatch,
} from "./batch-operations.ts";
import { leaseBackground, readBackgroundBacklog, releaseBackground } from "./courier-operations.ts";
import { idempotency } from "./idempotency.ts";
import { catalogOperation, internalOperation, type InternalOperation } from "./internal-operation.ts";
import { contentPiece, keptContent } from "./kept-content.ts";
import { keptTime } from "./kept-time.ts";
import { findLinkedContent, readLinkedContent, signLink } from "./link-operations.ts";
import { leaseDeliveries, readDeliveryBacklog, reportDeliveries } from "./delivery-operations.ts";
import { checkCourier, checkGateway, readTokenKeys } from "./self-check-operations.ts";

/**
 * The header that names the gateway's caller to the catalog: `key:` or `session:`, then the SHA-256 of the key's value or
 * of the session cookie, in hex; `member:`, then that of the session cookie, `:` and the id of the project; or `link:`, then
 * the token of a link. The catalog believes it only beside a valid service token.
 */
export const callerHeader = "platen-caller";
/** Marks the answer of a catalog that refuses a service token, as its clock or keys may be wrong: another may accept it. */
export const tokenRefusedHeader = "platen-token-refused";

/** A new session: its account, and the cookie's value, which only the gateway and the browser ever hold. */
export const sessionOpened = z.object({ account, sessionValue: z.string() });

const tenant = z.object({
  projectId: idSchema("project"),
  /** The account for which the project counts: its creator's, or its earliest owner's. */
  accountId: idSchema("account"),
  /** Names the database. A restore changes it. */
  epoch: z.string(),
});
/** A project, and the account for which it counts where callers share something: turns, places, space. */
export type Tenant = z.infer<typeof tenant>;

/** Reads the project of a key, or a member's, and the account for which it counts. */
export const getTenant = catalogOperation({
  method: "get",
  path: "/internal/project/tenant",
  operationId: "getTenant",
  callerKind: "keyOrMember",
  keyScopes,
  permission: "read",
  request: {},
  response: { status: 200, content: "json", body: tenant },
  problems: ["auth.key_invalid", "auth.session_invalid", "project.not_found"],
});

export const maxDocumentsPerCall = 200;

/** How the project keeps the request of a document. */
const keeping = z.object({
  /** Of the setting. A request that was redacted by another one is not stored. */
  revision: z.int(),
  redactedPaths: z.array(z.string()),
});
export type Keeping = z.infer<typeof keeping>;

/** Absent if the project keeps no requests. */
const keptBy = { keeping: keeping.optional() };

const createdDocument = z.object({
  documentId: idSchema("document"),
  projectId: idSchema("project"),
  templateId: z.string(),
  templateName: z.string(),
  version: z.int(),
  /** Id of the immutable source to render: a template version, or the source that a preview stored. */
  sourceId: z.string(),
});
export type CreatedDocument = z.infer<typeof createdDocument>;

const createdPreview = z.object({
  ...createdDocument.shape,
  dataJson: z.string().meta({ description: "The data set of the preview, as its author wrote it." }),
});

/** SHA-256 of a key's value in hex. */
const keyHash = sha256;

const documentRequest = z.strictObject({
  /** The gateway chooses it, so that it can repeat a call whose answer was lost. */
  documentId: idSchema("document"),
  /** The key of the caller who asks for this document. */
  keyHash,
  /** The caller's request, for the log. */
  requestId: limited(200),
  templateId: generateFields.shape.templateId.unwrap(),
  version: generateFields.shape.version,
  filename: generateFields.shape.filename,
  /** A checked document gets no record. */
  check: generateFields.shape.check,
  /** The language that the template must have, unless the request says that any will do. */
  locale: generateFields.shape.locale,
  /** Absent for a document that is not kept. */
  keep: keptTime.optional(),
});
export type DocumentRequest = z.infer<typeof documentRequest>;

/** For how long the PDF of the document is kept; absent if it is not. */
const keptFor = { keepSeconds: z.int().positive().optional() };

const refusedCreation = z.object({
  outcome: z.literal("refused"),
  documentId: idSchema("document"),
  code: problemCode,
  message: z.string(),
  details: z.array(problemDetail).optional(),
});
export type RefusedCreation = z.infer<typeof refusedCreation>;

const documentCreation = z.discriminatedUnion("outcome", [
  createdDocument.extend({ outcome: z.literal("opened"), ...keptBy, ...keptFor }),
  refusedCreation,
]);
/** What the catalog answers for one document: it is created, or refused with a problem. */
export type DocumentCreation = z.infer<typeof documentCreation>;

/**
 * Creates documents independently of each other: authenticates each key, finds the template version and writes the row.
 * The answers are in the order of the requests. A second call with the same ids creates nothing twice.
 */
export const openDocuments = catalogOperation({
  method: "post",
  path: "/internal/documents",
  operationId: "openDocuments",
  hasLargeBody: true,
  callerKind: "keyHashes",
  request: { body: z.strictObject({ documents: list(documentRequest, maxDocumentsPerCall).min(1) }) },
  response: { status: 200, content: "json", body: z.object({ documents: z.array(documentCreation) }) },
});

const inlineDocumentRequest = documentRequest.omit({ templateId: true, version: true });
export type InlineDocumentRequest = z.infer<typeof inlineDocumentRequest>;

const inlineDocumentCreation = z.discriminatedUnion("outcome", [
  createdDocument
    .pick({ documentId: true, projectId: true })
    .extend({ outcome: z.literal("opened"), ...keptBy, ...keptFor }),
  refusedCreation,
]);
/** What the catalog answers for one document whose HTML the request brings. */
export type InlineDocumentCreation = z.infer<typeof inlineDocumentCreation>;

/**
 * Creates documents whose HTML the requests bring, like {@link openDocuments}. The HTML does not come here: it goes
 * with the job. An operation of its own, because its statement reads the project and no template.
 */
export const openInlineDocuments = catalogOperation({
  method: "post",
  path: "/internal/inline-documents",
  operationId: "openInlineDocuments",
  hasLargeBody: true,
  callerKind: "keyHashes",
  request: { body: z.strictObject({ documents: list(inlineDocumentRequest, maxDocumentsPerCall).min(1) }) },
  response: { status: 200, content: "json", body: z.object({ documents: z.array(inlineDocumentCreation) }) },
});

/** Finds out which accounts that have a template open are members of its project, for one of them. */
export const findPresent = catalogOperation({
  method: "post",
  path: "/internal/project/templates/{templateId}/present-members",
  operationId: "findPresent",
  callerKind: "member",
  permission: "read",
  request: {
    params: getTemplate.key.request.params,
    body: z.strictObject({ accountIds: list(idSchema("account"), maxPresent + 1) }),
  },
  response: {
    status: 200,
    content: "json",
    body: z.object({
      accountId: idSchema("account").meta({ description: "The caller's own." }),
      members: z.array(presentMember),
    }),
  },
  problems: ["auth.session_invalid", "project.not_found"],
  notFound: "template.not_found",
});

/** Finds the stored source that a preview shows: a published version, or a snapshot of the draft. */
export const openStoredPreview = catalogOperation({
  method: "post",
  path: "/internal/project/templates/{templateId}/stored-previews",
  operationId: "openStoredPreview",
  callerKind: "member",
  permission: "read",
  request: { params: getTemplate.key.request.params, body: storedPreviewBody },
  response: { status: 201, content: "json", body: createdPreview },
  problems: ["auth.session_invalid", "project.not_found", "template.syntax_invalid"],
  notFound: "template.not_found",
});

/** Stores the source of a preview for a short time. */
export const openPreview = catalogOperation({
  method: "post",
  path: "/internal/project/templates/{templateId}/previews",
  operationId: "openPreview",
  hasLargeBody: true,
  callerKind: "member",
  permission: "edit",
  request: {
    params: getTemplate.key.request.params,
    body: previewTemplate.request.body.omit({ data: true, ...renderOptionNames }),
  },
  response: {
    status: 201,
    content: "json",
    body: createdPreview,
  },
  problems: ["auth.session_invalid", "project.not_found", "template.syntax_invalid"],
  notFound: "template.not_found",
});

/** Stores a source that belongs to no template, for a preview. */
export const openSourcePreview = catalogOperation({
  method: "post",
  path: "/internal/project/previews",
  operationId: "openSourcePreview",
  hasLargeBody: true,
  callerKind: "member",
  permission: "edit",
  request: {
    body: previewSource.request.body.omit({ data: true, ...renderOptionNames }),
  },
  response: {
    status: 201,
    content: "json",
    body: createdDocument.pick({ documentId: true, projectId: true, templateName: true, sourceId: true }),
  },
  problems: ["auth.session_invalid", "project.not_found", "template.syntax_invalid"],
});

const sourceLibrary = z.object({
  /** Files that the texts name by address. Several addresses may lead to the same bytes. */
  files: z.array(
    z.object({
      address: z.string().meta({ description: "Starts with `https://assets.invalid/`." }),
      sha256: assetDigest,
      contentType: z.string(),
      sizeBytes: z.int(),
    }),
  ),
  /** Fonts that the source may use by their families. The texts do not name their addresses. */
  fonts: z.array(
    fontFace.extend({
      sha256: assetDigest,
      sizeBytes: z.int(),
      unicodeRange: z.string().max(2_000).optional(),
      stretch: z.string().max(40).optional(),
    }),
  ),
});
export type SourceLibrary = z.infer<typeof sourceLibrary>;

/** Where each character of a composed text was written. See `Places` of @platen/library. */
const places = z.object({
  parts: z.array(z.string()),
  runs: z.array(z.tuple([z.int(), z.int(), z.int(), z.int(), z.int().nullable()])),
});

const templateSource = z.object({
  sourceId: z.string(),
  projectId: idSchema("project"),
  templateName: z.string(),
  html: z.string(),
  css: z.string(),
  settings: pageSettings,
  /** What the text of a tag means. In dialect 1, that of the first templates, it is always a name of the data. */
  dialect: z.union([z.literal(1), z.literal(2)]),
  /** The texts of translations that the source may print, by language and key. Absent if it prints none. */
  messages: z.object({ defaultLocale: z.string(), languages: translationTable }).optional(),
  /**
   * Where the authors of the source's texts wrote them, by the texts' fields. Absent if the texts are as written. Without
   * it, the lines of warnings would be those of the composed texts.
   */
  places: z.record(z.string(), places).optional(),
  /** The library's files that the source uses. Absent if it uses none. */
  library: sourceLibrary.optional(),
});
export type TemplateSource = z.infer<typeof templateSource>;

/** Reads the source that a worker renders, by the grant of its job. */
export const getTemplateSource = catalogOperation({
  method: "get",
  path: "/internal/template-sources/{sourceId}",
  operationId: "getTemplateSource",
  access: "grant",
  callerKind: "grant",
  request: { params: z.strictObject({ sourceId: z.union([idSchema("templateVersion"), idSchema("previewSource")]) }) },
  response: { status: 200, content: "json", body: templateSource },
  problems: ["auth.token_invalid"],
  notFound: "template.not_found",
});

/** Reads a file of the library that a source uses, by the grant of the job. */
export const getSourceAsset = catalogOperation({
  method: "get",
  path: "/internal/template-sources/{sourceId}/assets/{sha256}",
  operationId: "getSourceAsset",
  access: "grant",
  callerKind: "grant",
  request: {
    params: z.strictObject({ sourceId: getTemplateSource.request.params.shape.sourceId, sha256: assetDigest }),
  },
  response: { status: 200, content: "bytes" },
  problems: ["auth.token_invalid"],
  notFound: "asset.not_found",
});

/** A report of what became of a document. The grant of its job authorises each report on its own. */
export const outcomeReport = z.discriminatedUnion("status", [
  z.object({
    grant: z.string(),
    documentId: idSchema("document"),
    status: z.literal("rendering"),
    queueMs: z.number().nonnegative(),
  }),
  z.object({
    grant: z.string(),
    documentId: idSchema("document"),
    status: z.literal("completed"),
    pageCount: z.int().nonnegative(),
    sizeBytes: z.int().nonnegative(),
    sha256,
    queueMs: z.number().nonnegative(),
    renderMs: z.number().nonnegative(),
    warnings: recordedWarnings,
    /** The name that the batch of the document has filled for it. */
    filename: filename.optional(),
    /** The PDF that the worker has kept under this id. The catalog records it with the outcome. */
    content: z.strictObject({ contentId: idSchema("content"), crc32: z.int().nonnegative() }).optional(),
  }),
  z.object({
    grant: z.string(),
    documentId: idSchema("document"),
    status: z.literal("failed"),
    failure,
    /** Whether the catalog could not serve the worker, which tells nothing about the document. */
    isCatalogAway: z.boolean().optional(),
  }),
  z.object({ grant: z.string(), documentId: idSchema("document"), status: z.literal("cancelled") }),
]);
export type OutcomeReport = z.infer<typeof outcomeReport>;

/** Takes reports of outcomes. A report that is late or repeated changes nothing. */
export const reportOutcomes = catalogOperation({
  method: "post",
  path: "/internal/document-outcomes",
  operationId: "reportOutcomes",
  hasLargeBody: true,
  access: "grant",
  callerKind: "reports",
  request: { body: z.strictObject({ reports: list(outcomeReport, 500).min(1) }) },
  response: {
    status: 200,
    content: "json",
    body: z.object({
      applied: z.int().meta({ description: "Reports that changed a document." }),
      refusedDocuments: z
        .array(idSchema("document"))
        .meta({ description: "The documents of the reports whose grant does not open them." }),
    }),
  },
  problems: ["auth.token_invalid"],
});

/** The most refusals that a gateway records at once. */
export const maxRefusalsPerCall = 200;

const refusal = z.strictObject({
  keyHash,
  code: limited(64),
  /** How many requests with this key and code. */
  requests: z.int().positive(),
  /** About the last of them. */
  message: text(300),
  path: text(200).optional(),
  requestId: limited(200),
});
/** Requests of a key that a gateway refused with the same code. */
export type Refusal = z.infer<typeof refusal>;

/** Records refused requests. A refusal of an unknown or revoked key is left out. */
export const recordRefusals = catalogOperation({
  method: "post",
  path: "/internal/refused-requests",
  operationId: "recordRefusals",
  hasLargeBody: true,
  callerKind: "keyHashes",
  request: { body: z.strictObject({ refusals: list(refusal, maxRefusalsPerCall).min(1) }) },
  response: { status: 204, content: "none" },
});

/** The most requests that a gateway hands over to be kept at once. */
export const maxKeptRequestsPerCall = 50;

/** The largest kept request, deflated, as base64. */
const maxKeptCharacters = 1_400_000;

const requestToKeep = z.strictObject({
  documentId: idSchema("document"),
  keyHash: keyHash.nullable(),
  /** The project of a document that a member has asked for, so that no key tells it. */
  projectId: idSchema("project").optional(),
  revision: keeping.shape.revision,
  /** The request without redacted values, deflated. The catalog never looks inside. Null for a request that is too large. */
  request: limited(maxKeptCharacters).check(z.base64()).nullable(),
});
export type RequestToKeep = z.infer<typeof requestToKeep>;

/** Keeps the requests of documents. A request whose project does not keep requests any more, or redacts others, is left out. */
export const keepRequests = catalogOperation({
  method: "post",
  path: "/internal/kept-requests",
  operationId: "keepRequests",
  hasLargeBody: true,
  callerKind: "keyHashes",
  request: { body: z.strictObject({ requests: list(requestToKeep, maxKeptRequestsPerCall).min(1) }) },
  response: { status: 200, content: "json", body: z.object({ kept: z.int() }) },
});

/** The largest PDF that a worker may make. */
const largestPdfBytes = 200_000_000;

/**
 * Keeps a document's PDF, by a grant that says for how long. The worker reports the outcome afterwards. A worker that
 * names the PDF must name it in the outcome too: until then the catalog does not count it as kept, which spares a
 * statement for each document that no caller waits for.
 */
export const putDocumentContent = catalogOperation({
  method: "put",
  path: "/internal/documents/{documentId}/content",
  operationId: "putDocumentContent",
  access: "grant",
  callerKind: "grant",
  request: {
    params: getDocument.key.request.params,
    query: z
      .strictObject({
        contentId: idSchema("content").optional(),
        sha256: sha256.optional(),
        output: z.enum(outputNames).optional(),
      })
      .refine(({ contentId, sha256 }) => (contentId === undefined) === (sha256 === undefined), {
        message: "must have `contentId` and `sha256`, or neither",
      }),
    bytes: { maxBytes: largestPdfBytes, isStreamed: true },
  },
  response: { status: 204, content: "none" },
  problems: ["auth.token_invalid", "storage.unavailable"],
  notFound: "document.not_found",
});

/** Finds the kept PDF of a document for a key. Its bytes come in pieces, by {@link readDocumentContent}. */
export const findDocumentContent = {
  ...internalOperation(getDocumentContent),
  operationId: "findDocumentContent",
  response: { status: 200, content: "json", body: keptContent },
} as const;

/** Reads a piece of a kept PDF. */
export const readDocumentContent = {
  ...internalOperation(getDocumentContent),
  path: "/internal/project/documents/{documentId}/content/piece",
  operationId: "readDocumentContent",
  request: { params: getDocumentContent.key.request.params, query: contentPiece },
} as const;

/** The largest deflated input of a document that no caller waits for, as base64. */
const maxInputCharacters = 28_000_000;

const backgroundRequest = z.strictObject({
  /** The gateway chooses it, so that it can repeat a call whose answer was lost. */
  documentId: idSchema("document"),
  requestId: limited(200),
  /** Without a template for a document from HTML of the request. */
  ...backgroundFields.omit({ data: true, ...inlineFields, ...renderOptionNames, expiresIn: true }).shape,
  /** The language that the template must have, unless the request says that any will do. */
  locale: generateFields.shape.locale,
  ...keptTime.shape,
  /** What the job carries besides ids, deflated by the gateway. The catalog never looks inside. */
  input: limited(maxInputCharacters).check(z.base64()),
  /** How many bytes the input takes in the queue. */
  inputBytes: z.int().nonnegative(),
  idempotency: idempotency.optional(),
});
export type BackgroundRequest = z.infer<typeof backgroundRequest>;

/** Creates a document that no caller waits for: once it is answered, the document and its input are stored. */
export const openBackground = {
  ...internalOperation(createDocument),
  operationId: "openBackground",
  request: { body: backgroundRequest },
  response: {
    status: 202,
    content: "json",
    body: z.object({
      document,
      isReplayed: z.boolean().meta({ description: "Whether an earlier request with the same key created it." }),
      ...keptBy,
    }),
  },
} as const;

type AtGateway = { servedBy: "gateway" } | { key: { servedBy: "gateway" } };
type Operations = typeof operations;
type Forwarded = { [Id in keyof Operations as Operations[Id] extends AtGateway ? never : Id]: Operations[Id] };

/** Public operations that the gateway forwards to the catalog as they are. All others have a file in its `routes`. */
export const forwardedOperations = Object.values<PublicOperation>(operations).filter((definition) =>
  doorsOf(definition).every(({ servedBy }) => servedBy === undefined),
);

function internalForms(): { [Id in keyof Forwarded]: InternalOperation<Forwarded[Id]> };
// Object.fromEntries loses the keys; each entry is the internal form of the operation under the same key.
function internalForms(): unknown {
  const forms = forwardedOperations.map((definition) => internalOperation(definition));
  return Object.fromEntries(forms.map((internal) => [internal.operationId, internal]));
}

/** Every operation that the catalog serves, by its operationId. */
export const internalOperations = {
  ...internalForms(),
  getDocument: { ...internalOperation(getDocument), request: { params: getDocument.key.request.params } },
  cancelDocument: internalOperation(cancelDocument),
  openBackground,
  leaseBackground,
  releaseBackground,
  readBackgroundBacklog,
  openBatch,
  getBatch: readBatch,
  countBatchRows,
  appendBatchRows,
  closeBatch,
  removeBatch,
  readFailedRows,
  readManifestRows,
  findBatchZip,
  readBatchZipPage,
  readBatchChunk,
  readBatchProgress,
  leaseDeliveries,
  reportDeliveries,
  readDeliveryBacklog,
  readInvitation: internalOperation(readInvitation),
  signOut: internalOperation(signOut),
  // The catalog does not know the limit of the installation.
  getProject: { ...internalOperation(getProject), response: { ...getProject.response, body: memberProject } },
  // The limits are those of the gateway.
  getOwnKey: {
    ...internalOperation(getOwnKey),
    response: { ...getOwnKey.response, body: ownKey.omit({ limits: true }) },
  },
  renameProject: { ...internalOperation(renameProject), response: { ...renameProject.response, body: memberProject } },
  getTenant,
  openDocuments,
  openInlineDocuments,
  findPresent,
  openPreview,
  openStoredPreview,
  openSourcePreview,
  getTemplateSource,
  getSourceAsset,
  putDocumentContent,
  findDocumentContent,
  readDocumentContent,
  signLink,
  findLinkedContent,
  readLinkedContent,
  reportOutcomes,
  recordRefusals,
  keepRequests,
  checkGateway,
  checkCourier,
  readTokenKeys,
  getSetup: internalOperation(getSetup),
  signIn: { ...internalOperation(signIn), response: { ...signIn.response, body: sessionOpened } },
  setUpFirstAccount: {
    ...internalOperation(setUpFirstAccount),
    response: { ...setUpFirstAccount.response, body: sessionOpened },
  },
  acceptInvitation: {
    ...internalOperation(acceptInvitation),
    response: { ...acceptInvitation.response, body: sessionOpened },
  },
  changePassword: {
    ...internalOperation(changePassword),
    response: { ...changePassword.response, body: sessionOpened },
  },
};
