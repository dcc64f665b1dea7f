export { ApiProblem, TransportError, type TransportFailure } from "./api-problem.ts";
export { createClient, type Client, type ClientOptions, type GeneratedPdf } from "./client.ts";
export { createSendByFetch } from "./send-by-fetch.ts";
export type { Answer, Send, SendRequest } from "./send.ts";
export { verifyWebhook, WebhookRefused, type WebhookEvent, type WebhookMessage } from "./verify-webhook.ts";
export { createTransport, type CallOptions, type Transport, type TransportOptions } from "./transport.ts";
