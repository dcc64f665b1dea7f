import { expect, test } from "@jest/globals";
import { fillParts, parseMustache } from "@platen/mustache";
import fc from "fast-check";
import { createEvaluator } from "./create-evaluator.ts";
import { formats } from "./registry.ts";

const argument = fc.constantFrom(
  "a",
  "b.c",
  "constructor",
  "__proto__",
  "'x'",
  "1.5",
  "null",
  "other=a",
  "EUR",
  "1",
  "99999",
  "days",
  "long",
  "'yyyy'",
  "kilogram",
  "24mm",
);
const call = fc
  .tuple(
    fc.constantFrom(...formats.flatMap(({ name, kind }) => (kind === "codes" ? [] : [name]))),
    fc.array(argument, { maxLength: 3 }),
  )
  .map((words) => words.flat().join(" "));
const subject = fc.constantFrom("a", "b", "b.c", ".", "@index", "@constructor", "'t'", "__proto__", "constructor");
const tag = fc
  .tuple(subject, fc.array(call, { minLength: 1, maxLength: 3 }))
  .map((pieces) => pieces.flat().join(" | "));

test("a template with formats is filled with any data, leaves the data unchanged, and shows nothing of JavaScript", () => {
  const evaluator = createEvaluator({ locale: "en", timeZone: "UTC" });
  fc.assert(
    fc.property(tag, fc.dictionary(fc.constantFrom("a", "b", "c", "toString"), fc.jsonValue()), (text, data) => {
      const before = JSON.stringify(data);
      const source = `{{ ${text} }}{{{ ${text} }}}{{# ${text} }}x{{/ ${text} }}`;
      const filled = fillParts(parseMustache(source), data, { maxOutputLength: 1_000_000, evaluator });
      expect(filled).not.toMatch(/native code|\[object Function\]/);
      expect(JSON.stringify(data)).toBe(before);
    }),
    { numRuns: 1_000 },
  );
});
