import { createOpenApiDocument } from "@platen/contracts/openapi";
import { z } from "zod";

/** The parts of a JSON Schema that the page shows. */
export type FieldSchema = {
  type?: string | readonly string[] | undefined;
  anyOf?: readonly FieldSchema[] | undefined;
  description?: string | undefined;
  $ref?: string | undefined;
  enum?: readonly unknown[] | undefined;
  default?: unknown;
  example?: unknown;
  minimum?: number | undefined;
  maximum?: number | undefined;
  minLength?: number | undefined;
  maxLength?: number | undefined;
  items?: FieldSchema | undefined;
  properties?: Record<string, FieldSchema> | undefined;
  required?: readonly string[] | undefined;
  /** The fields of which a body needs one set. */
  oneOf?: readonly { required?: readonly string[] | undefined }[] | undefined;
};

const fieldSchema: z.ZodType<FieldSchema> = z.lazy(() =>
  z.object({
    type: z.union([z.string(), z.array(z.string())]).optional(),
    anyOf: z.array(fieldSchema).optional(),
    description: z.string().optional(),
    $ref: z.string().optional(),
    enum: z.array(z.unknown()).optional(),
    default: z.unknown().optional(),
    example: z.unknown().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
    items: fieldSchema.optional(),
    properties: z.record(z.string(), fieldSchema).optional(),
    required: z.array(z.string()).optional(),
    oneOf: z.array(z.object({ required: z.array(z.string()).optional() })).optional(),
  }),
);

const body = z.object({ content: z.record(z.string(), z.object({ schema: fieldSchema })) });

const describedOperation = z.object({
  operationId: z.string(),
  summary: z.string(),
  description: z.string().optional(),
  parameters: z
    .array(
      z.object({
        in: z.enum(["path", "query", "header"]),
        name: z.string(),
        required: z.boolean().optional(),
        schema: fieldSchema,
      }),
    )
    .default([]),
  requestBody: body.optional(),
  responses: z.record(z.string(), z.object({ description: z.string(), content: body.shape.content.optional() })),
});

const describedApi = z.object({
  info: z.object({ title: z.string(), version: z.string(), description: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), describedOperation)),
  webhooks: z.record(z.string(), z.record(z.string(), describedOperation)),
  components: z.object({ schemas: z.record(z.string(), fieldSchema) }),
});

export type DescribedApi = z.output<typeof describedApi>;
/** An operation, or a message that Platen posts, which has no path. */
export type DescribedOperation = z.output<typeof describedOperation> & { method: string; path?: string };

/** Creates the OpenAPI document, and the same document parsed for the pages that show it. */
export function describeApi(): { openApi: object; api: DescribedApi; operations: Map<string, DescribedOperation> } {
  const openApi = createOpenApiDocument();
  const api = describedApi.parse(openApi);
  const called = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
  );
  const posted = Object.values(api.webhooks).flatMap((methods) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method })),
  );
  return { openApi, api, operations: new Map([...called, ...posted].map((one) => [one.operationId, one])) };
}
