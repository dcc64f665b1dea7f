import { z } from "zod";
import { eventTypes, nameEvents } from "../events.ts";
import { idSchema } from "../ids.ts";
import { callbackUrl } from "./callback-url.ts";
import { dateTime, formed, jsonObject, renderedAs, text, timestamp, wholeNumber } from "./fields.ts";
import { list } from "./list.ts";
import { pageSettings } from "./page-settings.ts";
import { problemDetail } from "./problem-detail.ts";
import { renderOptions } from "./render-request.ts";
import { source, versionNumber } from "./template.ts";
import { recordedWarnings, warnings } from "./warning.ts";

export const documentStatuses = ["queued", "rendering", "completed", "failed", "cancelled"] as const;
export const documentStatus = z.enum(documentStatuses);
export type DocumentStatus = z.infer<typeof documentStatus>;

/** The reasons why a document fails. The worker's failure table and the metric's label use the same codes. */
export const failureCodes = [
  "template_syntax",
  "data_invalid",
  "document_too_large",
  "too_many_pages",
  "memory_exceeded",
  "render_failed",
  "render_timeout",
  "browser_crashed",
  "browser_unavailable",
  "template_unavailable",
  "storage_unavailable",
  "cancelled",
  "unknown",
] as const;

export const renderStages = ["opening", "queue", "template", "load", "print"] as const;
export type RenderStage = (typeof renderStages)[number];

export const failure = z
  .object({
    code: z.enum(failureCodes).meta({ description: "The reason, as a stable code." }),
    message: z.string().meta({ description: "The reason in words." }),
    retryable: z.boolean().meta({ description: "Whether the same request may succeed later." }),
    stage: z.enum(renderStages).optional().meta({ description: "The stage that failed or used up the time." }),
    details: list(problemDetail, 1_000).optional().meta({ description: "Every error, with its position." }),
  })
  .meta({ id: "Failure", description: "Why a document failed." });

export type Failure = z.infer<typeof failure>;

export const timings = z
  .object({
    queueMs: z.number().meta({ description: "Time from the request until a worker started the document." }),
    renderMs: z.number().meta({ description: "Time of the worker: filling, loading and printing." }),
    totalMs: z.number().meta({ description: "Time from the request to the answer." }),
  })
  .meta({ id: "Timings", description: "Times of the stages, in milliseconds." });

/** The caller's own name for a document. */
const reference = text(200, 1);

const maxMetadataKeys = 16;
const maxMetadataBytes = 2_048;

const metadataAdvice = "must be an object whose values are texts without NUL characters";
const tooManyBytes = `must have at most ${maxMetadataBytes} bytes as JSON`;

function storable(part: unknown): boolean {
  return typeof part === "string" && !part.includes("\0") && part.isWellFormed();
}

/** The fault of a value for `metadata`; undefined for a good one. */
function metadataFault(value: unknown): string | undefined {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isObject) return metadataAdvice;
  if (Object.keys(value).length > maxMetadataKeys) return `must have at most ${maxMetadataKeys} keys`;
  const entries: [string, unknown][] = Object.entries(value);
  if (!entries.every(([, part]) => typeof part === "string")) return metadataAdvice;
  // A character takes at least a byte, so a longer text needs no look at its characters.
  const length = entries.reduce((sum, [name, part]) => sum + name.length + String(part).length, 0);
  if (length > maxMetadataBytes) return tooManyBytes;
  if (!entries.every(([name, part]) => storable(name) && storable(part))) return metadataAdvice;
  const bytes = new TextEncoder().encode(JSON.stringify(value)).byteLength;
  return bytes > maxMetadataBytes ? tooManyBytes : undefined;
}

/** What the caller notes with a document, as texts by their names. */
const metadata = z
  .custom<Record<string, string>>((value) => metadataFault(value) === undefined, {
    error: ({ input }) => (input === undefined ? undefined : metadataFault(input)),
  })
  .meta({
    override: renderedAs({
      type: "object",
      additionalProperties: { type: "string" },
      maxProperties: maxMetadataKeys,
    }),
  });

const templateIdOrNull = idSchema("template")
  .nullable()
  .meta({ description: "Id of the template; null for a document from the request's own `html`." });
const versionOrNull = z
  .int()
  .nullable()
  .meta({ description: "The rendered template version; null for a document from the request's own `html`." });

