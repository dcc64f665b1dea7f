import { describedOperations, describeOperations } from "./openapi.ts";
import { isOutput } from "./outputs.ts";
import type { Operation } from "./operation.ts";

/** The parts of a JSON Schema that the contract uses. */
type Schema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  exclusiveMinimum?: number | boolean;
  minimum?: number;
  maximum?: number;
  nullable?: boolean;
  [keyword: string]: unknown;
};

type Content = Record<string, { schema: Schema }>;
type Answer = { description: string; content?: Content };
type OperationObject = {
  operationId: string;
  description?: string;
  parameters: { schema: Schema; description?: string }[];
  requestBody?: { content: Content };
  responses: Record<string, Answer>;
};

/** A document as its readers get it. */
type Document = {
  info: { title: string; version: string; description: string };
  servers: unknown[];
  tags: unknown[];
  paths: Record<string, Record<string, OperationObject>>;
  components: { schemas: Record<string, Schema> };
};

const componentOf = "#/components/schemas/";
const binary: Content = { "application/octet-stream": { schema: { type: "string", format: "binary" } } };

/** Generators put texts into comments, which this ends in many languages. */
const textOf = (text: string) => text.replaceAll("*/*", "any type").replaceAll("*/", "* /");

/** Generators have an `Error` of their own, or their language has. */
const renamed = new Map([["Error", "ErrorAnswer"]]);

const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

function refTo(name: string): Schema {
  return { $ref: `${componentOf}${renamed.get(name) ?? name}` };
}

/** Lets a value be null. OpenAPI 3.0 reads nothing beside `$ref`. */
function orNull(schema: Schema): Schema {
  return schema.$ref === undefined ? { ...schema, nullable: true } : { allOf: [schema], nullable: true };
}

function misread(union: unknown): Error {
  return new Error(`generators misread a union: ${JSON.stringify(union).slice(0, 200)}`);
}

/** The schema of a union: `null` in it is a property of OpenAPI 3.0, and of other unions generators make what does not compile. */
function ofUnion(union: readonly Schema[], forAnswer: boolean): Schema {
  const kinds = union.filter(({ type }) => type !== "null");
  const [only] = kinds;
  if (only && kinds.length === 1) return orNull(forGenerators(only, forAnswer));
  throw misread(union);
}

const isWide = (bound: number | undefined) => bound !== undefined && Math.abs(bound) >= 2 ** 31;

/** The range of an integer. Generators take 32 bits without a format. */
function rangeOf({ type, minimum, maximum, exclusiveMinimum }: Schema): Schema {
  const isInteger = type === "integer" || (Array.isArray(type) && type.includes("integer"));
  return {
    ...(isInteger && (isWide(maximum) || isWide(minimum)) && { format: "int64" }),
    ...(minimum !== undefined && !isWide(minimum) && { minimum }),
    ...(typeof exclusiveMinimum === "number" &&
      (isInteger ? { minimum: exclusiveMinimum + 1 } : { minimum: exclusiveMinimum, exclusiveMinimum: true })),
    ...(maximum !== undefined && !isWide(maximum) && { maximum }),
  };
}

/** The values of a field. An answer may have values of a later release, which the enumerations of generators refuse. */
function valuesOf({ enum: listed, const: only, type }: Schema, forAnswer: boolean): Schema {
  const values = listed ?? (only === undefined ? undefined : [only]);
  return values === undefined || forAnswer || type === "boolean" ? {} : { enum: values };
}

function wordsOf({ description, enum: listed }: Schema, forAnswer: boolean): Schema {
  const values = listed && forAnswer ? `Today one of ${listed.map((value) => `\`${String(value)}\``).join(", ")}.` : "";
  const text = [description, values].filter(Boolean).join(" ");
  return text === "" ? {} : { description: textOf(text) };
}

/** Left out: a service checks them, and generated checks refuse what a later release answers, or patterns do not compile. */
const left = ["pattern", "oneOf", "dependentRequired"];

function mapped(schemas: Record<string, Schema>, forAnswer: boolean): Record<string, Schema> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, forGenerators(schema, forAnswer)]));
}

const typesOf = ({ type }: Schema) => [type].flat().filter((one) => one !== undefined && one !== "null");

/** Whether a field takes values of several types. Generators send null for such a field that the caller leaves out. */
const isMixed = (schema: Schema) =>
  typesOf(schema).length > 1 || (schema.anyOf ?? []).filter(({ type }) => type !== "null").length > 1;

/** The fields of an object. A mixed one is read and sent by its name, as an additional property. */
function fieldsOf(properties: Record<string, Schema>, forAnswer: boolean): Schema {
  const fields = Object.entries(properties);
  const typed = Object.fromEntries(fields.filter(([, schema]) => !isMixed(schema)));
  const hasMixed = Object.keys(typed).length < fields.length;
  return { properties: mapped(typed, forAnswer), ...(hasMixed && { additionalProperties: true }) };
}

/** A schema of the contract as OpenAPI 3.0 and generators read it. */
function forGenerators(schema: Schema, forAnswer: boolean): Schema {
  const {
    $ref,
    type,
    enum: _enum,
    const: _const,
    anyOf,
    items,
    properties,
    additionalProperties,
    ...settings
  } = schema;
  const { minimum: _minimum, maximum: _maximum, exclusiveMinimum: _exclusive, description: _text, ...rest } = settings;
  const words = wordsOf(schema, forAnswer);
  if ($ref !== undefined) {
    const named = refTo($ref.slice(componentOf.length));
    return Object.keys(words).length === 0 ? named : { ...words, allOf: [named] };
  }
  if (anyOf) return { ...words, ...ofUnion(anyOf, forAnswer) };
  const [first, ...others] = typesOf(schema);
  if (others.length > 0) throw misread(schema);
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([keyword]) => !left.includes(keyword))),
    ...(first !== undefined && { type: first }),
    ...([type].flat().includes("null") && { nullable: true }),
    ...words,
    ...valuesOf(schema, forAnswer),
    ...rangeOf(schema),
    ...(items && { items: forGenerators(items, forAnswer) }),
    ...(properties && fieldsOf(properties, forAnswer)),
    // A client of today gets further fields from a later release.
    ...(typeof additionalProperties === "object" && {
      additionalProperties: forGenerators(additionalProperties, forAnswer),
    }),
  };
}

/** The names of the components that a part of the document leads to. */
function componentsIn(part: unknown, { components }: Document, found = new Set<string>()): Set<string> {
  for (const [, name = ""] of JSON.stringify(part ?? {}).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (found.has(name)) continue;
    found.add(name);
    componentsIn(components.schemas[name], { components } as Document, found);
  }
  return found;
}

/** Names the part of the contract that cannot be told to generators. */
function naming<Read>(part: () => string, read: () => Read): Read {
  try {
    return read();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${part()}: ${reason}`, { cause });
  }
}

