import { describe, expect, test } from "@jest/globals";
import { z } from "zod";
import { issueMessage } from "./issue-message.ts";
import { publicOperations } from "./operations.ts";
import { jsonObject } from "./schemas/fields.ts";

const cases: [string, z.ZodType, unknown, string][] = [
  ["a missing string", z.object({ it: z.string() }), {}, "is required"],
  ["a missing choice", z.object({ it: z.enum(["A3", "A4"]) }), {}, "is required"],
  ["a number for a string", z.string(), 7, "must be a string, but is a number"],
  ["a bigint for a date", z.date(), 7n, "must be a date, but is a bigint"],
  ["null for a string", z.string(), null, "must be a string, but is null"],
  ["a list for an object", z.strictObject({}), [], "must be an object, but is an array"],
  ["a list for data", jsonObject, [], "must be an object, but is an array"],
  ["missing data", z.object({ it: jsonObject }), {}, "is required"],
  ["an object for a list", z.array(z.string()), {}, "must be an array, but is an object"],
  ["text for a number", z.int(), "7", "must be a number, but is a string"],
  ["text for a switch", z.boolean(), "true", "must be a boolean, but is a string"],
  ["a fraction", z.int(), 1.5, "must be a whole number, but is 1.5"],
  ["an empty text", z.string().min(1), "", "must not be empty"],
  ["a short text", z.string().min(12), "abc", "must have at least 12 characters"],
  ["a long text", z.string().max(3), "abcd", "must have at most 3 characters"],
  ["an empty list", z.array(z.string()).min(1), [], "must not be empty"],
  ["a short list", z.array(z.string()).min(2), ["a"], "must have at least 2 items"],
  ["a long list", z.array(z.string()).max(1), ["a", "b"], "must have at most 1 item"],
  ["a small number", z.number().min(0.1), 0, "must be at least 0.1"],
  ["a large number", z.number().max(2), 3, "must be at most 2"],
  ["a number at the edge", z.number().positive(), 0, "must be greater than 0"],
  ["a number too large to be exact", z.int(), 2 ** 60, `must be at most ${Number.MAX_SAFE_INTEGER}`],
  ["another choice", z.enum(["A3", "A4"]), "A9", "must be one of A3, A4"],
  ["another value", z.literal(1), 2, "must be 1"],
  ["not a date", z.iso.datetime(), "yesterday", "must be a date and time such as 2026-01-31T09:00:00Z"],
  ["not an e-mail address", z.email(), "me", "must be an e-mail address"],
  ["another format", z.string().regex(/^a$/), "b", "must have the format given in the API reference"],
  ["unknown fields", z.strictObject({}), { a: 1, b: 2 }, "must not contain `a`, `b`"],
  ["none of several", z.union([z.int(), z.string()]), true, "must have one of the formats given in the API reference"],
  ["a value that a check refuses", z.string().refine(() => false), "a", "is not valid"],
  ["a value for which the schema has its own message", z.string("must be your name"), 7, "must be your name"],
];

describe("the message continues a sentence about", () => {
  test.each(cases)("%s", (_what, schema, given, message) => {
    const { error } = schema.safeParse(given, { error: issueMessage });
    expect(error?.issues.map((issue) => issue.message)).toEqual([message]);
  });
});

/** One value of each JSON type; nearly every field refuses each. */
const misfits = [null, true, -0.5, "", "\u0000", [], {}, { unknown: 1 }];

function messagesOf(schema: z.ZodType): string[] {
  const shape = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const bodies = misfits.flatMap((misfit) => [misfit, Object.fromEntries(shape.map((name) => [name, misfit]))]);
  return bodies.flatMap(
    (body) => schema.safeParse(body, { error: issueMessage }).error?.issues.map(({ message }) => message) ?? [],
  );
}

test("every message about a wrong body continues a sentence that starts with the field's name", () => {
  const bodies = publicOperations().flatMap(({ request }) => request.body ?? []);
  const messages = new Set(bodies.flatMap(messagesOf));
  expect(messages.size).toBeGreaterThan(20);
  const beginnings = /^(?:is|must|has|needs|ends)\b/;
  expect([...messages].filter((message) => !beginnings.test(message))).toEqual([]);
});
