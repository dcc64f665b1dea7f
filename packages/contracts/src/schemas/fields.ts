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

/** A text of at most `maxLength` characters. No other check sees a longer one, because zod would go on with them. */
export function limited(maxLength: number) {
  return z.string().max(maxLength, withLimit(maxLength));
}

const withLimit = (maxLength: number) => ({ error: `must have at most ${maxLength} characters`, abort: true });

/** A text of a form. The pattern sees no text above `maxLength`, which no text of the form has. */
export function formed(pattern: RegExp, maxLength: number, message: string) {
  return z.string().check(within(maxLength, message)).regex(pattern, message);
}

/** The limit of a form, in UTF-16 units. The reference does not show it, because the form has it already. */
export function within(maxLength: number, error: string) {
  return z.refine<string>((value) => value.length <= maxLength, { error, abort: true, params: { maxLength } });
}

/** A date and time with an offset, in ISO 8601. */
export function dateTime(message = "must be a date and time such as 2026-01-31T09:00:00Z") {
  return z.string().check(within(64, message), z.iso.datetime({ offset: true, error: message }));
}

/** A date and time of a query, which the reference shows as one. */
export const instant = dateTime().meta({ override: renderedAs({ type: "string", format: "date-time" }) });

/** SHA-256 in hex. */
export const sha256 = formed(/^[0-9a-f]{64}$/, 64, "must have 64 lower-case hex digits");

/** Text that can be stored as UTF-8: no NUL character and no unpaired surrogate. */
export function text(maxLength: number, minLength = 0) {
  return limited(maxLength)
    .min(minLength, minLength === 1 ? "must not be empty" : `must have at least ${minLength} characters`)
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
    .union([z.number(), formed(/^\d{1,10}$/, 10, message).transform(Number)], { error: message })
    .pipe(z.int(message).min(min, message).max(max, message));
}

/** A name that a person chooses: trimmed, one line, 1 to `maxLength` characters. */
export function nameText(maxLength = 100) {
  return lineText(maxLength).min(1, "must not be empty");
}

/** One line of text, trimmed. */
export function lineText(maxLength: number) {
  return z
    .string()
    .trim()
    .max(maxLength, withLimit(maxLength))
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