export const document = z
  .object({
    documentId: idSchema("document"),
    templateId: templateIdOrNull,
    templateName: z
      .string()
      .nullable()
      .meta({ description: "Name of the template, even if it is deleted; null if not recorded." }),
    version: versionOrNull,
    apiKey: z
      .object({
        keyId: idSchema("apiKey"),
        name: z.string().meta({ description: "The key's label." }),
        lastFour: z.string().meta({ description: "Last four characters of the key value." }),
      })
      .nullable()
      .meta({ description: "The API key of the request, even if it is revoked; null if not recorded." }),
    status: documentStatus.meta({ description: "State of the document." }),
    filename: z.string().nullable().meta({
      description:
        "The requested file name; null if none was given. For a completed row of a batch, the name of its PDF.",
    }),
    requestId: z
      .string()
      .nullable()
      .meta({ description: "Id of the request, as `X-Request-Id` of its answer; null if not recorded." }),
    pageCount: z.int().nullable().meta({ description: "Pages of the PDF, once completed." }),
    sizeBytes: z.int().nullable().meta({ description: "Size of the PDF, once completed." }),
    sha256: z.string().nullable().meta({ description: "SHA-256 of the PDF in hex, once completed." }),
    queueMs: z.number().nullable().meta({ description: "Time in the queue, in milliseconds." }),
    renderMs: z.number().nullable().meta({ description: "Time of the worker, in milliseconds." }),
    failure: failure.nullable().meta({ description: "Why the document failed; null if it did not." }),
    warnings: recordedWarnings,
    content: z.enum(["none", "pending", "available", "lost", "deleted"]).meta({
      description:
        "Whether Platen keeps the PDF: `none` if it does not, `pending` while a document of `POST /documents` is in progress, `lost` after the storage was asked for the PDF and had no such file, `deleted` after the PDF was deleted or expired.",
    }),
    reference: reference
      .nullable()
      .meta({ description: "The caller's own name for the document; null if none was given." }),
    metadata: jsonObject.nullable().meta({ description: "What the caller noted with the document; null if nothing." }),
    notBefore: timestamp
      .nullable()
      .meta({ description: "The time before which Platen does not make the document; null if none was given." }),
    batchId: idSchema("batch")
      .nullable()
      .meta({ description: "Id of the document's batch; null for any other document." }),
    row: z.int().nullable().meta({ description: "Number of the row in its batch, from 1." }),
    attempts: z.int().meta({
      description: "How often Platen tried a document of `POST /documents` again after a failure that may pass.",
    }),
    expiresAt: timestamp.nullable().meta({ description: "When Platen deletes the kept PDF; null without one." }),
    createdAt: timestamp.meta({ description: "When the document was requested." }),
    finishedAt: timestamp.nullable().meta({ description: "When the document was completed, failed or was cancelled." }),
  })
  .meta({
    id: "Document",
    description: "The record of a document: the request and its outcome.",
  });

/** A file name for `Content-Disposition`: no path, no control characters. */
export const filename = z
  .string()
  .trim()
  .max(200, { error: "must have at most 200 characters", abort: true })
  .min(1, "must not be empty")
  .refine(
    (value) => !/[\p{Cc}/\\]/u.test(value) && value.isWellFormed(),
    "must be a file name without slashes or control characters",
  )
  .meta({
    description: "File name of the PDF. Default: the template's name, or `document.pdf`. Platen adds a missing `.pdf`.",
    example: "invoice-2031.pdf",
  });

