import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { ExactNumber, parseExactJson, readExactNumber } from "./exact-json.ts";

/** A number of JSON as a whole number, counted in units of ten to the power of -600. */
function valueOf(text: string): bigint {
  const [mantissa = "", exponent = "0"] = text.toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  return BigInt(whole + fraction) * 10n ** BigInt(600 + Number(exponent) - fraction.length);
}

const digits = (maxLength: number) => fc.stringMatching(new RegExp(`^[0-9]{1,${maxLength}}$`));
const numberText = fc
  .tuple(
    fc.boolean(),
    fc.oneof(fc.constant("0"), fc.stringMatching(/^[1-9][0-9]{0,24}$/)),
    fc.option(digits(24)),
    fc.option(fc.tuple(fc.constantFrom("e", "E"), fc.constantFrom("", "+", "-"), fc.integer({ min: 0, max: 420 }))),
  )
  .map(
    ([isNegative, whole, fraction, exponent]) =>
      `${isNegative ? "-" : ""}${whole}${fraction === null ? "" : `.${fraction}`}${exponent === null ? "" : exponent.join("")}`,
  );

test("a number is kept as its text exactly when a double would change it", () => {
  const texts = fc.oneof(
    numberText,
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((double) => JSON.stringify(double)),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const { n } = parseExactJson(`{"n":${text}}`) as { n: unknown };
      const double = Number(text);
      const isHeld = Number.isFinite(double) && valueOf(JSON.stringify(double)) === valueOf(text);
      expect(n).toEqual(isHeld ? double : new ExactNumber(text));
      expect(String(n)).toBe(isHeld ? String(double) : text);
      expect(readExactNumber(text)).toEqual(n);
      expect(JSON.stringify({ n })).toBe(isHeld ? JSON.stringify({ n: double }) : `{"n":${text}}`);
    }),
    { numRuns: 3_000 },
  );
});

test.each(["12345678901234567890", "9007199254740993", "0.1234567890123456789", "1e400", "-1E+309", "1e-400"])(
  "%s keeps its text in lists and objects, and is written as it was read",
  (text) => {
    const json = `{"a":[${text},1,[${text}]],"b":{"c":${text}}}`;
    expect(JSON.stringify(parseExactJson(json))).toBe(json);
    expect(String((parseExactJson(` [ ${text} ]`) as unknown[])[0])).toBe(text);
    expect(String(parseExactJson(text))).toBe(text);
  },
);

test.each("0.0 -0 0e999 1.0 1e5 0.10000000000000000 0.30000000000000004 1e23 100000000000000000000".split(" "))(
  "%s is a number, because a double has its value",
  (text) => {
    expect(parseExactJson(`[${text}]`)).toEqual([Number(text)]);
  },
);

test("everything but a number is parsed as JSON.parse does, beside numbers that are kept as texts", () => {
  const long = "12345678901234567890";
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom(long, `: ${long},`, `"${long}`, "\\", `\\"${long}`, "__proto__"),
  );
  const value = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(text, fc.constantFrom(null, true, 1.5), fc.array(tie("value")), fc.dictionary(text, tie("value"))),
  })).value;
  fc.assert(
    fc.property(value, (one) => {
      const json = JSON.stringify([one]);
      expect(parseExactJson(json)).toEqual(JSON.parse(json));
      expect(JSON.stringify(parseExactJson(`[${long},${json.slice(1)}`))).toBe(`[${long},${json.slice(1)}`);
    }),
  );
  const twice = parseExactJson(`{"a":${long},"a":1,"b":2,"b":${long},"__proto__":{"n":${long}}}`) as object;
  expect(JSON.stringify(twice)).toBe(`{"a":1,"b":${long},"__proto__":{"n":${long}}}`);
  expect(Object.getPrototypeOf(twice)).toBe(Object.prototype);
  for (const broken of [`{"a":${long}`, `[0${long}]`, `[${long}.]`, `[${long}-1]`, `[-.${long}]`, ""])
    expect(() => parseExactJson(broken)).toThrow(SyntaxError);
});

test("data cannot make, see into or change a number that is kept as its text", () => {
  const { n } = parseExactJson('{"n":1e400}') as { n: object };
  expect([Object.keys(n), Object.hasOwn(n, "text"), Object.getOwnPropertyNames(n)]).toEqual([[], false, []]);
  const forged = parseExactJson('{"n":{"toJSON":1,"rawJSON":"1","source":"1"},"long":1e400}') as { n: unknown };
  expect(forged.n instanceof ExactNumber).toBe(false);
});
