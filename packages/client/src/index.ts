export { ApiProblem, TransportError } from "./api-problem.ts";
export { createClient, type Client, type ClientOptions, type GeneratedPdf } from "./client.ts";
export { createTransport, type CallOptions, type Transport, type TransportOptions } from "./transport.ts";
