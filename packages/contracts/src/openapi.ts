import { z } from "zod";
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiResponsesObject } from "zod-openapi";
import { apiKeyPattern } from "./api-key-value.ts";
import { errorEnvelope } from "./envelope.ts";
import { problemsOf, type Operation } from "./operation.ts";
import { operations } from "./operations/index.ts";
import { problems, type ProblemCode } from "./problems.ts";

const requestIdHeader = {
  "X-Request-Id": {
    schema: { type: "string" },
    description: "Id of the request; yours where you sent a well-formed one.",
  },
} as const;

const rateLimitHeaders = {
  RateLimit: {
    schema: { type: "string" },
    description: "Requests left in the window and seconds until it ends (IETF draft).",
  },
  "RateLimit-Policy": {
    schema: { type: "string" },
    description: "Requests allowed in a window of so many seconds (IETF draft).",
  },
} as const;

const warningsHeader = {
  "Platen-Warnings": {
    schema: { type: "string" },
    description:
      "What the document lacks, though it was made; missing where it lacks nothing. A list of warning codes with parameters (structured fields, RFC 9651), of at most 4,096 bytes: what does not fit is left out. `resource.blocked` means files that the document asked for and cannot have, as it has no network: `kind` says what they were for, `host` whom it asked, `count` how many they were. `host` is missing where the files of several hosts are counted together. Ignore codes and parameters you do not know.",
    example: '"resource.blocked";kind=image;host="cdn.example.com";count=3',
  },
} as const;

const retryAfterHeader = {
  "Retry-After": { schema: { type: "integer" }, description: "Seconds after which trying again makes sense." },
} as const;

function envelopeOf(data: z.ZodType) {
  return z.object({
    success: z.literal(true).meta({ description: "Always true on success." }),
    data,
  });
}

const pdf = { schema: { type: "string", format: "binary", description: "The PDF." } } as const;

function successContent(operation: Operation) {
  const { content, body } = operation.response;
  const json = body ? { "application/json": { schema: envelopeOf(body) } } : {};
  if (content === "none") return {};
  return { content: content === "pdf" ? { "application/pdf": pdf, ...json } : json };
}

function responsesOf(operation: Operation): ZodOpenApiResponsesObject {
  const headers = {
    ...requestIdHeader,
    ...(operation.access === "apiKey" ? rateLimitHeaders : {}),
    ...(operation.response.content === "pdf" ? warningsHeader : {}),
  };
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of problemsOf(operation)) {
    const { status } = problems[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const failures = [...byStatus].map(([status, codes]) => [
    String(status),
    {
      description: codes.map((code) => `\`${code}\`: ${problems[code].meaning}`).join("\n\n"),
      headers: { ...requestIdHeader, ...(status === 429 || status === 503 ? retryAfterHeader : {}) },
      content: { "application/json": { schema: errorEnvelope } },
    },
  ]);
  return Object.fromEntries([
    [String(operation.response.status), { description: "Success.", headers, ...successContent(operation) }],
    ...failures,
  ]);
}

function securityOf({ access }: Operation): Record<string, string[]>[] {
  return access === "apiKey" || access === "session" ? [{ [access]: [] }] : [];
}

function operationObject(operation: Operation): ZodOpenApiOperationObject {
  const { params, query, headers, body } = operation.request;
  // The contract's parameter schemas are objects; the generator wants to see that in the type.
  const requestParams = {
    ...(params ? { path: params as z.ZodObject } : {}),
    ...(query ? { query: query as z.ZodObject } : {}),
    ...(headers ? { header: headers as z.ZodObject } : {}),
  };
  return {
    operationId: operation.operationId,
    summary: operation.summary,
    ...(operation.description === undefined ? {} : { description: operation.description }),
    tags: [operation.tag],
    security: securityOf(operation),
    requestParams,
    ...(body ? { requestBody: { required: true, content: { "application/json": { schema: body } } } } : {}),
    responses: responsesOf(operation),
  };
}

const description = `Platen fills a template with your data and answers with the PDF.

Send \`Authorization: Bearer <API key>\` to everything under \`/api/v1/\`. A key belongs to one project and reaches only what is in it.
Every answer but a PDF is JSON: \`{"success": true, "data": …}\`, or \`{"success": false, "error": {"code", "message", "requestId", "details"}}\` with a code of the closed table.
Everything under \`/api/dashboard/\` is for the dashboard and takes its session cookie, never an API key.`;

/** Prints the OpenAPI 3.1 document of everything the gateway serves. */
export function createOpenApiDocument() {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const operation of Object.values<Operation>(operations)) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: operationObject(operation) };
  }
  return createDocument({
    openapi: "3.1.0",
    info: { title: "Platen", version: "1.0.0", description, license: { name: "MIT", identifier: "MIT" } },
    servers: [{ url: "/" }],
    tags: [...new Set(Object.values(operations).map((operation) => operation.tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: "http",
          scheme: "bearer",
          description: `An API key of one project, of the form ${apiKeyPattern.source}.`,
        },
        session: {
          type: "apiKey",
          in: "cookie",
          name: "platen_session",
          description: "The dashboard's session cookie.",
        },
      },
    },
  });
}
