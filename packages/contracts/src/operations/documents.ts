import { z } from "zod";
import { idSchema } from "../ids.ts";
import { operation } from "../doors.ts";
import { failureProblems } from "../problems.ts";
import {
  backgroundBody,
  backgroundHeaders,
  checkedDocument,
  document,
  documentStatus,
  generateBody,
  generatedDocument,
  generateHeaders,
  uncheckedBody,
} from "../schemas/document.ts";
import { documentRequest } from "../schemas/kept-request.ts";
import { documentSummary } from "../schemas/document-summary.ts";
import { instant, renderedAs, text, wholeNumber } from "../schemas/fields.ts";
import { pageOf, pageQuery } from "../schemas/pagination.ts";
import { refusedRequest } from "../schemas/refused-request.ts";
import { warningFilter } from "../schemas/warning.ts";

const generateProblems = [
  "template.not_found",
  "template.not_published",
  "project.inline_html_disabled",
  ...failureProblems,
  "queue.full",
  "project.busy",
  "quota.reached",
  "idempotency.in_progress",
  "idempotency.key_reused",
  "idempotency.too_many_keys",
] as const;

export const generateDocument = operation({
  method: "post",
  path: "/generate",
  operationId: "generateDocument",
  doors: { key: { scopes: ["documents"] } },
  servedBy: "gateway",
  hasLargeBody: true,
  request: { headers: generateHeaders, body: generateBody },
  response: { status: 200, content: "pdf", body: z.union([generatedDocument, checkedDocument]) },
  problems: [...generateProblems, "request.not_acceptable"],
});

/** Clients from generators ask for JSON wherever an error may be JSON, so `Accept` says nothing about what they want. */
export const generatePdf = operation({
  method: "post",
  path: "/generate/pdf",
  operationId: "generatePdf",
  doors: { key: { scopes: ["documents"] } },
  servedBy: "gateway",
  hasLargeBody: true,
  request: { headers: generateHeaders, body: uncheckedBody },
  response: { status: 200, content: "pdf", form: "file" },
  problems: generateProblems,
});

export const generateJson = operation({
  method: "post",
  path: "/generate/json",
  operationId: "generateJson",
  doors: { key: { scopes: ["documents"] } },
  servedBy: "gateway",
  hasLargeBody: true,
  request: { headers: generateHeaders, body: uncheckedBody },
  response: { status: 200, content: "pdf", form: "json", body: generatedDocument },
  problems: generateProblems,
});

export const createDocument = operation({
  method: "post",
  path: "/documents",
  operationId: "createDocument",
  doors: { key: { scopes: ["documents"] }, member: { permission: "edit" } },
  servedBy: "gateway",
  hasLargeBody: true,
  request: { headers: backgroundHeaders, body: backgroundBody },
  response: { status: 202, content: "json", body: document },
  problems: [
    "template.not_found",
    "template.not_published",
    "project.inline_html_disabled",
    "project.busy",
    "quota.reached",
    "idempotency.key_reused",
    "webhook.url_refused",
  ],
});

const documentFilters = {
  search: text(200, 1).optional().meta({
    description:
      "Only the document with this id, or the documents of the request with this id, or those whose file name begins with this text.",
  }),
  status: documentStatus.optional().meta({ description: "Only documents in this state." }),
  templateId: idSchema("template").optional().meta({ description: "Only documents of this template." }),
  keyId: idSchema("apiKey").optional().meta({ description: "Only documents requested with this API key." }),
  warning: warningFilter.optional().meta({
    description: "Only documents with a warning of this code, such as `data.missing`, or with `any` warning.",
  }),
  reference: text(200, 1).optional().meta({
    description: "Only documents whose request named this `reference`, exactly.",
  }),
  batchId: idSchema("batch").optional().meta({ description: "Only documents of this batch." }),
  from: instant.optional().meta({ description: "Only documents requested at this time or later." }),
  to: instant.optional().meta({ description: "Only documents requested before this time." }),
};

const ofDocument = z.strictObject({ documentId: idSchema("document") });

