import { z } from "zod";

// The places of a schema where a hostile value can stand, found by walking the definitions of zod.

/** Stands for the number of its occurrence in a text, and for the combination of "Aa" and "BB" of that number. */
export const numbered = "\uE000";
export const colliding = "\uE001";

/** A place in a body, by the names and items that lead to it, and what the schema has there. */
export type Place = {
  path: readonly string[];
  /** A sample of an item, if a list stands there. */
  item?: unknown;
};

/** The schema without what only says whether it may be absent, or what becomes of its value. */
function inner(schema: z.core.$ZodType): z.core.$ZodType {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodReadonly ||
    schema instanceof z.ZodLazy
  )
    return inner(schema.unwrap());
  if (schema instanceof z.ZodPipe) return inner(schema.in);
  const [first] = schema instanceof z.ZodUnion ? schema.options : [];
  return first ? inner(first) : schema;
}

/** A value with the required fields of a schema, as far as its definition says. `text` stands for each text. */
export function sampleOf(schema: z.core.$ZodType, text = "a"): unknown {
  const known = inner(schema);
  if (known instanceof z.ZodObject) {
    // A document needs a template and data, or HTML of its own, which the fields alone do not say.
    const needed = "templateId" in known.shape && "data" in known.shape ? ["templateId", "data"] : [];
    const required = Object.entries(known.shape).filter(
      ([name, field]) => needed.includes(name) || !z.safeParse(field, undefined).success,
    );
    return Object.fromEntries(required.map(([name, field]) => [name, sampleOf(field, text)]));
  }
  if (known instanceof z.ZodArray) return [sampleOf(known.element, text)];
  if (known instanceof z.ZodString) return text;
  if (known instanceof z.ZodNumber) return 1;
  if (known instanceof z.ZodBoolean) return true;
  if (known instanceof z.ZodEnum) return known.options[0];
  if (known instanceof z.ZodLiteral) return [...known.values][0];
  return {};
}

/** All places of a schema, itself included. */
export function placesOf(schema: z.core.$ZodType, path: readonly string[] = []): Place[] {
  const known = inner(schema);
  if (known instanceof z.ZodObject) {
    return [{ path }, ...Object.entries(known.shape).flatMap(([name, field]) => placesOf(field, [...path, name]))];
  }
  if (known instanceof z.ZodArray)
    return [{ path, item: sampleOf(known.element, numbered) }, ...placesOf(known.element, [...path, "0"])];
  return [{ path }];
}

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
