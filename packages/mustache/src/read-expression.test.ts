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

const follow = "The name of a format must follow |, as in {{ total | number 2 }}.";
const blank = "Write an argument with a name without blanks: height=12mm.";
const colon = "Write the arguments of a format after a blank, not after a colon:";
const parentheses = "A tag has no parentheses. Write";
const oneAfterOther = `${parentheses} formats one after the other, or name a result: {{# a | plus b | as c }} … {{/a}}.`;
const onlyPipe = "Only | and a format can follow the first name of a tag.";
test.each([
  ["a |", 2, follow],
  ["a | 'f'", 4, follow],
  ["a | f=1", 4, follow],
  ["a || b", 3, `${follow} For a || b, write a | or b.`],
  ["| upper", 0, "A name of the data or a text in quotes must stand before |."],
  ["a=1 | f", 0, "A name of the data cannot contain =: write {{ . | get 'a=b' }}."],
  ["first name | upper", 6, `${onlyPipe} Write a name that contains a blank as {{ . | get 'first name' }}.`],
  ["'a' b | upper", 4, onlyPipe],
  ["a 'b' | upper", 2, onlyPipe],
  ["a | date: 'x'", 4, `${colon} date long ….`],
  ["a | default: 'x'", 4, `${colon} or ….`],
  ["a | x: 'x'", 4, `${colon} x ….`],
  ["a | default('x')", 15, oneAfterOther],
  ["a | sum (b | times c)", 8, oneAfterOther],
  ["a | (b)", 4, oneAfterOther],
  ["a | default(b)", 11, `${parentheses} the arguments of a format after a blank: or ….`],
  ["a | x(b)", 5, `${parentheses} the arguments of a format after a blank: x ….`],
  ["a | number(2)", 10, `${parentheses} the arguments of a format after a blank: number ….`],
  ["'%.2f' | format(a)", 15, `${parentheses} {{ total | number 2 }}.`],
  ["a | f 'x", 6, "A text in quotes is never closed by '."],
  ['a | f "x', 6, 'A text in quotes is never closed by ".'],
  ["a | f 'x'y", 9, "A blank or | must follow a text in quotes."],
  ["a | f x = 1", 8, blank],
  ["a | f x=", 6, blank],
  ["a | f x=|", 6, blank],
  ["a | f =1", 6, blank],
  [`a${" | f".repeat(8)}`, undefined, ""],
  [`a${" | f".repeat(9)}`, 36, "A tag has at most 8 formats."],
  [`a | f${" 1".repeat(12)}`, undefined, ""],
  [`a | f${" 1".repeat(13)}`, 30, "A format has at most 12 arguments."],
  [`a | f ${"x".repeat(994)}`, undefined, ""],
  [`a | f ${"x".repeat(995)}`, 0, "A tag with formats has at most 1000 characters."],
])("%j is a mistake at %p: %s", (text, offset, message) => {
  expect(readExpression(text).mistake).toEqual(offset === undefined ? undefined : { offset, message });
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
