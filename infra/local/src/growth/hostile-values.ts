/* oxlint-disable no-underscore-dangle -- zod calls the inside of a schema `_zod`. */
import { createId, idPrefixes, type IdKind } from "@platen/contracts";
import { z } from "zod";
import { wordsIn } from "@platen/testing/growth";

/** A part of a schema, and how a value at this part becomes a value for the whole schema. */
export type Place = { path: string; node: z.core.$ZodType; embed: (value: unknown) => unknown };

/** A value that takes about so many bytes as JSON. */
export type HostileShape = {
  name: string;
  make: (bytes: number) => unknown;
  /** Whether it took seconds once. `npm test` tries such a shape at every place. */
  isKnown?: boolean;
};

const known = new Set(["many numbers", "many names", "many names of 200 characters below a long name"]);

/** What the reader of JSON lets through, less what the places around a value take. */
const maxValues = 490_000;
const maxNames = 110_000;
const maxDepth = 90;

const kinds = Object.keys(idPrefixes) as IdKind[];

/** Texts of all the forms in the contract. */
const goodTexts = [
  "a",
  "a".repeat(12),
  "a".repeat(20),
  "a".repeat(80),
  "0".repeat(64),
  "a@example.com",
  "en",
  "UTC",
  "EUR",
  "20mm",
  "1-3",
  "2026-01-31T09:00:00Z",
  "data.missing",
  "AAAA",
  "https://example.com/",
  "#000000",
  ...kinds.map(createId),
];

function firstGood(node: z.core.$ZodType, candidates: readonly unknown[]): unknown {
  return candidates.find((candidate) => z.safeParse(node, candidate).success) ?? candidates[0];
}

/** The schemas that one consists of, and what a schema of a wrapper such as `optional` wraps. */
function innerOf(node: z.core.$ZodType): z.core.$ZodType | undefined {
  const { def } = (node as z.core.$ZodTypes)._zod;
  if ("innerType" in def) return def.innerType;
  if (def.type === "pipe") return def.in;
  return undefined;
}

/** A value that the schema takes, as far as its parts show one. Optional fields are left out. */
export function goodValue(node: z.core.$ZodType): unknown {
  const { def } = (node as z.core.$ZodTypes)._zod;
  const inner = innerOf(node);
  if (def.type === "optional" || def.type === "default") return undefined;
  if (inner) return goodValue(inner);
  if (def.type === "object") {
    const fields = Object.entries(def.shape).map(([name, field]) => [name, goodValue(field)] as const);
    return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
  }
  if (def.type === "array") return firstGood(node, [[], [goodValue(def.element)]]);
  if (def.type === "tuple") return def.items.map(goodValue);
  if (def.type === "union") return def.options[0] && goodValue(def.options[0]);
  if (def.type === "literal") return def.values[0];
  if (def.type === "enum") return Object.values(def.entries)[0];
  const example = z.globalRegistry.get(node)?.["example"];
  return firstGood(node, [...(example === undefined ? [] : [example]), ...goodTexts, 1, 100, 3_600, true, {}, []]);
}

/** All places of a schema, the whole one first. */
export function placesOf(node: z.core.$ZodType, path = "", embed: Place["embed"] = (value) => value): Place[] {
  const own = { path, node, embed };
  const { def } = (node as z.core.$ZodTypes)._zod;
  const inner = innerOf(node);
  if (inner) return placesOf(inner, path, embed);
  if (def.type === "object") {
    const around = goodValue(node) as object;
    const fields = Object.entries(def.shape).flatMap(([name, field]) =>
      placesOf(field, path === "" ? name : `${path}.${name}`, (value) => embed({ ...around, [name]: value })),
    );
    return [own, ...fields];
  }
  if (def.type === "array") return [own, ...placesOf(def.element, `${path}[]`, (value) => embed([value]))];
  if (def.type === "union") return [own, ...def.options.flatMap((option) => placesOf(option, path, embed))];
  if (def.type === "record") return [own, ...placesOf(def.valueType, `${path}{}`, (value) => embed({ a: value }))];
  return [own];
}

