import { z } from "zod";
import { typeMessage } from "../issue-message.ts";

type JsonSchema = Record<string, unknown>;

/**
 * Sets how the OpenAPI document shows a schema. Zod's own rendering would show the parser instead of the sent value: a
 * union for query numbers, a transform for times.
 */
export function renderedAs(schema: JsonSchema) {
  return ({ jsonSchema }: { jsonSchema: JsonSchema }): void => {
    const { description, example } = jsonSchema;
    for (const name of Object.keys(jsonSchema)) delete jsonSchema[name];
    Object.assign(
      jsonSchema,
      schema,
      description === undefined ? {} : { description },
      example === undefined ? {} : { example },
    );
  };
}

/** Text that can be stored as UTF-8: no NUL character and no unpaired surrogate. */
export function text(maxLength: number, minLength = 0) {
  return z
    .string()
    .min(minLength, minLength === 1 ? "must not be empty" : `must have at least ${minLength} characters`)
    .max(maxLength, `must have at most ${maxLength} characters`)
    .refine(
      (value) => !value.includes("\0") && value.isWellFormed(),
      "must not contain NUL characters or unpaired surrogates",
    );
}

/** A whole number in a query or header, where it is text. */
export function wholeNumber(min: number, max: number) {
  const message =
    max > 1_000 ? `must be a whole number, at least ${min}` : `must be a whole number from ${min} to ${max}`;
  return z
    .union(
      [
        z.number(),
        z
          .string()
          .regex(/^\d{1,10}$/)
          .transform(Number),
      ],
      { error: message },
    )
    .pipe(z.int(message).min(min, message).max(max, message));
}

/** A name that a person chooses: trimmed, one line, 1 to `maxLength` characters. */
export function nameText(maxLength = 100) {
  return z
    .string()
    .trim()
    .min(1, "must not be empty")
    .max(maxLength, `must have at most ${maxLength} characters`)
    .refine(
      (value) => !/\p{Cc}/u.test(value) && value.isWellFormed(),
      "must be one line of text without control characters",
    );
}

/** An instant as ISO 8601 text in UTC with milliseconds. Handlers may return a `Date`. */
export const timestamp = z
  .union([z.iso.datetime(), z.date()])
  .transform((value) => (value instanceof Date ? value.toISOString() : value))
  .meta({ override: renderedAs({ type: "string", format: "date-time" }) });

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * A JSON object, passed through unchanged. Not `z.record`, because the values may be megabytes, and a key such as
 * `__proto__` must stay an ordinary key.
 */
export const jsonObject = z
  .custom<Record<string, unknown>>(isObject, {
    error: ({ input }) => (input === undefined ? undefined : typeMessage("object", input)),
  })
  .meta({ override: renderedAs({ type: "object", additionalProperties: true }) });
