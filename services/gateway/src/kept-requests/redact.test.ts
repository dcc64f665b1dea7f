import { expect, test } from "@jest/globals";
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
