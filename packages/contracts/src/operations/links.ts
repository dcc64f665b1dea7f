import { z } from "zod";
import { operation } from "../operation.ts";
import { failureProblems } from "../problems.ts";
import { linkBody, linkCreated, linkToken } from "../schemas/link.ts";
import { getDocument, getProjectDocument } from "./documents.ts";

// Links to kept PDFs. Pages of the dashboard that load later alone import this file.

const createDescription =
  "Creates a link that opens the kept PDF without an API key, until it expires, is taken back or the PDF is deleted. Platen does not store links.";
const revokeDescription =
  "Takes back all links to the document's kept PDF that were created before. The PDF stays. A second call changes nothing.";

export const createLink = operation({
  method: "post",
  path: "/api/v1/documents/{documentId}/links",
  operationId: "createLink",
  summary: "Create a link to a document's kept PDF",
  description: createDescription,
  tag: "Documents",
  access: "apiKey",
  request: { params: getDocument.request.params, body: linkBody },
  response: { status: 201, content: "json", body: linkCreated },
  problems: ["content.not_found", "content.gone", "document.not_ready", "document.cancelled", ...failureProblems],
  notFound: "document.not_found",
});

export const revokeLinks = operation({
  method: "delete",
  path: "/api/v1/documents/{documentId}/links",
  operationId: "revokeLinks",
  summary: "Take back all links to a document's kept PDF",
  description: revokeDescription,
  tag: "Documents",
  access: "apiKey",
  request: { params: getDocument.request.params },
  response: { status: 204, content: "none" },
  problems: ["content.not_found"],
  notFound: "document.not_found",
});

export const createProjectLink = operation({
  method: "post",
  path: "/api/dashboard/projects/{projectId}/documents/{documentId}/links",
  operationId: "createProjectLink",
  summary: "Create a link to a document's kept PDF",
  description: createDescription,
  tag: "Dashboard: documents",
  access: "session",
  permission: "edit",
  request: { params: getProjectDocument.request.params, body: linkBody },
  response: { status: 201, content: "json", body: linkCreated },
  problems: [
    "project.not_found",
    "content.not_found",
    "content.gone",
    "document.not_ready",
    "document.cancelled",
    ...failureProblems,
  ],
  notFound: "document.not_found",
});

export const revokeProjectLinks = operation({
  method: "delete",
  path: "/api/dashboard/projects/{projectId}/documents/{documentId}/links",
  operationId: "revokeProjectLinks",
  summary: "Take back all links to a document's kept PDF",
  description: revokeDescription,
  tag: "Dashboard: documents",
  access: "session",
  permission: "edit",
  request: { params: getProjectDocument.request.params },
  response: { status: 204, content: "none" },
  problems: ["project.not_found", "content.not_found"],
  notFound: "document.not_found",
});

export const openLink = operation({
  method: "get",
  path: "/f/{token}",
  operationId: "openLink",
  summary: "Open a link to a kept PDF",
  description:
    "Returns the kept PDF to everybody who has the link: to be shown or to be saved, as its creator chose. `ETag`, `If-None-Match`, `Range` and `If-Range` work as for `/content`. A caller whose `Accept` prefers `text/html`, such as a browser, gets problems as a page.",
  tag: "Documents",
  access: "none",
  request: { params: z.strictObject({ token: linkToken }) },
  response: { status: 200, content: "bytes" },
  problems: ["link.gone", "content.gone", "content.lost", "content.range_invalid"],
  notFound: "link.not_found",
});
