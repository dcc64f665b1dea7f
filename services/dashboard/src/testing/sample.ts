import type { Operation, ResponseOutput } from "@platen/contracts";
import type { z } from "zod";

/** The parts of a value that a test states. Lists are stated whole, item by item. */
export type Stated<Value> = Value extends readonly (infer Item)[]
  ? readonly Stated<Item>[]
  : Value extends object
    ? { [Name in keyof Value]?: Stated<Value[Name]> | undefined }
    : Value;

type Definition = {
  type: string;
  format?: string;
  shape: Record<string, z.ZodType>;
  element: z.ZodType;
  options: z.ZodType[];
  innerType: z.ZodType;
  in: z.ZodType;
  values: unknown[];
  entries: Record<string, unknown>;
  getter: () => z.ZodType;
};

// `as`: zod types the definition of each class of schemas by itself.
const definitionOf = (schema: z.ZodType) => schema.def as unknown as Definition;

/** An answer of an operation, with the parts that the test states. */
export function sampleOf<T extends Operation>(
  { response: { body } }: T,
  stated: Stated<ResponseOutput<T>>,
): ResponseOutput<T> {
  if (!body) throw new Error("the operation answers without data");
  // The schema is the operation's own.
  return body.parse(sample(body, stated)) as ResponseOutput<T>;
}

/**
 * A value that a schema allows: what the test states, and the least of everything else. The schema's examples come first,
 * because they have the form of ids and names.
 */
export function sample(schema: z.ZodType, stated: unknown): unknown {
  const definition = definitionOf(schema);
  switch (definition.type) {
    case "object": {
      const given = new Map(Object.entries(stated ?? {}));
      const fields = Object.entries(definition.shape).map(([name, field]) => [name, sample(field, given.get(name))]);
      return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
    }
    case "array":
      if (Array.isArray(stated)) return stated.map((item) => sample(definition.element, item));
      return schema.safeParse([]).success ? [] : [sample(definition.element, undefined)];
    case "optional":
      return stated === undefined ? undefined : sample(definition.innerType, stated);
    case "nullable":
      return stated === undefined || stated === null ? null : sample(definition.innerType, stated);
    case "default":
    case "prefault":
    case "readonly":
    case "catch":
      return sample(definition.innerType, stated);
    case "pipe":
      return sample(definition.in, stated);
    case "lazy":
      return sample(definition.getter(), stated);
    case "union":
      return sampleOfUnion(definition.options, stated);
    default:
      return stated ?? schema.meta()?.["example"] ?? least(schema);
  }
}

/** Takes the first alternative that allows what the test states. */
function sampleOfUnion(options: readonly z.ZodType[], stated: unknown): unknown {
  const values = options.map((option) => [option, sample(option, stated)] as const);
  const [, value] = values.find(([option, each]) => option.safeParse(each).success) ?? [];
  return value;
}

/** Texts of a form without an example. */
const formed: Readonly<Record<string, string>> = {
  datetime: "2026-01-31T09:00:00.000Z",
  date: "2026-01-31",
  email: "anna@example.com",
  url: "https://example.com/",
};

function least(schema: z.ZodType): unknown {
  const { type, values, entries, format } = definitionOf(schema);
  switch (type) {
    case "string":
      return formed[format ?? ""] ?? ["text", "0".repeat(64)].find((text) => schema.safeParse(text).success);
    case "number":
      return 1;
    case "boolean":
      return false;
    case "literal":
      return values[0];
    case "enum":
      return Object.values(entries)[0];
    case "null":
      return null;
    default:
      return {};
  }
}
