/* oxlint-disable no-underscore-dangle -- zod calls the inside of a schema `_zod`. */
import { describe, expect, test } from "@jest/globals";
import { Validator } from "@seriousme/openapi-schema-validator";
import type { z } from "zod";
import { createOpenApiDocument, describeOperations } from "./openapi.ts";
import { doorsOf, type PublicOperation } from "./doors.ts";
import { problemsOf, type Operation } from "./operation.ts";
import { operations, publicOperations } from "./operations.ts";
import { problems } from "./problems.ts";
import { internalOperations } from "./internal/index.ts";
import { BoundedList, maximumOf } from "./schemas/list.ts";

const all = publicOperations();
/** Those that both doors have are named by the door too. */
const byName = all.map((operation) => [`${operation.operationId} (${operation.access})`, operation] as const);

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
  expect([result.errors ?? [], result.valid]).toEqual([[], true]);
});

test("an API key needs the scope `templates` for all but documents and the names of templates and projects", () => {
  const ofKeys = all.filter(({ access }) => access === "apiKey");
  const others = ofKeys
    .filter(({ keyScopes }) => keyScopes?.join() !== "templates")
    .map(({ operationId }) => operationId);
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
    "generateJson",
    "generatePdf",
    "getBatch",
    "getBatchEvents",
    "getBatchManifest",
    "getBatchZip",
    "getDocument",
    "getDocumentContent",
    "getDocumentUsage",
    "getOwnKey",
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

test("an operation is named by its operationId, and its door for keys has a name of its own or the same", () => {
  const names = Object.entries<PublicOperation>(operations).map(
    ([name, definition]) => [name, doorsOf(definition)] as const,
  );
  for (const [name, doors] of names) expect(doors.at(-1)?.operationId).toBe(name);
  const ofKeys = all.filter(({ access }) => access === "apiKey").map(({ operationId }) => operationId);
  expect(new Set(ofKeys).size).toBe(ofKeys.length);
});

test("the reference describes every operation that callers outside the dashboard call, and no other", () => {
  const described = Object.entries(createOpenApiDocument().paths ?? {}).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
  const outside = all.filter(({ path }) => !path.startsWith("/api/dashboard/"));
  expect(described.toSorted()).toEqual(outside.map(({ method, path }) => `${method} ${path}`).toSorted());
});

describe.each(byName)("operation %s", (_name, operation) => {
  const { operationId } = operation;

  test("is the only operation with its path and method", () => {
    const same = all.filter((other) => other.path === operation.path && other.method === operation.method);
    expect(same).toHaveLength(1);
  });

  test("declares exactly the parameters of its path", () => {
    const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => String(match[1])).toSorted();
    const shape = operation.request.params;
    const declared = shape && "shape" in shape ? Object.keys(shape.shape as object).toSorted() : [];
    expect(declared).toEqual(inPath);
  });

  test("is paged when it is a list", () => {
    if (!operationId.startsWith("list"))
      return expect(operation.request.query && "page" in operation.request.query).toBeFalsy();
    const document = describeOperations([{ operation, tag: "Lists", text: { summary: operationId } }]);
    const body = document.paths?.[operation.path]?.get?.responses?.["200"];
    expect(JSON.stringify(body)).toContain("#/components/schemas/Pagination");
    return expect(operation.request.query?.parse({})).toMatchObject({ page: 1, pageSize: 20 });
  });

  test("names only problems of the closed table, each once", () => {
    const codes = problemsOf(operation);
    expect(codes.filter((code) => !(code in problems))).toEqual([]);
    const own = operation.problems ?? [];
    expect(new Set(own).size).toBe(own.length);
  });

  test("is reached with a key under /api/v1 and with a session under /api/dashboard", () => {
    if (operation.path.startsWith("/api/v1/")) return expect(operation.access).toBe("apiKey");
    return expect(["session", "none"]).toContain(operation.access);
  });

  test("lets viewers only read", () => {
    if (operation.permission !== "read") return expect(["edit", "own", undefined]).toContain(operation.permission);
    // Leaving a project and having a template open change only what others see about the viewer.
    const aboutViewers = ["previewTemplate", "leaveProject", "keepPresence"];
    return expect(operation.method === "get" || aboutViewers.includes(operationId)).toBe(true);
  });

  test("requires a permission if its path names a project", () => {
    expect(operation.permission === undefined).toBe(!operation.path.startsWith("/api/dashboard/projects/{projectId}"));
  });
});

type Node = { path: string; schema: z.core.$ZodType };

/** A schema and all that it consists of. */
function nodesOf(schema: z.core.$ZodType, path: string): Node[] {
  // A pipe hands on only what its first part takes.
  const { out: _handedOn, checks: _checks, ...def } = schema._zod.def as z.core.$ZodTypeDef & { out?: unknown };
  const parts = Object.entries(def).flatMap(([name, part]: [string, unknown]) => {
    if (name === "shape") return Object.entries(part as object);
    return Array.isArray(part) ? part.map((item: unknown) => [name, item] as const) : [[name, part] as const];
  });
  const inner = parts.flatMap(([name, part]) => (isSchema(part) ? nodesOf(part, `${path}.${name}`) : []));
  return [{ path, schema }, ...inner];
}

function isSchema(part: unknown): part is z.core.$ZodType {
  return typeof part === "object" && part !== null && "_zod" in part && "run" in (part._zod as object);
}

/** The longest text that a check lets through to those after it; undefined for another check. */
function lengthBefore(check: z.core.$ZodCheck): unknown {
  const { def } = check._zod;
  if (!("abort" in def && def.abort === true)) return undefined;
  if ("maximum" in def) return def.maximum;
  return "params" in def ? (def.params as { maxLength?: unknown }).maxLength : undefined;
}

const isTrimming = (check: z.core.$ZodCheck) => check._zod.def.check === "overwrite";

/** Whether no check sees a text without a limit. The format of a schema such as `z.email()` comes before its checks. */
function isBounded({ _zod: { def } }: z.core.$ZodType): boolean {
  if ("check" in def) return false;
  const first = def.checks?.find((check) => !isTrimming(check));
  return first === undefined || typeof lengthBefore(first) === "number";
}

test("a request has a maximum for each text before its other checks, and for each list before its items", () => {
  const requests = [...all, ...Object.values<Operation>(internalOperations)].flatMap(({ operationId, request }) =>
    (["params", "query", "headers", "body"] as const).flatMap((part) =>
      request[part] ? nodesOf(request[part], `${operationId}.${part}`) : [],
    ),
  );
  expect(requests.length).toBeGreaterThan(1_000);
  const faults = requests.filter(({ schema }) => {
    const { type } = schema._zod.def;
    if (type === "string") return !isBounded(schema);
    if (schema instanceof BoundedList) return maximumOf(schema.def) === Infinity;
    if (type === "array") return true;
    return type === "record" || type === "map" || type === "set" || type === "lazy";
  });
  expect(faults.map(({ path }) => path)).toEqual([]);
});
