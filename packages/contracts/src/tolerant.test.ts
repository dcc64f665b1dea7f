import { describe, expect, test } from "@jest/globals";
import { z } from "zod";
import { errorEnvelope } from "./envelope.ts";
import { publicOperations } from "./operations.ts";
import { tolerantSchema } from "./tolerant.ts";

/** An answer as a later release may give it: a new member in every enum, a new field in every object. */
function laterAnswer(schema: unknown): unknown {
  if (schema instanceof z.core.$ZodEnum) return "new_member";
  if (schema instanceof z.core.$ZodString) return "text";
  if (schema instanceof z.core.$ZodNumber) return 1;
  if (schema instanceof z.ZodBoolean) return true;
  if (schema instanceof z.ZodLiteral) return schema.values.size > 1 ? 2_031 : schema.value;
  if (schema instanceof z.ZodCustom) return { the: ["caller's", "own"] };
  if (schema instanceof z.ZodPipe) return "2026-01-31T09:00:00.000Z";
  if (schema instanceof z.ZodUnion) return laterAnswer(schema.options.at(-1));
  if (schema instanceof z.ZodArray) return [laterAnswer(schema.element)];
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return laterAnswer(schema.unwrap());
  if (!(schema instanceof z.ZodObject)) throw new Error("laterAnswer has no value for this type of schema");
  const fields = Object.entries(schema.shape).map(([name, field]) => [name, laterAnswer(field)]);
  return { ...Object.fromEntries(fields), newField: { with: ["new", "values"] } };
}

const count = (part: string, answers: readonly unknown[]) => JSON.stringify(answers).split(part).length - 1;

const answering = publicOperations().flatMap(({ operationId, response }) =>
  response.body ? [[operationId, response.body] as const] : [],
);

describe("an answer with new enum members and new fields", () => {
  test.each(answering)("to %s is passed on as it is", (_name, body) => {
    const answer = laterAnswer(body);
    expect(tolerantSchema(body).parse(answer)).toEqual(answer);
  });

  test("that reports a problem is passed on as it is", () => {
    const answer = laterAnswer(errorEnvelope);
    expect(answer).toMatchObject({ success: false, error: { code: "new_member" } });
    expect(tolerantSchema(errorEnvelope).parse(answer)).toEqual(answer);
  });

  test("is what these tests ask about: the answers of today have enums and objects in plenty", () => {
    const answers = answering.map(([, body]) => laterAnswer(body));
    expect(answers.length).toBeGreaterThan(25);
    expect(count("new_member", answers)).toBeGreaterThan(20);
    expect(count("newField", answers)).toBeGreaterThan(60);
  });
});

describe("a tolerant schema", () => {
  const strict = z.strictObject({
    state: z.enum(["open", "shut"]),
    size: z.int().max(10),
    note: z.string().max(5).nullable().optional(),
  });
  const tolerant = tolerantSchema(strict);

  test("takes what the strict one refuses: members, fields and bounds that are new", () => {
    const answer = { state: "ajar", size: 11, note: "longer than five", colour: "red" };
    expect([strict.safeParse(answer).success, tolerant.parse(answer)]).toEqual([false, answer]);
  });

  test.each([
    ["a missing field", { state: "open" }],
    ["a field of another type", { state: "open", size: "large" }],
    ["an enum that is no longer text", { state: 1, size: 1 }],
    ["a text in place of an object", "open"],
  ])("refuses %s", (_what, answer) => {
    expect(tolerant.safeParse(answer).success).toBe(false);
  });

  test("takes any number for one of several named numbers, and no other number for a single one", () => {
    const several = tolerantSchema(z.literal([1, 7]));
    expect([several.safeParse(30).success, tolerantSchema(z.literal(1)).safeParse(30).success]).toEqual([true, false]);
    expect(tolerantSchema(z.literal(["a", 1])).safeParse(30).success).toBe(false);
  });

  test("does not exist for a type without a rule", () => {
    expect(() => tolerantSchema(z.object({ both: z.tuple([z.string(), z.number()]) }))).toThrow(
      'There is no tolerant form of the schema type "tuple".',
    );
  });
});
