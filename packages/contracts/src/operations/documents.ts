import { z } from "zod";
import { idSchema } from "../ids.ts";
import { operation } from "../operation.ts";
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
} from "../schemas/document.ts";
import { documentRequest } from "../schemas/kept-request.ts";
import { documentSummary } from "../schemas/document-summary.ts";
import { dateTime, renderedAs, text, wholeNumber } from "../schemas/fields.ts";
import { pageOf, pageQuery } from "../schemas/pagination.ts";
import { refusedRequest } from "../schemas/refused-request.ts";
import { warningCode } from "../schemas/warning.ts";

export const generateDocument = operation({
  method: "post",
  path: "/api/v1/generate",
  operationId: "generateDocument",
  hasLargeBody: true,
  summary: "Generate a document",
  description:
    'Fills a template of the key\'s project with `data`, or prints the `html` of the request, and returns the PDF. If `Accept` names `application/json` but neither `application/pdf` nor `*/*`, the response is JSON with the PDF in base64. With `check: "only"` it is always JSON, without a PDF.',
  tag: "Documents",
  access: "apiKey",
  request: { headers: generateHeaders, body: generateBody },
  response: { status: 200, content: "pdf", body: z.union([generatedDocument, checkedDocument]) },
  problems: [
    "template.not_found",
    "template.not_published",
    "project.inline_html_disabled",
    ...failureProblems,
    "request.not_acceptable",
    "queue.full",
    "project.busy",
    "quota.reached",
    "idempotency.in_progress",
    "idempotency.key_reused",
    "idempotency.too_many_keys",
  ],
});

