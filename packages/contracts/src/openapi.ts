import { z } from "zod";
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiResponsesObject } from "zod-openapi";
import { apiKeyPattern } from "./api-key-value.ts";
import { errorEnvelope } from "./envelope.ts";
import { doorsOf, type PublicOperation } from "./doors.ts";
import { problemsOf, type Operation } from "./operation.ts";
import { operations, type OperationId } from "./operations.ts";
import { isOutput, outputs } from "./outputs.ts";
import { problems, type ProblemCode } from "./problems.ts";
import { reference, type Section } from "./reference.ts";
import { webhookEvent } from "./schemas/webhook-event.ts";

const requestIdHeader = {
  "X-Request-Id": {
    schema: { type: "string" },
    description: "Id of the request: the one you sent if it was well-formed, otherwise a new one.",
  },
} as const;

const rateLimitHeaders = {
  RateLimit: {
    schema: { type: "string" },
    description: "Requests left in the window and seconds until it ends (IETF draft).",
  },
  "RateLimit-Policy": {
    schema: { type: "string" },
    description: "Requests allowed in a window, and its length in seconds (IETF draft).",
  },
} as const;

const warningsHeader = {
  "Platen-Warnings": {
    schema: { type: "string" },
    description:
      "Warnings about a document that was rendered incompletely; absent for a complete document. The value is a list of warning codes with parameters (structured fields, RFC 9651) of at most 4,096 bytes; further warnings are left out. `data.missing`: the data lacks a name that a tag prints. `path` is the name with the sections around its tag, `part`, `line` and `column` are its place in the template, `count` how often it printed nothing. Without `path`, several names are missing. `translation.missing`: a text has no translation in the language of the document. `key` names the text, `locale` the language, `fallback` the language that was printed instead, if any. `resource.blocked`: the document requested files but has no network access. `kind` is their purpose, `host` the requested host, `count` their number. Without `host`, the files come from several hosts. Ignore unknown codes and parameters.",
    example: '"resource.blocked";kind=image;host="cdn.example.com";count=3',
  },
} as const;

const digestHeader = {
  "Repr-Digest": {
    schema: { type: "string" },
    description: "SHA-256 of the whole PDF (RFC 9530), by which a caller can tell that a file is whole.",
    example: "sha-256=:RBNvo1WzZ4oRRq0W9+hknpT7T8If536DEMBg9hyq/4o=:",
  },
} as const;

const engineHeader = {
  "Platen-Engine": {
    schema: { type: "string" },
    description: "The browser that printed the PDF. Absent if the worker does not tell it.",
    example: "chromium-143.0.7499.40",
  },
} as const;

const retryAfterHeader = {
  "Retry-After": { schema: { type: "integer" }, description: "Seconds to wait before you try again." },
} as const;

const locationHeader = {
  Location: {
    schema: { type: "string" },
    description: "Path of the document's PDF, which answers 202 until it is made.",
  },
} as const;

const pendingHeaders = {
  "Retry-After": { schema: { type: "integer" }, description: "Seconds to wait before you ask again." },
} as const;

function envelopeOf(data: z.ZodType) {
  return z.object({
    success: z.literal(true).meta({ description: "Always true on success." }),
    data,
  });
}

const fileOf = (description: string) => ({ schema: { type: "string", format: "binary", description } }) as const;

const file = fileOf("The bytes of the file.");

const events = { schema: { type: "string", description: "Server-Sent Events." } } as const;

function successContent(operation: Operation) {
  const { content, form, body } = operation.response;
  const json = body ? { "application/json": { schema: envelopeOf(body) } } : {};
  if (content === "none") return {};
  if (content === "events") return { content: { "text/event-stream": events } };
  if (content === "bytes") return { content: { [operation.mediaType ?? "*/*"]: file } };
  const made =
    isOutput(content) && form !== "json" ? { [outputs[content].type]: fileOf(`The ${content.toUpperCase()}.`) } : {};
  return { content: { ...made, ...json } };
}

function responsesOf(operation: Operation): ZodOpenApiResponsesObject {
  const headers = {
    ...requestIdHeader,
    ...(operation.access === "apiKey" ? rateLimitHeaders : {}),
    ...(isOutput(operation.response.content) ? warningsHeader : {}),
    ...(isOutput(operation.response.content) && operation.response.form !== "json"
      ? { ...digestHeader, ...engineHeader }
      : {}),
    ...(operation.response.status === 202 ? { ...locationHeader, ...pendingHeaders } : {}),
  };
  const { pending } = operation;
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
    ...(pending
      ? [
          [
            "202",
            {
              description: "The file is not made yet. Ask again.",
              headers: { ...headers, ...pendingHeaders },
              content: { "application/json": { schema: envelopeOf(pending) } },
            },
          ],
        ]
      : []),
    ...(operation.response.content === "events"
      ? [["204", { description: "You have seen the last event. Do not come back.", headers }]]
      : []),
    ...failures,
  ]);
}