export const listDocuments = operation({
  method: "get",
  path: "/documents",
  operationId: "listDocuments",
  doors: { key: { scopes: ["documents"] }, member: { permission: "read" } },
  request: { query: z.strictObject({ ...pageQuery(["createdAt"], "createdAt:desc"), ...documentFilters }) },
  response: { status: 200, content: "json", body: pageOf("documents", document) },
});

export const getDocument = operation({
  method: "get",
  path: "/documents/{documentId}",
  operationId: "getDocument",
  doors: { key: { scopes: ["documents"] }, member: { permission: "read" } },
  servedBy: "gateway",
  waits: true,
  request: {
    params: ofDocument,
    query: z.strictObject({
      wait: wholeNumber(0, 60)
        .optional()
        .meta({
          description:
            "Seconds that the answer waits for the document to be completed, failed or cancelled. Default: 0. While very many requests wait, Platen answers at once.",
          example: 30,
          override: renderedAs({ type: "integer", minimum: 0, maximum: 60 }),
        }),
    }),
  },
  response: { status: 200, content: "json", body: document },
  notFound: "document.not_found",
});

export const cancelDocument = operation({
  method: "post",
  path: "/documents/{documentId}/cancel",
  operationId: "cancelDocument",
  doors: { key: { scopes: ["documents"] }, member: { permission: "edit" } },
  servedBy: "gateway",
  request: { params: ofDocument },
  response: { status: 200, content: "json", body: document },
  problems: ["document.not_ready"],
  notFound: "document.not_found",
});

/**
 * Returns the data that the document was made from, if the project keeps requests. A viewer may not read them. The
 * request appears about a second after its document.
 */
export const getDocumentRequest = operation({
  method: "get",
  path: "/documents/{documentId}/request",
  operationId: "getDocumentRequest",
  doors: { member: { permission: "edit" } },
  request: { params: ofDocument },
  response: { status: 200, content: "json", body: documentRequest },
  notFound: "document.not_found",
});

/** The record of the document and its PDF stay. A second call changes nothing. */
export const deleteDocumentRequest = operation({
  method: "delete",
  path: "/documents/{documentId}/request",
  operationId: "deleteDocumentRequest",
  doors: { member: { permission: "edit" } },
  request: { params: ofDocument },
  response: { status: 204, content: "none" },
  notFound: "document.not_found",
});

/** Counts the newest documents that match the filters, with their failures and durations. */
export const summarizeProjectDocuments = operation({
  method: "get",
  path: "/document-summary",
  operationId: "summarizeProjectDocuments",
  doors: { member: { permission: "read" } },
  request: { query: z.strictObject(documentFilters) },
  response: { status: 200, content: "json", body: documentSummary },
});

/**
 * The newest requests with a valid API key that were refused before there was a document: those of one minute, key
 * and code together. Answers appear after about a second.
 */
export const listRefusedRequests = operation({
  method: "get",
  path: "/refused-requests",
  operationId: "listRefusedRequests",
  doors: { member: { permission: "read" } },
  request: {
    query: z.strictObject({
      ...pageQuery(["lastAt"], "lastAt:desc"),
      keyId: idSchema("apiKey").optional().meta({ description: "Only requests with this API key." }),
    }),
  },
  response: { status: 200, content: "json", body: pageOf("refusedRequests", refusedRequest) },
});

export const getDocumentContent = operation({
  method: "get",
  path: "/documents/{documentId}/content",
  operationId: "getDocumentContent",
  doors: { key: { scopes: ["documents"] }, member: { permission: "read" } },
  servedBy: "gateway",
  request: { params: ofDocument },
  response: { status: 200, content: "bytes" },
  pending: document,
  problems: [
    "content.not_found",
    "content.gone",
    "content.lost",
    "content.range_invalid",
    "document.cancelled",
    ...failureProblems,
  ],
  notFound: "document.not_found",
});

export const deleteDocumentContent = operation({
  method: "delete",
  path: "/documents/{documentId}/content",
  operationId: "deleteDocumentContent",
  doors: { key: { scopes: ["documents"] }, member: { permission: "edit" } },
  request: { params: ofDocument },
  response: { status: 204, content: "none" },
  problems: ["content.not_found"],
  notFound: "document.not_found",
});