export const createDocument = operation({
  method: "post",
  path: "/api/v1/documents",
  operationId: "createDocument",
  hasLargeBody: true,
  summary: "Generate a document without waiting",
  description:
    "Takes a request like that of `/generate` and answers at once, with the document's record. Platen then makes the document, tries failures that may pass again, and keeps the PDF. `Location` names the PDF. The request needs an installation that keeps PDFs.",
  tag: "Documents",
  access: "apiKey",
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

const instant = dateTime().meta({ override: renderedAs({ type: "string", format: "date-time" }) });

const documentFilters = {
  search: text(200, 1).optional().meta({
    description:
      "Only the document with this id, or the documents of the request with this id, or those whose file name begins with this text.",
  }),
  status: documentStatus.optional().meta({ description: "Only documents in this state." }),
  templateId: idSchema("template").optional().meta({ description: "Only documents of this template." }),
  keyId: idSchema("apiKey").optional().meta({ description: "Only documents requested with this API key." }),
  warning: z
    .union([z.literal("any"), warningCode])
    .optional()
    .meta({
      description: "Only documents with a warning of this code, such as `data.missing`, or with `any` warning.",
      override: renderedAs({ type: "string", maxLength: 64 }),
    }),
  reference: text(200, 1).optional().meta({
    description: "Only documents whose request named this `reference`, exactly.",
  }),
  batchId: idSchema("batch").optional().meta({ description: "Only documents of this batch." }),
  from: instant.optional().meta({ description: "Only documents requested at this time or later." }),
  to: instant.optional().meta({ description: "Only documents requested before this time." }),
};

const documentList = {
  query: z.strictObject({ ...pageQuery(["createdAt"], "createdAt:desc"), ...documentFilters }),
  body: pageOf("documents", document),
};

export const listDocuments = operation({
  method: "get",
  path: "/api/v1/documents",
  operationId: "listDocuments",
  summary: "List documents",
  tag: "Documents",
  access: "apiKey",
  request: { query: documentList.query },
  response: { status: 200, content: "json", body: documentList.body },
  problems: [],
});

export const getDocument = operation({
  method: "get",
  path: "/api/v1/documents/{documentId}",
  operationId: "getDocument",
  summary: "Get a document's record",
  tag: "Documents",
  access: "apiKey",
  waits: true,
  request: {
    params: z.strictObject({ documentId: idSchema("document") }),
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
  problems: [],
  notFound: "document.not_found",
});

const cancelDescription =
  "Cancels a document of `POST /documents` that is queued or rendering, and returns its record. A document that is completed, failed or cancelled stays as it is.";

export const cancelDocument = operation({
  method: "post",
  path: "/api/v1/documents/{documentId}/cancel",
  operationId: "cancelDocument",
  summary: "Cancel a document",
  description: cancelDescription,
  tag: "Documents",
  access: "apiKey",
  request: { params: getDocument.request.params },
  response: { status: 200, content: "json", body: document },
  problems: ["document.not_ready"],
  notFound: "document.not_found",
});

export const listProjectDocuments = operation({
  method: "get",
  path: "/api/dashboard/projects/{projectId}/documents",
  operationId: "listProjectDocuments",
  summary: "List a project's documents",
  tag: "Dashboard: documents",
  access: "session",
  permission: "read",
  request: { params: z.strictObject({ projectId: idSchema("project") }), query: documentList.query },
  response: { status: 200, content: "json", body: documentList.body },
  problems: [],
  notFound: "project.not_found",
});

export const getProjectDocument = operation({
  method: "get",
  path: "/api/dashboard/projects/{projectId}/documents/{documentId}",
  operationId: "getProjectDocument",
  summary: "Get a document's record",
  tag: "Dashboard: documents",
  access: "session",
  permission: "read",
  request: { params: z.strictObject({ projectId: idSchema("project"), documentId: idSchema("document") }) },
  response: { status: 200, content: "json", body: document },
  problems: ["project.not_found"],
  notFound: "document.not_found",
});

export const cancelProjectDocument = operation({
  method: "post",
  path: "/api/dashboard/projects/{projectId}/documents/{documentId}/cancel",
  operationId: "cancelProjectDocument",
  summary: "Cancel a document",
  description: cancelDescription,
  tag: "Dashboard: documents",
  access: "session",
  permission: "edit",
  request: { params: getProjectDocument.request.params },
  response: { status: 200, content: "json", body: document },
  problems: ["project.not_found", "document.not_ready"],
  notFound: "document.not_found",
});

export const getDocumentRequest = operation({
  method: "get",
  path: "/api/dashboard/projects/{projectId}/documents/{documentId}/request",
  operationId: "getDocumentRequest",
  summary: "Get the kept request of a document",
  description:
    "Returns the data that the document was made from, if the project keeps requests. A viewer may not read them. The request appears about a second after its document.",
  tag: "Dashboard: documents",
  access: "session",
  permission: "edit",
  request: { params: getProjectDocument.request.params },
  response: { status: 200, content: "json", body: documentRequest },
  problems: ["project.not_found"],
  notFound: "document.not_found",
});

export const deleteDocumentRequest = operation({
  method: "delete",
  path: "/api/dashboard/projects/{projectId}/documents/{documentId}/request",
  operationId: "deleteDocumentRequest",
  summary: "Delete the kept request of a document",
  description: "The record of the document and its PDF stay. A second call changes nothing.",
  tag: "Dashboard: documents",
  access: "session",
  permission: "edit",
  request: { params: getProjectDocument.request.params },
  response: { status: 204, content: "none" },
  problems: ["project.not_found"],
  notFound: "document.not_found",
});

export const summarizeProjectDocuments = operation({
  method: "get",
  path: "/api/dashboard/projects/{projectId}/document-summary",
  operationId: "summarizeProjectDocuments",
  summary: "Summarize a project's documents",
  description: "Counts the newest documents that match the filters, with their failures and durations.",
  tag: "Dashboard: documents",
  access: "session",
  permission: "read",
  request: { params: z.strictObject({ projectId: idSchema("project") }), query: z.strictObject(documentFilters) },
  response: { status: 200, content: "json", body: documentSummary },
  problems: [],
  notFound: "project.not_found",
});

export const listRefusedRequests = operation({
  method: "get",
  path: "/api/dashboard/projects/{projectId}/refused-requests",
  operationId: "listRefusedRequests",
  summary: "List a project's refused requests",
  description:
    "The newest requests with a valid API key that were refused before there was a document: those of one minute, key and code together. Answers appear after about a second.",
  tag: "Dashboard: documents",
  access: "session",
  permission: "read",
  request: {
    params: z.strictObject({ projectId: idSchema("project") }),
    query: z.strictObject({
      ...pageQuery(["lastAt"], "lastAt:desc"),
      keyId: idSchema("apiKey").optional().meta({ description: "Only requests with this API key." }),
    }),
  },
  response: { status: 200, content: "json", body: pageOf("refusedRequests", refusedRequest) },
  problems: [],
  notFound: "project.not_found",
});

const contentDescription =
  "Returns the kept PDF. `ETag` is its SHA-256; `If-None-Match` with it is answered with status 304. `Range` asks for a part, answered with status 206, and `If-Range` for a part of exactly this PDF. Platen compares a whole PDF with its SHA-256 while it sends it, and breaks the connection if the bytes have changed.";

export const getDocumentContent = operation({
  method: "get",
  path: "/api/v1/documents/{documentId}/content",
  operationId: "getDocumentContent",
  summary: "Download a document's kept PDF",
  description: `${contentDescription} A document of \`POST /documents\` that is in progress is answered with status 202 and \`Retry-After\`; a failed document, with the problem of its failure.`,
  tag: "Documents",
  access: "apiKey",
  request: { params: getDocument.request.params },
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

const deleteDescription =
  "Deletes the kept PDF, and the kept request if the project keeps requests. The record of the document stays. A second call changes nothing.";

export const deleteDocumentContent = operation({
  method: "delete",
  path: "/api/v1/documents/{documentId}/content",
  operationId: "deleteDocumentContent",
  summary: "Delete a document's kept PDF",
  description: deleteDescription,
  tag: "Documents",
  access: "apiKey",
  request: { params: getDocument.request.params },
  response: { status: 204, content: "none" },
  problems: ["content.not_found"],
  notFound: "document.not_found",
});

export const getProjectDocumentContent = operation({
  method: "get",
  path: "/api/dashboard/projects/{projectId}/documents/{documentId}/content",
  operationId: "getProjectDocumentContent",
  summary: "Download a document's kept PDF",
  description: contentDescription,
  tag: "Dashboard: documents",
  access: "session",
  permission: "read",
  request: { params: getProjectDocument.request.params },
  response: { status: 200, content: "bytes" },
  problems: ["project.not_found", "content.not_found", "content.gone", "content.lost", "content.range_invalid"],
  notFound: "document.not_found",
});

export const deleteProjectDocumentContent = operation({
  method: "delete",
  path: "/api/dashboard/projects/{projectId}/documents/{documentId}/content",
  operationId: "deleteProjectDocumentContent",
  summary: "Delete a document's kept PDF",
  description: deleteDescription,
  tag: "Dashboard: documents",
  access: "session",
  permission: "edit",
  request: { params: getProjectDocument.request.params },
  response: { status: 204, content: "none" },
  problems: ["project.not_found", "content.not_found"],
  notFound: "document.not_found",
});