/** Whether an operation is in the document: one of keys, whose answer does not depend on `Accept`. */
function isForGenerators({ access, response }: Operation): boolean {
  return access === "apiKey" && (!isOutput(response.content) || response.form !== undefined);
}

/**
 * Creates the OpenAPI 3.0 document from which generators make clients: the operations of API keys, each body with a name,
 * each answer with one media type, and nothing that generators misread. Throws an error with the name of an operation that
 * they cannot read.
 */
export function createSdkDocument(all = describedOperations()): object {
  const described = all.filter(({ operation }) => isForGenerators(operation));
  // `as`: what JSON leaves of the document that the contract's generator writes.
  const document = JSON.parse(JSON.stringify(describeOperations(described))) as Document;
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const inRequests = componentsIn(
    operations.map(({ parameters, requestBody }) => [parameters, requestBody]),
    document,
  );
  const usersOf = (name: string) =>
    operations
      .filter((operation) => componentsIn(operation, document).has(name))
      .map(({ operationId }) => operationId)
      .join(", ");
  const schemas = Object.fromEntries(
    Object.entries(document.components.schemas).map(([name, schema]) => [
      renamed.get(name) ?? name,
      naming(
        () => `${name} of ${usersOf(name)}`,
        () => forGenerators(schema, !inRequests.has(name)),
      ),
    ]),
  );

  /** Gives a body a name, and a file the media type that all generators read as bytes. */
  function contentOf(content: Content, name: string, forAnswer: boolean): Content {
    const json = content["application/json"];
    if (!json) return "text/event-stream" in content ? content : binary;
    const schema = forGenerators(json.schema, forAnswer);
    if (schema.$ref !== undefined) return { "application/json": { schema } };
    schemas[name] = schema;
    return { "application/json": { schema: refTo(name) } };
  }

  function answersOf({ operationId, responses }: OperationObject): Record<string, Answer> {
    return Object.fromEntries(
      Object.entries(responses).map(([status, { description, content, ...answer }]) => {
        const name = `${capitalized(operationId)}${status === "202" && "200" in responses ? "Pending" : ""}Answer`;
        const named = content && { content: contentOf(content, name, true) };
        return [status, { ...answer, description: textOf(description), ...named }];
      }),
    );
  }

  function operationOf(operation: OperationObject): OperationObject {
    const { operationId, description, parameters, requestBody } = operation;
    return {
      ...operation,
      ...(description !== undefined && { description: textOf(description) }),
      parameters: parameters.map((parameter) => ({
        ...parameter,
        ...(parameter.description !== undefined && { description: textOf(parameter.description) }),
        schema: forGenerators(parameter.schema, false),
      })),
      ...(requestBody && {
        requestBody: {
          ...requestBody,
          content: contentOf(requestBody.content, `${capitalized(operationId)}Request`, false),
        },
      }),
      responses: answersOf(operation),
    };
  }

  const paths = Object.fromEntries(
    Object.entries(document.paths).map(([path, methods]) => [
      path,
      Object.fromEntries(
        Object.entries(methods).map(([method, operation]) => [
          method,
          naming(
            () => operation.operationId,
            () => operationOf(operation),
          ),
        ]),
      ),
    ]),
  );
  const { title, version, description } = document.info;
  return {
    openapi: "3.0.3",
    info: { title, version, description, license: { name: "MIT" } },
    servers: document.servers,
    tags: document.tags,
    paths,
    components: {
      schemas,
      securitySchemes: { apiKey: { type: "http", scheme: "bearer", description: "An API key of one project." } },
    },
  };
}
