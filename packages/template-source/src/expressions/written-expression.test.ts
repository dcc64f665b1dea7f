import { describe, expect, test } from "@jest/globals";
import { bindArguments, findFormat, formats } from "@platen/formats";
import { readExpression } from "@platen/mustache";
import fc from "fast-check";
import { shownArgument, writeArgument } from "./argument-text.ts";
import { newCall } from "./new-call.ts";
import {
  addFormat,
  readWritten,
  removeFormat,
  setArgument,
  setSubject,
  swapFormats,
  valuesOf,
  type WrittenExpression,
} from "./written-expression.ts";

function read(text: string): WrittenExpression {
  const written = readWritten(text);
  if (!written) throw new Error(`"${text}" cannot be read.`);
  return written;
}

function parameterOf(format: string, name: string) {
  const parameter = findFormat(format)?.parameters.find((one) => one.name === name);
  if (!parameter) throw new Error(`"${format}" has no argument "${name}".`);
  return parameter;
}

describe("the text of a tag", () => {
  const text = "total  |money  EUR| or   '—'";

  test("keeps its blanks when a part changes", () => {
    expect(setSubject(read(text), "sum.net")).toBe("sum.net  |money  EUR| or   '—'");
    expect(setSubject(read("'a | b' | upper"), "name")).toBe("name | upper");
    expect(setSubject(read("total"), "sum")).toBe("sum");
    expect(addFormat(read("total"), "money EUR")).toBe("total | money EUR");
    expect(removeFormat(read(text), 0)).toBe("total| or   '—'");
    expect(removeFormat(read(text), 1)).toBe("total  |money  EUR");
    expect(swapFormats(read(text), 0)).toBe("total  |or   '—'| money  EUR");
    expect(swapFormats(read(text), 1)).toBe(text);
  });

  test.each([
    ["total | money  EUR |upper", 0, "money", "currency", 0, "USD", "total | money  USD |upper"],
    ["total | money EUR code", 0, "money", "currency", 0, undefined, "total | money code"],
    ["total | money EUR", 0, "money", "style", 0, "plain", "total | money EUR plain"],
    ["total | money plain", 0, "money", "currency", 0, "EUR", "total | money EUR plain"],
    ["total | money", 0, "money", "style", 0, "style", "total | money style=style"],
    ["url | qr ecc=H", 0, "qr", "size", 0, "24mm", "url | qr 24mm ecc=H"],
    ["url | qr 24mm", 0, "qr", "ecc", 0, "Q", "url | qr 24mm ecc=Q"],
    ["url | qr 24mm  ecc='L'", 0, "qr", "ecc", 0, "Q", "url | qr 24mm  ecc=Q"],
    ["url | qr 24mm  ecc=L", 0, "qr", "ecc", 0, undefined, "url | qr 24mm"],
    ["lines | sort date desc | take 3", 0, "sort", "field", 0, undefined, "lines | sort desc | take 3"],
    ["lines | sort desc", 0, "sort", "field", 0, "date", "lines | sort date desc"],
    ["c | in 'DE'  'AT' | x", 0, "in", "values", 1, "'CH'", "c | in 'DE'  'CH' | x"],
    ["c | in 'DE' 'AT'", 0, "in", "values", 0, undefined, "c | in 'AT'"],
    ["c | in 'DE'", 0, "in", "values", 1, "'AT'", "c | in 'DE' 'AT'"],
    // Without a name, the text for other numbers would become the text for one.
    ["n | plural 'a' 'b'", 0, "plural", "first", 0, undefined, "n | plural second='b'"],
    ["n | plural 'a'", 0, "plural", "few", 0, "'c'", "n | plural 'a' few='c'"],
    ["n | upper | number", 1, "number", "digits", 0, "2", "n | upper | number 2"],
  ] as const)("%s: an argument of format %i changes alone", (before, index, format, name, at, value, after) => {
    const parameter = parameterOf(format, name);
    expect(setArgument(read(before), index, { parameter, at }, value)).toBe(after);
  });

  test("is not written if no call gives the argument its meaning", () => {
    // `plain` is a word of the style.
    expect(setArgument(read("a | money"), 0, { parameter: parameterOf("money", "style") }, "a b")).toBeUndefined();
    expect(setArgument(read("a | plus 1"), 0, { parameter: parameterOf("plus", "other") }, "1 | x")).toBeUndefined();
  });
});

