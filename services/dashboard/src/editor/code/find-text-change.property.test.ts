import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { findTextChange } from "./find-text-change.ts";

test("the change turns one text into the other and is as short as possible", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "\n"), maxLength: 12 });
  fc.assert(
    fc.property(text, text, text, text, (start, before, after, end) => {
      const [one, other] = [start + before + end, start + after + end];
      const { from, to, insert } = findTextChange(one, other);
      expect(one.slice(0, from) + insert + one.slice(to)).toBe(other);
      expect(to - from).toBeLessThanOrEqual(before.length);
      expect(insert.length).toBeLessThanOrEqual(after.length);
    }),
  );
});