/** As many as fit into the bytes. */
function many<T>(bytes: number, item: (index: number) => T, most = maxValues): T[] {
  const { length } = JSON.stringify(item(1_000));
  const values = JSON.stringify(item(1_000)).match(/[,{[]/g)?.length ?? 0;
  const count = Math.min(Math.floor(bytes / (length + 1)), Math.floor(most / (values + 1)));
  return Array.from({ length: Math.max(count, 1) }, (_, index) => item(index));
}

function manyNames(bytes: number, name: (index: number) => string, value: unknown): object {
  const pairs = many(bytes, (index) => [name(index), value] as const, maxNames * 3);
  return Object.fromEntries(pairs.slice(0, maxNames));
}

const longText = (bytes: number, unit: string) =>
  unit.repeat(Math.max(1, Math.floor(bytes / (Buffer.byteLength(JSON.stringify(unit)) - 2))));
const longName = (bytes: number) => "n".repeat(bytes);
const inLists = (depth: number, value: unknown): unknown => (depth === 0 ? value : [inLists(depth - 1, value)]);
const inObjects = (depth: number, value: unknown): unknown =>
  depth === 0 ? value : { a: inObjects(depth - 1, value) };

const items: Record<string, unknown> = {
  numbers: 0,
  nulls: null,
  "empty texts": "",
  texts: "a",
  switches: true,
  "empty objects": {},
  "empty lists": [],
  objects: { a: 0 },
  "lists of numbers": [0],
};

const names: Record<string, (index: number) => string> = {
  names: (index) => index.toString(36),
  "names with dots": (index) => `a.${index.toString(36)}`,
  "names of two words": (index) => `aa-${index.toString(36).padStart(5, "0")}`,
  "names of 200 characters": (index) => `${index}`.padStart(200, "n"),
  "names of 2,000 characters": (index) => `${index}`.padStart(2_000, "n"),
};

const shapes: HostileShape[] = [
  ...Object.entries(items).flatMap(([name, item]) => [
    { name: `many ${name}`, make: (bytes: number) => many(bytes, () => item) },
    {
      name: `a long name, then many ${name}`,
      make: (bytes: number) => ({ [longName(bytes / 2)]: many(bytes / 2, () => item) }),
    },
  ]),
  ...Object.entries(names).flatMap(([style, name]) => [
    { name: `many ${style}`, make: (bytes: number) => manyNames(bytes, name, "a") },
    { name: `many ${style} of objects`, make: (bytes: number) => manyNames(bytes, name, { a: "a" }) },
    { name: `many ${style} of nothing`, make: (bytes: number) => manyNames(bytes, name, null) },
    { name: `many ${style} below one`, make: (bytes: number) => ({ en: manyNames(bytes, name, "a") }) },
    { name: `many ${style} of mistakes below one`, make: (bytes: number) => ({ en: manyNames(bytes, name, 0) }) },
    {
      name: `many ${style} below a long name`,
      make: (bytes: number) => ({ en: { [longName(bytes / 2)]: manyNames(bytes / 2, name, "a") } }),
    },
    {
      name: `many ${style} below many languages`,
      make: (bytes: number) =>
        Object.fromEntries(["en", "de", "fr", "it"].map((language) => [language, manyNames(bytes / 4, name, 0)])),
    },
    {
      name: `objects with many ${style}`,
      make: (bytes: number) => many(bytes, () => manyNames(Math.sqrt(bytes) + 2_100, name, 0)),
    },
  ]),
  {
    name: "long names in long names",
    make: (bytes) => {
      const length = Math.floor(bytes / maxDepth) - 6;
      let value: unknown = "a";
      for (let depth = 0; depth < maxDepth; depth += 1) value = { [longName(length)]: value };
      return { en: value };
    },
  },
  { name: "deep lists", make: (bytes) => many(bytes, () => inLists(maxDepth - 5, 0)) },
  { name: "deep objects", make: (bytes) => many(bytes, () => inObjects(maxDepth - 5, 0)) },
  {
    name: "many values deep inside",
    make: (bytes) =>
      inObjects(
        maxDepth,
        many(bytes - 500, () => 0),
      ),
  },
  {
    name: "many names deep inside",
    make: (bytes) =>
      inObjects(
        maxDepth,
        manyNames(bytes - 500, (index) => index.toString(36), 0),
      ),
  },
  { name: "objects with a long name each", make: (bytes) => many(bytes, () => ({ [longName(1_000)]: 0 })) },
];

const anywhere = shapes.map((shape) => ({ ...shape, isKnown: known.has(shape.name) }));
const forScalars = shapes.filter(({ name }) => /^(?:many numbers|many names|deep objects)$/.test(name));

/** What texts consist of. With the first, a pattern once failed that repeats a group. */
const units = ["1,", "a", "0", " ", ".", "-", "\n", '"', "\u{7}", "é", "\u{1f600}", "\ud800", "{", "a.", "[1,"];

function patternsOf(node: z.core.$ZodType): RegExp[] {
  const checks = [node, ...(node._zod.def.checks ?? [])];
  return checks.flatMap(({ _zod: { def } }) =>
    "pattern" in def && def.pattern instanceof RegExp ? [def.pattern] : [],
  );
}

/** Long texts, also of the words of a schema's patterns and of a text that it takes. */
function textsFor(node: z.core.$ZodType): HostileShape[] {
  const patterns = patternsOf(node);
  const words = patterns.flatMap((pattern) => wordsIn(`x = ${String(pattern)}`));
  const good = goodValue(node);
  const repeated = typeof good === "string" ? [good, ...[...words, ",", " ", "."].map((word) => good + word)] : [];
  const all = new Set([...units, ...words, ...words.flatMap((word) => [`a${word}`, `0${word}`]), ...repeated]);
  return [...all].map((unit) => ({
    name: `a long text of ${JSON.stringify(unit)}`,
    make: (bytes) => longText(bytes, unit),
    isKnown: patterns.length > 0 && unit === units[0],
  }));
}

const takesAny = new Set(["custom", "unknown", "transform", "any"]);
const containers = new Set([...takesAny, "object", "record", "union"]);

/** Hostile values for a place: those for any place, and those that only its schema brings. */
export function shapesFor({ node }: Pick<Place, "node">): HostileShape[] {
  const { def } = (node as z.core.$ZodTypes)._zod;
  if (def.type === "array") return [...listsOf(def.element), ...anywhere];
  const texts = def.type === "string" || takesAny.has(def.type) ? textsFor(node) : [];
  return [...texts, ...(containers.has(def.type) ? anywhere : forScalars)];
}

function listsOf(element: z.core.$ZodType): HostileShape[] {
  const good = goodValue(element);
  const lists: HostileShape[] = [
    { name: "many good items", make: (bytes) => many(bytes, () => good) },
    {
      name: "a long text, then many good items",
      make: (bytes) => [longText(bytes / 2, "a"), ...many(bytes / 2, () => good)],
    },
  ];
  if (typeof good !== "object" || good === null) return lists;
  const fields = Object.keys(good);
  return [
    ...lists,
    { name: "many items with an unknown name", make: (bytes) => many(bytes, () => ({ ...good, unknown: 0 })) },
    {
      name: "many items with a wrong field each",
      make: (bytes) => many(bytes, (index) => ({ ...good, [fields[index % fields.length] ?? "a"]: [] })),
    },
  ];
}
