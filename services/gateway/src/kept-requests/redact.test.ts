import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { redact } from "./redact.ts";

const data = {
  number: "2031",
  customer: { name: "Ada", iban: "GB33" },
  items: [
    { name: "Pen", secret: "s1", parts: [{ secret: "s2" }] },
    { name: "Ink", secret: { deep: "s3" } },
  ],
  "customer.iban": "GB33",
  list: ["GB33", "GB34"],
};

test("the values at a path are replaced, the rest and the caller's data stay", () => {
  const before = structuredClone(data);
  expect(redact(data, ["customer.iban", "items.*.secret", "missing.path", "number.deeper"])).toEqual({
    number: "2031",
    customer: { name: "Ada", iban: "[redacted]" },
    items: [
      { name: "Pen", secret: "[redacted]", parts: [{ secret: "s2" }] },
      { name: "Ink", secret: "[redacted]" },
    ],
    "customer.iban": "[redacted]",
    list: ["GB33", "GB34"],
  });
  expect(data).toEqual(before);
});

test("a path goes through lists as a section of a template does, and to one item by its number", () => {
  expect(JSON.stringify(redact(data, ["items.secret", "items.parts.secret"]))).not.toMatch(/s[123]/);
  expect(redact(data, ["items.1.name", "list.0"])).toMatchObject({
    items: [{ name: "Pen" }, { name: "[redacted]" }],
    list: ["[redacted]", "GB34"],
  });
  expect(redact(data, ["list.*"])).toMatchObject({ list: ["[redacted]", "[redacted]"] });
  expect(redact(data, ["list", "customer"])).toMatchObject({ list: "[redacted]", customer: "[redacted]" });
});

test("`*` is any name, and a name such as __proto__ is a name like others", () => {
  expect(redact(data, ["*.iban"])).toMatchObject({ customer: { name: "Ada", iban: "[redacted]" } });
  const parsed = JSON.parse('{"__proto__":{"secret":"s"},"a":{"__proto__":"s"}}') as Record<string, unknown>;
  expect(JSON.stringify(redact(parsed, ["__proto__.secret", "a.__proto__"]))).toBe(
    '{"__proto__":{"secret":"[redacted]"},"a":{"__proto__":"[redacted]"}}',
  );
});

type Path = readonly string[];

/** What redaction means, one path after the other. */
function plainly(value: unknown, paths: readonly Path[]): unknown {
  if (paths.some((path) => path.length === 0)) return "[redacted]";
  if (typeof value !== "object" || value === null) return value;
  if (!Array.isArray(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, plainly(member, below(paths, name))]),
    );
  }
  const ofAll = paths.filter(([first]) => first !== "*");
  return value.map((item: unknown, index) => plainly(item, [...below(paths, String(index)), ...ofAll]));
}

function below(paths: readonly Path[], name: string): Path[] {
  const { length } = name.split(".");
  return paths.flatMap((path) => {
    if (path[0] === "*") return [path.slice(1)];
    return path.length > 0 && path.slice(0, length).join(".") === name ? [path.slice(length)] : [];
  });
}

test("whatever data and paths are, each value at a path is replaced and no other", () => {
  const step = fc.constantFrom("a", "b", "*", "0", "1", "");
  const name = fc.oneof(step, fc.constantFrom("a.b", "a.*", "*.a", "0.1", "01", "a.b.a.b", "__proto__"));
  const { data } = fc.letrec<{ value: unknown; data: unknown }>((tie) => ({
    value: fc.oneof({ depthSize: "small" }, fc.constantFrom(1, "text", null), fc.array(tie("value")), tie("data")),
    data: fc.dictionary(name, tie("value"), { noNullPrototype: true }),
  }));
  const path = fc.array(step, { minLength: 1, maxLength: 4 }).map((steps) => steps.join("."));
  fc.assert(
    fc.property(data, fc.array(path, { maxLength: 4 }), (given, paths) => {
      const before = JSON.stringify(given);
      const expected = plainly(
        given,
        paths.map((one) => one.split(".")),
      );
      expect(redact(given as Record<string, unknown>, paths)).toEqual(expected);
      expect(JSON.stringify(given)).toBe(before);
    }),
    { numRuns: 500 },
  );
});

const binary = (depth: number): unknown[] => (depth === 0 ? [] : [binary(depth - 1), binary(depth - 1)]);
const deep = (depth: number): unknown[] => (depth === 0 ? [] : [deep(depth - 1)]);
const fifty = (path: (index: number) => string) => Array.from({ length: 50 }, (_, index) => path(index));
const twentySteps = (step: (index: number) => string) =>
  Array.from({ length: 20 }, (_, index) => step(index)).join(".");

test.each<[string, unknown, string[]]>([
  ["a list of numbers", Array.from({ length: 400_000 }, () => 1), fifty((index) => `z.x${index}`)],
  ["a list of empty objects", Array.from({ length: 240_000 }, () => ({})), fifty((index) => `z.x${index}`)],
  [
    "lists in lists",
    Array.from({ length: 4_000 }, () => deep(80)),
    fifty((index) => `z.${twentySteps(() => `${index}`)}`),
  ],
  [
    "lists whose items paths name",
    binary(17),
    fifty((at) => `z.${twentySteps((index) => String((at >> (index % 6)) & 1))}`),
  ],
  ["names with dots", [{ ["a.".repeat(500_000)]: 1 }], fifty(() => twentySteps(() => "a"))],
])("fifty paths take no time for each value of %s", (_what, z, paths) => {
  const times = [1, 2, 3].map(() => {
    const before = process.threadCpuUsage();
    redact({ z }, paths);
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  });
  expect(Math.min(...times)).toBeLessThan(300);
});
