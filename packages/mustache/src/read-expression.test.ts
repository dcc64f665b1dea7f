import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { isExpression, readExpression, subjectText } from "./read-expression.ts";

const path = (name: string) => ({ kind: "path", path: name });

test.each<[string, unknown[]]>([
  ["total | money EUR", [path("total"), ["money", { kind: "bare", text: "EUR", offset: 14 }]]],
  ["a.b|upper", [path("a.b"), ["upper"]]],
  [". | get 'a | b'", [path("."), ["get", { kind: "literal", value: "a | b", offset: 8 }]]],
  ["@index", [{ kind: "builtin", path: "index" }]],
  ["@t.greeting.formal", [{ kind: "builtin", path: "t.greeting.formal" }]],
  [`"it's" | upper`, [{ kind: "literal", value: "it's" }, ["upper"]]],
  ["true | x", [{ kind: "literal", value: true }, ["x"]]],
  [
    "5 | x -1.5 null",
    [
      { kind: "literal", value: 5 },
      ["x", { kind: "literal", value: -1.5, offset: 6 }, { kind: "literal", value: null, offset: 11 }],
    ],
  ],
  [
    "a | f 1.10 24mm",
    [path("a"), ["f", { kind: "literal", value: "1.10", offset: 6 }, { kind: "bare", text: "24mm", offset: 11 }]],
  ],
  [
    "a | f x=b y='c d'\n| g",
    [
      path("a"),
      [
        "f",
        { kind: "bare", text: "b", name: "x", offset: 6 },
        { kind: "literal", value: "c d", name: "y", offset: 10 },
      ],
      ["g"],
    ],
  ],
  ["__proto__ | constructor", [path("__proto__"), ["constructor"]]],
])("%j is read", (text, [subject, ...formats]) => {
  const { expression } = readExpression(text);
  expect(expression?.subject).toEqual(subject);
  expect(expression?.formats.map(({ name, args }) => [name, ...args])).toEqual(formats);
  for (const { name, offset } of expression?.formats ?? []) expect(text.startsWith(name, offset)).toBe(true);
});

test.each([
  ["a |", 2, /name of a format must follow/],
  ["| upper", 0, /must stand before/],
  ["a || b", 3, /For a \|\| b, write a \| or b\./],
  ["first name | upper", 6, /get 'first name'/],
  ["a | date: 'x'", 4, /not after a colon: date long …/],
  ["a | default: 'x'", 4, /not after a colon: or …/],
  ["a | default('x')", 15, /no parentheses/],
  ["a | default(b)", 11, /after a blank: or …/],
  ["'%.2f' | format(a)", 15, /Write \{\{ total \| number 2 \}\}/],
  ["a | f 'x", 6, /never closed by '/],
  ["a | f 'x'y", 9, /must follow a text in quotes/],
  ["a | f x = 1", 8, /without blanks/],
  ["a | f x=", 6, /without blanks/],
  ["a | sum (b | times c)", 8, /no parentheses/],
  ["a | number(2)", 10, /no parentheses/],
  ["a | 'f'", 4, /name of a format/],
  [`a${" | f".repeat(9)}`, 36, /at most 8 formats/],
  [`a | f${" 1".repeat(13)}`, 30, /at most 12 arguments/],
  [`a | f ${"x".repeat(1_000)}`, 0, /at most 1000 characters/],
])("%j is a mistake", (text, offset, message) => {
  expect(readExpression(text).mistake).toEqual({ offset, message: expect.stringMatching(message) });
});

test("a closing tag may repeat the text before the first format", () => {
  const subjects = ["status | is 'paid'", "plain name", "@last", "'a | b' | is c", "a|b|c"].map(subjectText);
  expect(subjects).toEqual(["status", "plain name", "@last", "'a | b'", "a"]);
});

test("any text is read or has a mistake inside it", () => {
  const text = fc
    .array(fc.constantFrom("a", "|", " ", "'", '"', "=", "@", ".", "1", "\n", "é"), { maxLength: 30 })
    .map((characters) => characters.join(""))
    .filter(isExpression);
  fc.assert(
    fc.property(text, (source) => {
      const { expression, mistake } = readExpression(source);
      expect(expression === undefined).not.toBe(mistake === undefined);
      if (mistake) expect(mistake.offset).toBeLessThan(source.length);
    }),
    { numRuns: 2_000 },
  );
});
