import { z } from "zod";
import type { Operation, ResponseOutput } from "./operation.ts";

/**
 * An answer as its reader sees it: a later release may give an enum new members, so every enum is open. The known
 * members stay in the type, for comparisons and completion.
 */
export type Tolerant<T> = T extends string
  ? string extends T
    ? T
    : T | (string & {})
  : T extends number
    ? number extends T
      ? T
      : T | (number & {})
    : T extends readonly (infer Item)[]
      ? Tolerant<Item>[]
      : T extends object
        ? { [Name in keyof T]: Tolerant<T[Name]> }
        : T;

/** Schemas in which nothing grows: a timestamp is a pipe, a caller's own JSON is custom. */
const fixed = [z.ZodBoolean, z.ZodLiteral, z.ZodPipe, z.ZodCustom];

/** An enum of numbers is a literal with several values. */
function isNumberEnum(schema: unknown): boolean {
  if (!(schema instanceof z.ZodLiteral) || schema.values.size < 2) return false;
  return [...schema.values].every((value) => typeof value === "number");
}

function loosen(schema: unknown): z.ZodType {
  // Of the core, as every format of a text or number is one of these.
  if (schema instanceof z.core.$ZodEnum || schema instanceof z.core.$ZodString) return z.string();
  if (schema instanceof z.core.$ZodNumber || isNumberEnum(schema)) return z.number();
  if (schema instanceof z.ZodObject) {
    return z.looseObject(
      Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [name, loosen(field)])),
    );
  }
  if (schema instanceof z.ZodArray) return z.array(loosen(schema.element));
  if (schema instanceof z.ZodUnion) return z.union(schema.options.map(loosen));
  if (schema instanceof z.ZodOptional) return z.optional(loosen(schema.unwrap()));
  if (schema instanceof z.ZodNullable) return z.nullable(loosen(schema.unwrap()));
  if (schema instanceof z.ZodType && fixed.some((kind) => schema instanceof kind)) return schema;
  const type = schema instanceof z.ZodType ? schema.type : typeof schema;
  throw new Error(`There is no tolerant form of the schema type "${type}". Add one to tolerant.ts.`);
}

/**
 * Derives the schema that a reader of answers uses from the strict one that the service answers by. It takes members
 * of enums and fields that it does not know, and passes them on; it still refuses a missing field or another type.
 */
export function tolerantSchema<T extends z.ZodType>(schema: T): z.ZodType<Tolerant<z.output<T>>> {
  // `loosen` changes the schema as `Tolerant` changes its type; the compiler cannot follow a walk over schemas.
  return loosen(schema) as z.ZodType<Tolerant<z.output<T>>>;
}

type AnsweringOperation = Operation & { response: { body: z.ZodType } };

/** An operation whose answer is read with {@link tolerantSchema}; its request stays as it is. */
export type TolerantOperation<T extends AnsweringOperation> = Omit<T, "response"> & {
  response: Omit<T["response"], "body"> & { body: z.ZodType<Tolerant<ResponseOutput<T>>> };
};

/** Derives the operation that a client calls from the one that the service serves. */
export function tolerantOperation<T extends AnsweringOperation>(operation: T): TolerantOperation<T> {
  const { response } = operation;
  return { ...operation, response: { ...response, body: tolerantSchema(response.body) } } as TolerantOperation<T>;
}