test.each([
  ["12.5", "fixed", "plus", "other", "12.5"],
  ["24mm", "fixed", "qr", "size", "24mm"],
  ["paid", "fixed", "is", "other", "'paid'"],
  ["it's", "fixed", "is", "other", '"it\'s"'],
  ['it\'s "it"', "fixed", "is", "other", undefined],
  ["true", "fixed", "is", "other", "true"],
  ["long", "fixed", "date", "style", "long"],
  ["d. MMMM", "fixed", "date", "style", "'d. MMMM'"],
  ["EUR", "fixed", "money", "currency", "EUR"],
  ["unit price", "fixed", "sum", "field", "'unit price'"],
  ["amount", "fixed", "sum", "field", "amount"],
  ["customer.name", "data", "is", "other", "customer.name"],
  ["two words", "data", "is", "other", undefined],
  ["12", "data", "is", "other", undefined],
] as const)("%s, as %s argument of %s, is written as %s %s", (typed, kind, format, name, written) => {
  const parameter = parameterOf(format, name);
  expect(writeArgument(typed, kind, parameter)).toBe(written);
  if (written !== undefined) expect(shownArgument(written)).toBe(typed);
});

test("a number in quotes keeps them when it is edited", () => {
  expect(writeArgument("008", "fixed", parameterOf("is", "other"), "'007'")).toBe("'008'");
});

test.each(formats)("$name is added with arguments that the check of a draft accepts", (format) => {
  const call = newCall(format, { fields: ["amount"], currency: undefined });
  const [parsed] = readExpression(`x | ${call}`).expression?.formats ?? [];
  if (!parsed) throw new Error(`"${call}" cannot be read.`);
  expect(bindArguments(format, parsed).mistakes).toEqual([]);
  // The template has no currency, so the amount must name its own.
  if (format.name === "money") expect(call).toBe("money EUR");
});

test("any argument can be set to any value that it can have, and the others keep theirs", () => {
  const calls = formats.flatMap(({ examples }) =>
    examples.flatMap(({ template }) =>
      [...template.matchAll(/\{\{[#^]?\s*([^}]*\|[^}]*?)\s*\}\}/g)].map(([, text = ""]) => text),
    ),
  );
  const values = fc.constantFrom("1", "-2.5", "'text'", "'a | b'", '"it\'s"', "name.of.data", "true", "12mm", "'desc'");
  let changed = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...calls),
      fc.nat(),
      fc.nat(),
      fc.option(values, { nil: undefined }),
      (text, which, at, value) => {
        const written = read(text);
        const index = which % written.calls.length;
        const call = written.calls[index];
        const parameters = call?.format?.parameters ?? [];
        const parameter = parameters[at % parameters.length];
        if (!call || !parameter) return;
        const next = setArgument(written, index, { parameter }, value);
        if (next === undefined) return;
        changed += 1;
        const after = read(next);
        const afterCall = after.calls[index];
        if (!afterCall) throw new Error("The format is gone.");
        expect([next.startsWith(text.slice(0, call.start)), next.endsWith(text.slice(call.end))]).toEqual([true, true]);
        for (const other of parameters) {
          if (other !== parameter) expect(valuesOf(after, afterCall, other)).toEqual(valuesOf(written, call, other));
        }
        expect(valuesOf(after, afterCall, parameter)[0]).toBe(value ?? valuesOf(written, call, parameter)[1]);
      },
    ),
    { numRuns: 500 },
  );
  expect(changed).toBeGreaterThan(200);
});
