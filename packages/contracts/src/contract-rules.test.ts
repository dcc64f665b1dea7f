import { describe, expect, test } from "@jest/globals";
import { Validator } from "@seriousme/openapi-schema-validator";
import { createOpenApiDocument } from "./openapi.ts";
import { problemsOf, type Operation } from "./operation.ts";
import { operations } from "./operations/index.ts";
import { problems } from "./problems.ts";

const all = Object.entries<Operation>(operations);
const byName = all.map(([name, operation]) => [name, operation] as const);

type JsonSchema = { description?: string; properties?: Record<string, JsonSchema>; items?: JsonSchema; $ref?: string };

/** Paths of properties without a description. */
function undescribed(schema: JsonSchema, path: string): string[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => [
    ...(property.description === undefined && property.$ref === undefined ? [`${path}.${name}`] : []),
    ...undescribed(property, `${path}.${name}`),
  ]);
  return [...own, ...(schema.items ? undescribed(schema.items, `${path}[]`) : [])];
}

test("the OpenAPI document is valid OpenAPI 3.1", async () => {
  const result = await new Validator().validate({ ...structuredClone(createOpenApiDocument()) });
  expect(result.errors ?? []).toEqual([]);
  expect(result.valid).toBe(true);
});

test("an API key needs the scope `templates` for all but documents and the names of templates and projects", () => {
  const ofKeys = all.filter(([, { access }]) => access === "apiKey");
  const others = ofKeys.filter(([, { keyScopes }]) => keyScopes?.join() !== "templates").map(([name]) => name);
  expect(others.toSorted()).toEqual([
    "addBatchRows",
    "cancelBatch",
    "cancelDocument",
    "createBatch",
    "createDocument",
    "createLink",
    "deleteBatch",
    "deleteDocumentContent",
    "generateDocument",
    "getBatch",
    "getBatchEvents",
    "getBatchManifest",
    "getBatchZip",
    "getDocument",
    "getDocumentContent",
    "getTemplate",
    "listBatchDeliveries",
    "listBatches",
    "listDocumentDeliveries",
    "listDocuments",
    "listProjects",
    "listTemplates",
    "pauseBatch",
    "resumeBatch",
    "retryBatch",
    "retryBatchDelivery",
    "retryDelivery",
    "revokeLinks",
    "startBatch",
  ]);
  expect(ofKeys.length).toBeGreaterThan(others.length + 20);
});

test("every field of every named schema is described", () => {
  const schemas = createOpenApiDocument().components?.schemas ?? {};
  expect(Object.keys(schemas).length).toBeGreaterThan(15);
  const missing = Object.entries(schemas).flatMap(([name, schema]) => undescribed(schema as JsonSchema, name));
  expect(missing).toEqual([]);
});

describe.each(byName)("operation %s", (name, operation) => {
  test("is named by its operationId", () => {
    expect(operation.operationId).toBe(name);
  });

  test("is the only operation with its path and method", () => {
    const same = all.filter(([, other]) => other.path === operation.path && other.method === operation.method);
    expect(same).toHaveLength(1);
  });

  test("declares exactly the parameters of its path", () => {
    const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => String(match[1])).toSorted();
    const shape = operation.request.params;
    const declared = shape && "shape" in shape ? Object.keys(shape.shape as object).toSorted() : [];
    expect(declared).toEqual(inPath);
  });

  test("is paged when it is a list", () => {
    if (!name.startsWith("list"))
      return expect(operation.request.query && "page" in operation.request.query).toBeFalsy();
    const body = createOpenApiDocument().paths?.[operation.path]?.get?.responses?.["200"];
    expect(JSON.stringify(body)).toContain("#/components/schemas/Pagination");
    return expect(operation.request.query?.parse({})).toMatchObject({ page: 1, pageSize: 20 });
  });

  test("names only problems of the closed table, each once", () => {
    const codes = problemsOf(operation);
    expect(codes.filter((code) => !(code in problems))).toEqual([]);
    expect(new Set(operation.problems).size).toBe(operation.problems.length);
  });

  test("is reached with a key under /api/v1 and with a session under /api/dashboard", () => {
    if (operation.path.startsWith("/api/v1/")) return expect(operation.access).toBe("apiKey");
    return expect(["session", "none"]).toContain(operation.access);
  });

  test("lets viewers only read", () => {
    if (operation.permission !== "read") return expect(["edit", "own", undefined]).toContain(operation.permission);
    // Leaving a project and having a template open change only what others see about the viewer.
    const aboutViewers = ["previewTemplate", "leaveProject", "keepPresence"];
    return expect(operation.method === "get" || aboutViewers.includes(name)).toBe(true);
  });

  test("requires a permission if its path names a project", () => {
    expect(operation.permission === undefined).toBe(!operation.path.startsWith("/api/dashboard/projects/{projectId}"));
  });
});
