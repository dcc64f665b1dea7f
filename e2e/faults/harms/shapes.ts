import type { z } from "zod";

// The places of a schema where a hostile value can stand, found by walking the definitions of zod.

/** A place in a body, by the names and items that lead to it, and what the schema has there. */
export type Place = {
  path: readonly string[];
  /** A sample of an item, if a list stands there. */
  item?: unknown;
};

/** The schema without what only says whether it may be absent, or what becomes of its value. */
function inner(schema: z.core.$ZodType): z.core.$ZodTypes {
  // Each schema of zod is one of these.
  const known = schema as z.core.$ZodTypes;
  const { def } = known._zod;
  switch (def.type) {
    case "optional":
    case "nullable":
    case "default":
    case "prefault":
    case "nonoptional":
    case "readonly":
    case "catch":
      return inner(def.innerType);
    case "pipe":
      return inner(def.in);
    case "lazy":
      return inner(def.getter());
    case "union":
      return def.options[0] ? inner(def.options[0]) : known;
    default:
      return known;
  }
}

/** A value with the required fields of a schema, as far as its definition says. `text` stands for each text. */
export function sampleOf(schema: z.core.$ZodType, text = "a"): unknown {
  const { def } = inner(schema)._zod;
  switch (def.type) {
    case "object": {
      const required = Object.entries(def.shape).filter(([, field]) => field._zod.optin === undefined);
      return Object.fromEntries(required.map(([name, field]) => [name, sampleOf(field, text)]));
    }
    case "array":
      return [sampleOf(def.element, text)];
    case "string":
      return text;
    case "number":
      return 1;
    case "boolean":
      return true;
    case "enum":
      return Object.values(def.entries)[0];
    case "literal":
      return def.values[0];
    default:
      return {};
  }
}

/** All places of a schema, itself included. */
export function placesOf(schema: z.core.$ZodType, path: readonly string[] = []): Place[] {
  const { def } = inner(schema)._zod;
  switch (def.type) {
    case "object":
      return [{ path }, ...Object.entries(def.shape).flatMap(([name, field]) => placesOf(field, [...path, name]))];
    case "array":
      return [{ path, item: sampleOf(def.element, numbered) }, ...placesOf(def.element, [...path, "0"])];
    default:
      return [{ path }];
  }
}

/** Stands for the number of its occurrence in a text, and for the combination of "Aa" and "BB" of that number. */
export const numbered = "\uE000";
export const colliding = "\uE001";

/** A text in which each number and combination has been filled in. */
export function fillNumbers(text: string): string {
  let number = 0;
  return text.replaceAll(/[\uE000\uE001]/g, (mark) => {
    number += 1;
    if (mark === numbered) return number.toString(36);
    const bits = number.toString(2).padStart(17, "0");
    return bits.replaceAll("0", "Aa").replaceAll("1", "BB");
  });
}

/** The JSON of a sample of a schema, with a text in JSON at a place. */
export function withValue(schema: z.core.$ZodType, path: readonly string[], json: string): string {
  const mark = "\uE002";
  const put = (sample: unknown, [name, ...rest]: readonly string[]): unknown => {
    if (name === undefined) return mark;
    if (Array.isArray(sample)) return [put(sample[0], rest)];
    const fields: Record<string, unknown> = typeof sample === "object" && sample !== null ? { ...sample } : {};
    return { ...fields, [name]: put(fields[name] ?? (rest[0] === "0" ? [{}] : {}), rest) };
  };
  return JSON.stringify(put(sampleOf(schema), path)).replace(JSON.stringify(mark), () => json);
}
