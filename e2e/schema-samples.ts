import fc from "fast-check";

/** The part of JSON Schema that the OpenAPI document uses. */
export type JsonSchema = {
  $ref?: string;
  type?: "string" | "integer" | "number" | "boolean" | "array" | "object" | "null";
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  /** Alternatives of an object, by the fields that each requires. */
  oneOf?: { required: string[] }[];
  dependentRequired?: Record<string, string[]>;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
};

/** Where values come from. */
export type Samples = {
  /** Resolves a reference of the document. */
  resolve: (ref: string) => JsonSchema;
  /**
   * Values for fields whose schema does not say everything, by the field's name: ids of things that exist, a revision
   * that is the current one. They make that calls get past the checks of their form and do something.
   */
  known: Readonly<Record<string, readonly unknown[]>>;
  /** Whether objects may lack a field, have one too many, or hold a value that the schema does not admit. */
  isSpoiled: boolean;
};

/** Text of every kind that has caused trouble somewhere. */
const trouble = fc.constantFrom(
  "",
  " ",
  "\0",
  "\ud800",
  "{{",
  "{{#a}}",
  "{{{x}}}",
  "</script><script>",
  "' OR 1=1 --",
  "__proto__",
  "../..",
  "%00",
  "٣",
  "🎉",
  "null",
  "-1",
  "1e999",
);

/** Text for a parameter that may be anything but what was asked for. */
export const anyText: fc.Arbitrary<string> = fc.oneof(trouble, fc.string({ unit: "binary", maxLength: 30 }));

/** A value of any type. As a field of JSON, undefined is a field that is missing. */
const anything = fc.oneof(
  trouble,
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(undefined, null, true, -1, 1e300, [], {}),
);
const noFields: object = {};
const extraFields: fc.Arbitrary<object> = fc
  .constantFrom("extra", "__proto__", "constructor", "Data")
  .map((name) => JSON.parse(`{${JSON.stringify(name)}:0}`));

/** The usual values, and, where something is to be wrong, others between them. */
export function sometimes<T>(isSpoiled: boolean, usual: fc.Arbitrary<T>, other: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return isSpoiled ? fc.oneof({ weight: 2, arbitrary: usual }, { weight: 1, arbitrary: other }) : usual;
}

function stringFor({ pattern, format, minLength = 0, maxLength = 1_000 }: JsonSchema): fc.Arbitrary<unknown> {
  // Their patterns look ahead, or know leap years.
  if (format === "email") return fc.constantFrom("ada@example.com", "grace@example.com");
  if (format === "date-time") return fc.constantFrom("2026-01-31T09:00:00Z", "2024-02-29T23:59:59.999+02:00");
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, "u"));
  return fc.string({ unit: "grapheme", minLength, maxLength: Math.min(maxLength, minLength + 20) });
}

function numberFor({ type, minimum = 0, maximum = 1_000 }: JsonSchema): fc.Arbitrary<unknown> {
  if (type === "number") return fc.double({ min: minimum, max: maximum, noNaN: true });
  return fc.oneof(fc.constantFrom(minimum, maximum), fc.integer({ min: minimum, max: Math.min(maximum, minimum + 5) }));
}

/** The schemas of an object's alternatives: each lacks the fields that only others have. */
function alternativesOf({ oneOf = [], ...schema }: JsonSchema): JsonSchema[] {
  const { properties = {}, required = [], dependentRequired = {} } = schema;
  return oneOf.map((one) => {
    const others = oneOf.filter((other) => other !== one).flatMap((other) => other.required);
    const kept = Object.entries(properties).filter(
      ([name]) => ![name, ...(dependentRequired[name] ?? [])].some((each) => others.includes(each)),
    );
    return { ...schema, properties: Object.fromEntries(kept), required: [...required, ...one.required] };
  });
}

function objectFor(schema: JsonSchema, samples: Samples): fc.Arbitrary<unknown> {
  const { properties, required = [], oneOf } = schema;
  if (oneOf && !samples.isSpoiled) return fc.oneof(...alternativesOf(schema).map((one) => objectFor(one, samples)));
  if (!properties) return fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue(), { maxKeys: 4 });
  const { isSpoiled } = samples;
  const fields = Object.entries(properties).map(
    ([name, property]) => [name, sometimes(isSpoiled, valuesFor(property, samples, name), anything)] as const,
  );
  const requiredKeys = required.filter((name) => name in properties);
  return fc
    .tuple(
      fc.record(Object.fromEntries(fields), { requiredKeys }),
      sometimes(isSpoiled, fc.constant(noFields), extraFields),
    )
    .map(([object, extra]) => ({ ...object, ...extra }));
}

function madeFor(schema: JsonSchema, samples: Samples): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) return madeFor(samples.resolve(schema.$ref), samples);
  if ("const" in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => madeFor(each, samples)));
  switch (schema.type) {
    case "string":
      return stringFor(schema);
    case "integer":
    case "number":
      return numberFor(schema);
    case "boolean":
      return fc.boolean();
    case "array":
      return fc.array(madeFor(schema.items ?? {}, samples), { maxLength: Math.min(schema.maxItems ?? 3, 3) });
    case "object":
      return objectFor(schema, samples);
    case "null":
      return fc.constant(null);
    case undefined:
      return fc.jsonValue();
    default:
      return schema.type satisfies never;
  }
}

/** Values that a schema admits, as far as it says, most of them known ones where the field has any. */
export function valuesFor(schema: JsonSchema, samples: Samples, name = ""): fc.Arbitrary<unknown> {
  const made = madeFor(schema, samples);
  const known = samples.known[name];
  return known ? fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, made) : made;
}