const longestDeadlineMs = 600_000;
const idempotencyKeyPattern = /^(?:"[!#-[\]-~]{1,255}"|[!#-[\]-~]{1,255})$/;

/** The header of a repeatable request. Its value may be in quotes, as in the IETF draft. */
export const idempotencyKey = formed(
  idempotencyKeyPattern,
  257,
  "must be 1 to 255 visible ASCII characters without quotes or backslashes",
)
  .transform((value) => value.replaceAll('"', ""))
  .optional();
export const renderedIdempotencyKey = {
  example: "0b5c1f5e-6f0e-4a6e-9d0c-6a1e7d9f3c11",
  override: renderedAs({ type: "string", minLength: 1, maxLength: 257, pattern: idempotencyKeyPattern.source }),
};

export const generateHeaders = z.object({
  "Platen-Deadline-Ms": wholeNumber(1, longestDeadlineMs)
    .optional()
    .meta({
      description:
        "How long the caller waits for the response, in milliseconds. It can shorten the service's own deadline (30 seconds by default) but not extend it. Platen stops working on a document that is not ready by then.",
      example: 10_000,
      override: renderedAs({ type: "integer", minimum: 1, maximum: longestDeadlineMs }),
    }),
  "Idempotency-Key": idempotencyKey.meta({
    description:
      "A name for this request, such as a UUID. For all requests of a project with the same key and body within 24 hours, Platen renders one document and sends all of them its bytes, even while the first request is in progress. Repeated responses carry `Idempotency-Replayed: true`. Platen does not store failures that a retry may fix. The value may be in quotes, as in the IETF draft.",
    ...renderedIdempotencyKey,
  }),
});

const shortestKeptSeconds = 3_600;
/** The maximum of all installations. The gateway's setting is at most this. */
const longestKeptSeconds = 3_650 * 86_400;

/** The fields of a request for a document, of which some exclude others. */
export const generateFields = z.strictObject({
  templateId: text(100, 1)
    .meta({
      description: "Id of the template to render. It must belong to the key's project.",
      example: "tpl_01jd3k8v7n2q4r6s8t0v2w4x6z",
    })
    .optional(),
  data: jsonObject.optional().meta({
    description:
      "Values for the template. Numbers keep all their digits. With `html`, `data` makes the HTML a template; without it, the HTML is printed as it is.",
    example: { number: "2031" },
  }),
  html: text(1_000_000, 1).optional().meta({
    description:
      "HTML to print in place of a template: a whole document, or only the content of its body. The key's project must allow it.",
  }),
  css: source.css.optional().meta({ description: "With `html`: CSS that Platen adds at the end of the head." }),
  settings: pageSettings.optional().meta({ description: "With `html`: the page settings, as a template has them." }),
  filename: filename.optional(),
  version: versionNumber.optional().meta({ description: "A published version. Default: the current one." }),
  ...renderOptions.shape,
  store: z.boolean().optional().meta({
    description:
      "Keeps the PDF, so that it can be downloaded until it expires. The answer names it in `Content-Location`. Either the PDF is kept or the request fails. Default: Platen does not keep it.",
  }),
  expiresIn: z
    .int()
    .min(shortestKeptSeconds, `must be at least ${shortestKeptSeconds} seconds`)
    .max(longestKeptSeconds, `must be at most ${longestKeptSeconds} seconds`)
    .optional()
    .meta({
      description:
        "With `store`: the seconds after which Platen deletes the PDF. The project sets the default, 7 days unless an owner has changed it. The project and the installation set the maximum.",
      example: 604_800,
    }),
  check: z.literal("only").optional().meta({
    description:
      "Fills and checks the document without rendering it. The answer is JSON with `isValid` and `warnings`; there is no record.",
  }),
});

/** Names the fields of a request that brings its own HTML. */
export const inlineFields = { html: true, css: true, settings: true } as const;

type GenerateFields = z.infer<typeof generateFields>;
type FromTemplate = Omit<GenerateFields, "templateId" | "data" | "html" | "css" | "settings"> &
  Required<Pick<GenerateFields, "templateId" | "data">> & { html?: undefined; css?: undefined; settings?: undefined };
type FromHtml = Omit<GenerateFields, "templateId" | "version" | "html"> &
  Required<Pick<GenerateFields, "html">> & { templateId?: undefined; version?: undefined };

const misplaced = {
  templateId: "cannot be sent together with `html`: send one of the two",
  version: "cannot be sent with `html`, which has no versions",
  css: "can be sent only with `html`: a template has its own CSS",
  settings: "can be sent only with `html`: send `options` to override the settings of a template",
} as const;

type SourceFields = Pick<GenerateFields, "templateId" | "data" | "html" | "css" | "settings" | "version">;

function refuseMixed(body: SourceFields, context: z.RefinementCtx): void {
  const refuse = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
  const isFromHtml = body.html !== undefined;
  if (!isFromHtml && body.templateId === undefined) {
    refuse("templateId", "is missing: send `templateId` and `data` for a template, or `html` for HTML of your own");
    return;
  }
  for (const name of isFromHtml ? (["templateId", "version"] as const) : (["css", "settings"] as const))
    if (body[name] !== undefined) refuse(name, misplaced[name]);
  if (!isFromHtml && body.data === undefined) refuse("data", "is required with `templateId`");
}

function refuseUnkept(body: Pick<GenerateFields, "store" | "expiresIn" | "check">, context: z.RefinementCtx): void {
  const refuse = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
  if (body.expiresIn !== undefined && body.store !== true) refuse("expiresIn", "can be sent only with `store`");
  if (body.check !== undefined && body.store === true)
    refuse("store", "cannot be sent with `check`, which makes no PDF");
}

const renderedAsOneOfTwo = {
  override: ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => {
    jsonSchema["dependentRequired"] = { version: ["templateId"], css: ["html"], settings: ["html"] };
    jsonSchema["oneOf"] = [{ required: ["templateId", "data"] }, { required: ["html"] }];
  },
};

/** A request for a document: of a template, or of HTML that the request brings. */
export const generateBody = generateFields
  .superRefine(refuseUnkept)
  .superRefine(refuseMixed)
  // The check above makes it one of the two; the types of zod cannot express that.
  .meta(renderedAsOneOfTwo) as unknown as z.ZodType<FromTemplate | FromHtml, FromTemplate | FromHtml>;

type Unchecked<Form> = Omit<Form, "check">;

/** A request for a document where the path says what the answer is. */
export const uncheckedBody = generateFields
  .omit({ check: true })
  .superRefine(refuseUnkept)
  .superRefine(refuseMixed)
  .meta(renderedAsOneOfTwo) as unknown as z.ZodType<
  Unchecked<FromTemplate> | Unchecked<FromHtml>,
  Unchecked<FromTemplate> | Unchecked<FromHtml>
>;

/** The fields of a request for a document that no caller waits for: it is always kept. */
export const backgroundFields = generateFields.omit({ store: true, check: true, expiresIn: true }).extend({
  expiresIn: generateFields.shape.expiresIn.unwrap().optional().meta({
    description:
      "The seconds after which Platen deletes the PDF, from when it is made. The project sets the default, 7 days unless an owner has changed it. The project and the installation set the maximum.",
    example: 604_800,
  }),
  reference: reference.optional().meta({
    description: "Your own name for the document, by which you can list it. It need not be unique.",
    example: "order 2031",
  }),
  metadata: metadata.optional().meta({
    description: `Texts that Platen keeps with the document and gives back: at most ${maxMetadataKeys} keys and ${maxMetadataBytes} bytes.`,
    example: { customer: "c_81" },
  }),
  callbackUrl: callbackUrl.optional().meta({
    description: `Address that Platen calls at ${nameEvents(eventTypes.document)}, with a signed message (Standard Webhooks). It begins with \`https://\`; the installation may allow others. Platen calls it at least once and tries again for three days.`,
    example: "https://example.com/hooks/platen",
  }),
  notBefore: dateTime()
    .optional()
    .meta({
      description: "Platen does not make the document before this time, which is at most 30 days ahead.",
      example: "2026-12-01T02:00:00Z",
      override: renderedAs({ type: "string", format: "date-time" }),
    }),
});
type BackgroundFields = z.infer<typeof backgroundFields>;
type Waitless<Form> = Omit<Form, "store" | "check"> &
  Pick<BackgroundFields, "reference" | "metadata" | "notBefore" | "callbackUrl">;

const furthestMs = 30 * 86_400_000;

function refuseFarAhead({ notBefore }: BackgroundFields, context: z.RefinementCtx): void {
  if (notBefore === undefined || Date.parse(notBefore) <= Date.now() + furthestMs) return;
  context.addIssue({ code: "custom", path: ["notBefore"], message: "must be at most 30 days ahead" });
}

/** A request for a document that no caller waits for. */
export const backgroundBody = backgroundFields
  .superRefine(refuseFarAhead)
  .superRefine(refuseMixed)
  .meta(renderedAsOneOfTwo) as unknown as z.ZodType<
  Waitless<FromTemplate> | Waitless<FromHtml>,
  Waitless<FromTemplate> | Waitless<FromHtml>
>;

export const backgroundHeaders = z.object({
  "Idempotency-Key": idempotencyKey.meta({
    description:
      "A name for this request, such as a UUID. All requests of a project with the same key and body within 24 hours get the first one's document, also after a loss of Redis. Repeated responses carry `Idempotency-Replayed: true`.",
    ...renderedIdempotencyKey,
  }),
});

export const checkedDocument = z
  .object({
    isValid: z.boolean().meta({ description: "Whether no warning has the severity `error`." }),
    warnings,
  })
  .meta({ id: "CheckedDocument", description: "What a document would lack, known without rendering it." });

export const generatedDocument = z
  .object({
    documentId: idSchema("document"),
    templateId: templateIdOrNull,
    version: versionOrNull,
    pageCount: z.int().meta({ description: "Pages of the PDF." }),
    sizeBytes: z.int().meta({ description: "Size of the PDF." }),
    sha256: z.string().meta({ description: "SHA-256 of the PDF in hex." }),
    timings,
    warnings,
    content: z.string().meta({ description: "The PDF in base64." }),
  })
  .meta({ id: "GeneratedDocument", description: "A generated PDF with its properties." });

export type GeneratedDocument = z.infer<typeof generatedDocument>;
