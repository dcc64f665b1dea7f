import { expect, test } from "@jest/globals";
import { MustacheError } from "@platen/mustache";
import fc from "fast-check";
import { readCalendarTime } from "./calendar-time.ts";
import { toDecimal } from "./decimal.ts";
import { FormatError } from "./format-error.ts";
import type { FormatContext } from "./format.ts";
import { Markup } from "./markup.ts";
import { formats } from "./registry.ts";

const context: FormatContext = {
  locale: "de-DE",
  timeZone: "Europe/Berlin",
  currency: "EUR",
  countItems: () => undefined,
  translate: () => undefined,
  unformattable: () => undefined,
};

/** Names that JavaScript gives a meaning, beside those of the data. */
const key = fc.constantFrom("a", "b", "toString", "valueOf", "toJSON", "constructor", "__proto__", "length", "c");
const leaf = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    "",
    " ",
    "EUR",
    "days",
    "kilogram",
    "long",
    "1.50",
    "-0",
    "1e308",
    "14:30",
  ),
  fc.constantFrom<unknown>(0, -0, 1, 2.5, 1e21, 5e-324, "2026-01-31", "2026-01-31T23:30:00+01", "2026-02-31", "yyyy"),
  fc.string(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.array(tie("json"), { maxLength: 4 }),
    // As JSON.parse makes it: `__proto__` is a property like any other.
    fc
      .array(fc.tuple(key, tie("json")), { maxLength: 4 })
      .map((fields): unknown =>
        JSON.parse(`{${fields.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(",")}}`),
      ),
  ),
}));
const argument = fc.oneof(json, key);
const value = fc.oneof(json, fc.constantFrom<unknown>(toDecimal("-12.50"), readCalendarTime("2026-01-31", "UTC")));

/** Whether a value holds a function or the prototype of JavaScript's objects. */
function reachesJavaScript(found: unknown): boolean {
  if (typeof found === "function" || found === Object.prototype || found === Array.prototype) return true;
  if (Array.isArray(found)) return found.some(reachesJavaScript);
  if (typeof found !== "object" || found === null || found instanceof Markup) return false;
  // A decimal or a date becomes its text; both have a class.
  const prototype: unknown = Object.getPrototypeOf(found);
  return prototype === Object.prototype && Object.values(found).some(reachesJavaScript);
}

test.each(formats.map((format) => [format.name, format] as const))(
  "%s takes any JSON as value and arguments, changes none and reaches nothing of JavaScript",
  (_name, format) => {
    const args = fc.record(Object.fromEntries(format.parameters.map(({ name }) => [name, argument])), {
      requiredKeys: [],
    });
    fc.assert(
      fc.property(value, args, (subject, given) => {
        const before = JSON.stringify([subject, given]);
        try {
          expect(reachesJavaScript(format.apply(subject, given, context))).toBe(false);
        } catch (error) {
          if (!(error instanceof FormatError) && !(error instanceof MustacheError)) throw error;
        }
        expect(JSON.stringify([subject, given])).toBe(before);
      }),
      { numRuns: 500 },
    );
  },
);
