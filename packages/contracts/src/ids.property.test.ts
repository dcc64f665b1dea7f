import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { createId, idPrefixes, idSchema, isId, type IdKind } from "./ids.ts";

// Object.keys loses the literal type of the table's keys.
const kinds = Object.keys(idPrefixes) as IdKind[];

test("an id is recognised as its own kind only", () => {
  fc.assert(
    fc.property(fc.constantFrom(...kinds), fc.constantFrom(...kinds), (made, asked) => {
      expect(isId(asked, createId(made))).toBe(made === asked);
      expect(idSchema(asked).safeParse(createId(made)).success).toBe(made === asked);
    }),
  );
});

test("ids of one kind made in different milliseconds sort by time", () => {
  const early = `tpl_${"0".repeat(26)}`;
  expect(createId("template") > early).toBe(true);
});

test("no prefix is the prefix of a key value", () => {
  expect(Object.values(idPrefixes)).not.toContain("plt");
  expect(new Set(Object.values(idPrefixes)).size).toBe(kinds.length);
});

test("arbitrary text is not an id", () => {
  fc.assert(fc.property(fc.constantFrom(...kinds), fc.string(), (kind, text) => expect(isId(kind, text)).toBe(false)));
});
