import { describe, expect, test } from "@jest/globals";
import { Validator } from "@seriousme/openapi-schema-validator";
import { z } from "zod";
import { isOutput } from "./outputs.ts";
import { publicOperations } from "./operations.ts";
import { createSdkDocument } from "./openapi-sdk.ts";

const content = z.record(z.string(), z.object({ schema: z.looseObject({ $ref: z.string().optional() }) }));
const operation = z.looseObject({
  operationId: z.string(),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), z.object({ content: content.optional() })),
});
const sdk = z
  .object({
    paths: z.record(z.string(), z.record(z.string(), operation)),
    components: z.object({ schemas: z.record(z.string(), z.looseObject({})) }),
  })
  .parse(JSON.parse(JSON.stringify(createSdkDocument())));

const named = Object.entries(sdk.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, of]) => ({ ...of, name: of.operationId, path, method })),
);

/** The keywords that a generator misreads, and the texts that end a comment in the code that it writes. */
function misread(part: unknown, path: string): string[] {
  if (typeof part === "string") return part.includes("*/") ? [`${path} ends a comment`] : [];
  if (typeof part !== "object" || part === null) return [];
  const own = Object.entries(part).flatMap(([key, value]: [string, unknown]) => {
    const isKeyword = !/\/(?:properties|example)$/.test(path);
    if (isKeyword && ["anyOf", "oneOf", "const", "pattern", "dependentRequired"].includes(key))
      return [`${path}/${key}`];
    if (isKeyword && key === "type" && (Array.isArray(value) || value === "null")) return [`${path}/${key}`];
    return key === "additionalProperties" && value === false ? [`${path}/${key}`] : [];
  });
  const beside = "$ref" in part && Object.keys(part).length > 1 ? [`${path} has more than $ref`] : [];
  return [...own, ...beside, ...Object.entries(part).flatMap(([key, value]) => misread(value, `${path}/${key}`))];
}

test("the document for generators is valid OpenAPI 3.0", async () => {
  const result = await new Validator().validate({ ...structuredClone(createSdkDocument()) });
  expect(result.errors ?? []).toEqual([]);
  expect([result.valid, createSdkDocument()]).toEqual([true, expect.objectContaining({ openapi: "3.0.3" })]);
});

test("the document for generators has every operation of keys, and of /generate the forms that the path names", () => {
  const wanted = publicOperations()
    .filter(({ access, response }) => access === "apiKey" && !(isOutput(response.content) && !response.form))
    .map(({ operationId }) => operationId);
  expect(named.map(({ name }) => name).toSorted()).toEqual(wanted.toSorted());
  expect(named.map(({ name }) => name)).toEqual(expect.arrayContaining(["generatePdf", "generateJson"]));
});

describe.each(named)("in the document for generators, $name", ({ requestBody, responses, ...about }) => {
  test("has bodies with a name, and one media type for each answer", () => {
    const bodies = [requestBody?.content, ...Object.values(responses).map((answer) => answer.content)];
    for (const body of bodies) {
      if (body === undefined) continue;
      const [type, ...others] = Object.keys(body);
      expect(others).toEqual([]);
      expect(["application/json", "application/octet-stream", "text/event-stream"]).toContain(type);
      const json = body["application/json"];
      if (json) expect(json.schema.$ref).toMatch(/^#\/components\/schemas\/\w+(?<!Response)$/);
    }
  });

  test("has nothing that generators misread", () => {
    expect(misread({ ...about, requestBody, responses }, about.name)).toEqual([]);
  });
});

test.each(Object.entries(sdk.components.schemas))(
  "the schema %s for generators has nothing that they misread",
  (name, schema) => {
    expect(misread(schema, name)).toEqual([]);
  },
);

describe("an operation that generators cannot read is named", () => {
  const union = z.union([z.string(), z.number()]);
  const invented = (body: z.ZodType) => () =>
    createSdkDocument([
      {
        operation: {
          method: "post",
          path: "/api/v1/invented",
          operationId: "inventedOperation",
          access: "apiKey",
          request: { body },
          response: { status: 204, content: "none" },
        },
        tag: "Documents",
        text: { summary: "Invent" },
      },
    ]);

  test("by a body", () => {
    expect(invented(z.object({ fine: z.string() }))).not.toThrow();
    expect(invented(z.object({ lists: z.array(union) }))).toThrow(/^inventedOperation: generators misread a union/);
  });

  test("by a schema with a name", () => {
    const named = z.array(union).meta({ id: "InventedList" });
    expect(invented(z.object({ named }))).toThrow(/^InventedList of inventedOperation: generators misread a union/);
  });
});

test("a field of several types is an additional property, as generators send null for it when it is left out", () => {
  const { properties, additionalProperties } = sdk.components.schemas["PageSettings"] ?? {};
  expect([properties, additionalProperties]).toEqual([
    expect.not.objectContaining({ strict: expect.anything() }),
    true,
  ]);
});

test("a value of a later release fits the enumerations of answers, and requests keep theirs", () => {
  const text = (name: string) => JSON.stringify(sdk.components.schemas[name]);
  expect(text("Document")).not.toContain('"enum"');
  expect(text("ErrorAnswer")).not.toContain('"enum"');
  expect(text("PageSettings")).toContain('"enum"');
});
