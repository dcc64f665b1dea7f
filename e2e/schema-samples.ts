import fc from "fast-check";

/** The part of JSON Schema that the OpenAPI document uses. */
export type JsonSchema = {
  $ref?: string;
  type?: "string" | "integer" | "number" | "boolean" | "array" | "object" | "null";
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
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

/** Resolves a reference of the document. */
export type Resolve = (ref: string) => JsonSchema;

/**
 * Values for fields whose schema does not say everything, by the field's name: ids of things that exist, a revision
 * that is the current one. They make that calls get past the checks of their form and do something.
 */
export type KnownValues = Readonly<Record<string, readonly unknown[]>>;

/** What a pattern of the document matches, made by hand: there are few patterns, and a new one has to be added here. */
const samplesOfPatterns: readonly { sample: readonly string[]; isFor: (pattern: string) => boolean }[] = [
  { isFor: (pattern) => pattern.includes("mm|cm|in|pt|px"), sample: ["10mm", "1.5in", "72pt", "0px", "99999mm"] },
  { isFor: (pattern) => pattern.startsWith("^(\\d{1,5}(-"), sample: ["1", "1-2", "1, 3-5", "9-1"] },
  { isFor: (pattern) => pattern.includes("[A-Za-z]{2,3}(-"), sample: ["en", "de-CH"] },
  { isFor: (pattern) => pattern.startsWith("^[\\p{L}\\p{N}]"), sample: ["conforming", "Übung 2"] },
];

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

function sampledIds(pattern: string): fc.Arbitrary<unknown> | undefined {
  const prefix = /^\^(\w+_)\[0-9a-hjkmnp-tv-z\]\{26\}\$$/.exec(pattern)?.[1];
  return prefix === undefined ? undefined : fc.constantFrom(`${prefix}01jd3k8v7n2q4r6s8t0v2w4x6z`);
}

function stringFor(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { pattern, format } = schema;
  // Its pattern knows leap years.
  if (format === "date-time") return fc.constantFrom("2026-01-31T09:00:00Z", "2024-02-29T23:59:59.999+02:00");
  if (pattern !== undefined) {
    const ids = sampledIds(pattern);
    if (ids) return ids;
    const known = samplesOfPatterns.find(({ isFor }) => isFor(pattern));
    if (!known) throw new Error(`no sample is known for the pattern ${pattern}`);
    return fc.constantFrom(...known.sample);
  }
  if (format === "email") return fc.constantFrom("ada@example.com", "grace@example.com");
  const { minLength = 0, maxLength = 1_000 } = schema;
  return fc.string({ unit: "grapheme", minLength, maxLength: Math.min(maxLength, minLength + 20) });
}

function numberFor(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { minimum = 0, maximum = 1_000 } = schema;
  return schema.type === "integer"
    ? fc.oneof(fc.constantFrom(minimum, maximum), fc.integer({ min: minimum, max: Math.min(maximum, minimum + 5) }))
    : fc.double({ min: minimum, max: maximum, noNaN: true });
}

/** Values that a schema admits, as far as it says. */
export function validFor(schema: JsonSchema, resolve: Resolve, known: KnownValues, name = ""): fc.Arbitrary<unknown> {
  const samples = known[name];
  const made = madeFor(schema, resolve, known);
  return samples && samples.length > 0 ? fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...samples) }, made) : made;
}

function madeFor(schema: JsonSchema, resolve: Resolve, known: KnownValues): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) return madeFor(resolve(schema.$ref), resolve, known);
  if ("const" in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => madeFor(each, resolve, known)));
  switch (schema.type) {
    case "string":
      return stringFor(schema);
    case "integer":
    case "number":
      return numberFor(schema);
    case "boolean":
      return fc.boolean();
    case "array":
      return fc.array(madeFor(schema.items ?? {}, resolve, known), { maxLength: Math.min(schema.maxItems ?? 3, 3) });
    case "object":
      return objectFor(schema, resolve, known);
    case "null":
      return fc.constant(null);
    case undefined:
      return fc.jsonValue();
    default:
      return schema.type satisfies never;
  }
}

function objectFor(schema: JsonSchema, resolve: Resolve, known: KnownValues): fc.Arbitrary<unknown> {
  const { properties, required = [] } = schema;
  if (!properties) return fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue(), { maxKeys: 4 });
  const entries = Object.entries(properties).map(
    ([name, property]) => [name, validFor(property, resolve, known, name)] as const,
  );
  return fc.record(Object.fromEntries(entries), {
    requiredKeys: required.filter((name) => name in properties),
  });
}

const anything = fc.oneof(trouble, fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(null, true, -1, 1e300, [], {}));

type Path = readonly (string | number)[];

function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, inner]) => pathsIn(inner, [...path, name]))];
}

function replaced(value: unknown, path: Path, change: (inner: unknown) => unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return change(value);
  if (Array.isArray(value)) {
    return value.map((item, index) => (String(index) === name ? replaced(item, rest, change) : item));
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([each, inner]) => [each, each === name ? replaced(inner, rest, change) : inner]),
  );
}

function withoutOne(value: unknown, which: number): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const entries = Object.entries(value);
  return Object.fromEntries(entries.filter((_entry, index) => index !== which % Math.max(1, entries.length)));
}

/** Spoils a value in one place: another type, something missing, something too much. */
export function spoiled(valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const spoilers = fc.oneof(
    anything.map((other) => () => other),
    fc.nat(20).map((which) => (inner: unknown) => withoutOne(inner, which)),
    fc.tuple(fc.constantFrom("extra", "__proto__", "constructor", "Data"), anything).map(
      ([name, other]) =>
        (inner: unknown) =>
          typeof inner === "object" && inner !== null
            ? { ...inner, ...JSON.parse(`{${JSON.stringify(name)}:0}`), x: other }
            : other,
    ),
  );
  return fc.tuple(valid, fc.nat(1_000), spoilers).map(([value, where, spoil]) => {
    const paths = pathsIn(value);
    return replaced(value, paths[where % paths.length] ?? [], spoil);
  });
}

/** Text for a parameter that may be anything but what was asked for. */
export const anyText: fc.Arbitrary<string> = fc.oneof(trouble, fc.string({ unit: "binary", maxLength: 30 }));
