import { z } from "zod";
import { idSchema } from "../ids.ts";
import { operation } from "../doors.ts";
import { delivery, webhookSecret } from "../schemas/delivery.ts";
import { pageOf, pageQuery } from "../schemas/pagination.ts";
import { getDocument } from "./documents.ts";

const query = z.strictObject(pageQuery(["createdAt"], "createdAt:desc"));

export const listDocumentDeliveries = operation({
  method: "get",
  path: "/documents/{documentId}/deliveries",
  operationId: "listDocumentDeliveries",
  doors: { key: { scopes: ["documents"] }, member: { permission: "read" } },
  request: { params: getDocument.key.request.params, query },
  response: { status: 200, content: "json", body: pageOf("deliveries", delivery) },
  notFound: "document.not_found",
});

export const retryDelivery = operation({
  method: "post",
  path: "/documents/{documentId}/deliveries/{deliveryId}/retry",
  operationId: "retryDelivery",
  doors: { key: { scopes: ["documents"] }, member: { permission: "edit" } },
  request: { params: z.strictObject({ documentId: idSchema("document"), deliveryId: idSchema("delivery") }) },
  response: { status: 200, content: "json", body: delivery },
  problems: ["document.not_ready"],
  notFound: "delivery.not_found",
});

/** The first call makes it, if no message was sent before. */
export const getWebhookSecret = operation({
  method: "get",
  path: "/webhook-secret",
  operationId: "getWebhookSecret",
  doors: { member: { permission: "own" } },
  request: {},
  response: { status: 200, content: "json", body: webhookSecret },
});

/** The secret before it signs too for 24 hours, so that receivers can change over. */
export const rotateWebhookSecret = operation({
  method: "post",
  path: "/webhook-secret/rotate",
  operationId: "rotateWebhookSecret",
  doors: { member: { permission: "own" } },
  request: {},
  response: { status: 200, content: "json", body: webhookSecret },
});