type OperationText = NonNullable<Section["operations"][OperationId]>;

function operationObject(operation: Operation, tag: string, text: OperationText): ZodOpenApiOperationObject {
  const { params, query, headers, body, bytes } = operation.request;
  // `as`: the contract's parameter schemas are objects, and the generator requires that in the type.
  const requestParams = {
    ...(params ? { path: params as z.ZodObject } : {}),
    ...(query ? { query: query as z.ZodObject } : {}),
    ...(headers ? { header: headers as z.ZodObject } : {}),
  };
  return {
    operationId: operation.operationId,
    ...text,
    tags: [tag],
    security: operation.access === "apiKey" ? [{ apiKey: [] }] : [],
    requestParams,
    ...(body ? { requestBody: { required: true, content: { "application/json": { schema: body } } } } : {}),
    ...(bytes
      ? { requestBody: { required: true, content: { [bytes.mediaType ?? "application/octet-stream"]: file } } }
      : {}),
    responses: responsesOf(operation),
  };
}

const messageHeaders = z.object({
  "webhook-id": z.string().meta({ description: "The same for each attempt at the message." }),
  "webhook-timestamp": z.string().meta({ description: "When Platen sent this attempt, in seconds since 1970." }),
  "webhook-signature": z
    .string()
    .meta({ description: "`v1,` and the signature in base64; during a rotation two, separated by a space." }),
});

/** What Platen posts to the addresses that callers name. */
const eventOf = (operationId: string, tag: string, words: { subject: string; summary: string }) => ({
  operationId,
  summary: words.summary,
  description: `Platen posts this to the \`callbackUrl\` of a ${words.subject}, signed by Standard Webhooks. It follows no redirect and tries again for three days until the answer is 2xx. 410 ends the attempts.`,
  tags: [tag],
  security: [],
  requestParams: { header: messageHeaders },
  requestBody: { required: true, content: { "application/json": { schema: webhookEvent } } },
  responses: { "2XX": { description: "The receiver has taken the message." } },
});

const description = `Platen fills a template with your data and returns the PDF.

Send \`Authorization: Bearer <API key>\` with every request under \`/api/v1/\`. A key gives access to one project.
Every response except a file or events is JSON: \`{"success": true, "data": …}\`, or \`{"success": false, "error": {"code", "message", "requestId", "details"}}\` with a stable code.`;

/** The operation with this name, as callers outside the dashboard call it. */
function findOperation(operationId: string): Operation {
  const definition = new Map<string, PublicOperation>(Object.entries(operations)).get(operationId);
  const [operation] = definition ? doorsOf(definition) : [];
  if (!operation) throw new Error(`there is no operation ${operationId}`);
  return operation;
}

type Described = { operation: Operation; tag: string; text: OperationText };

/** The operations that the reference describes, in its order. */
export function describedOperations(): Described[] {
  return reference.flatMap(({ tag, operations: texts }) =>
    Object.entries(texts).map(([operationId, text]) => ({ operation: findOperation(operationId), tag, text })),
  );
}

/** Creates the OpenAPI 3.1 document of the operations that the reference describes. */
export function createOpenApiDocument() {
  return describeOperations(describedOperations());
}

/** Creates an OpenAPI 3.1 document of these operations. */
export function describeOperations(described: readonly Described[]) {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const { operation, tag, text } of described) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: operationObject(operation, tag, text) };
  }
  return createDocument({
    openapi: "3.1.0",
    info: { title: "Platen", version: "1.0.0", description, license: { name: "MIT", identifier: "MIT" } },
    servers: [{ url: "/" }],
    tags: [...new Set(described.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    webhooks: {
      documentEvent: {
        post: eventOf("documentEvent", "Documents", {
          subject: "document",
          summary: "What became of a document",
        }),
      },
      batchEvent: {
        post: eventOf("batchEvent", "Batches", {
          subject: "batch",
          summary: "What became of a batch",
        }),
      },
    },
    components: {
      securitySchemes: {
        apiKey: {
          type: "http",
          scheme: "bearer",
          description: `An API key of one project. It matches ${apiKeyPattern.source}.`,
        },
      },
    },
  });
}
