import { z } from "zod";
import { idSchema } from "../ids.ts";
import { operation } from "../operation.ts";
import { delivery, webhookSecret } from "../schemas/delivery.ts";
import { pageOf, pageQuery } from "../schemas/pagination.ts";
import { getDocument, getProjectDocument } from "./documents.ts";

const query = z.strictObject(pageQuery(["createdAt"], "createdAt:desc"));
const listDescription = "Lists the messages to the `callbackUrl` of the document, with the attempts at each.";
const retryDescription =
  "Sends the same message with the same `webhook-id` again, at once, also if it was delivered. All attempts begin again. A delivery that is being sent stays as it is. At most 10 times an hour for one delivery, and 1,000 times for all of an account.";

export const listDocumentDeliveries = operation({
  method: "get",
  path: "/api/v1/documents/{documentId}/deliveries",
  operationId: "listDocumentDeliveries",
  summary: "List a document's deliveries",
  description: listDescription,
  tag: "Documents",
  access: "apiKey",
  request: { params: getDocument.request.params, query },
  response: { status: 200, content: "json", body: pageOf("deliveries", delivery) },
  problems: [],
  notFound: "document.not_found",
});

export const retryDelivery = operation({
  method: "post",
  path: "/api/v1/documents/{documentId}/deliveries/{deliveryId}/retry",
  operationId: "retryDelivery",
  summary: "Send a delivery again",
  description: retryDescription,
  tag: "Documents",
  access: "apiKey",
  request: { params: z.strictObject({ documentId: idSchema("document"), deliveryId: idSchema("delivery") }) },
  response: { status: 200, content: "json", body: delivery },
  problems: ["document.not_ready"],
  notFound: "delivery.not_found",
});

const projectDeliveriesPath = "/api/dashboard/projects/{projectId}/documents/{documentId}/deliveries";

export const listProjectDocumentDeliveries = operation({
  method: "get",
  path: projectDeliveriesPath,
  operationId: "listProjectDocumentDeliveries",
  summary: "List a document's deliveries",
  description: listDescription,
  tag: "Dashboard: documents",
  access: "session",
  permission: "read",
  request: { params: getProjectDocument.request.params, query },
  response: { status: 200, content: "json", body: pageOf("deliveries", delivery) },
  problems: ["project.not_found"],
  notFound: "document.not_found",
});

export const retryProjectDelivery = operation({
  method: "post",
  path: `${projectDeliveriesPath}/{deliveryId}/retry`,
  operationId: "retryProjectDelivery",
  summary: "Send a delivery again",
  description: retryDescription,
  tag: "Dashboard: documents",
  access: "session",
  permission: "edit",
  request: {
    params: z.strictObject({
      projectId: idSchema("project"),
      documentId: idSchema("document"),
      deliveryId: idSchema("delivery"),
    }),
  },
  response: { status: 200, content: "json", body: delivery },
  problems: ["project.not_found", "document.not_ready"],
  notFound: "delivery.not_found",
});

const secretPath = "/api/dashboard/projects/{projectId}/webhook-secret";
const tag = "Dashboard: projects";
const params = z.strictObject({ projectId: idSchema("project") });

export const getWebhookSecret = operation({
  method: "get",
  path: secretPath,
  operationId: "getWebhookSecret",
  summary: "Read the signing secret of a project's webhooks",
  description: "The first call makes it, if no message was sent before.",
  tag,
  access: "session",
  permission: "own",
  request: { params },
  response: { status: 200, content: "json", body: webhookSecret },
  problems: [],
  notFound: "project.not_found",
});

export const rotateWebhookSecret = operation({
  method: "post",
  path: `${secretPath}/rotate`,
  operationId: "rotateWebhookSecret",
  summary: "Replace the signing secret of a project's webhooks",
  description: "The secret before it signs too for 24 hours, so that receivers can change over.",
  tag,
  access: "session",
  permission: "own",
  request: { params },
  response: { status: 200, content: "json", body: webhookSecret },
  problems: [],
  notFound: "project.not_found",
});
