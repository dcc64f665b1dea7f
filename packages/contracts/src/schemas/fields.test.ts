import { expect, test } from "@jest/globals";
import { generateBody, generateHeaders } from "./document.ts";
import { jsonObject, text } from "./fields.ts";
import { pageSettings } from "./page-settings.ts";
import { pageQuery } from "./pagination.ts";
import { email } from "./project.ts";
import { createTemplateBody } from "./template.ts";
import { z } from "zod";

const templateId = "tpl_01jd3k8v7n2q4r6s8t0v2w4x6z";

test("data keeps a key named __proto__ as an ordinary key", () => {
  const given: unknown = JSON.parse('{"__proto__":{"admin":true},"a":1}');
  const parsed = jsonObject.parse(given);
  expect(Object.keys(parsed)).toEqual(["__proto__", "a"]);
  expect({}).not.toHaveProperty("admin");
});

/** What a page might take for markup. */
const markup = [
  "<script>x</script>",
  '"><img src=x onerror=x>',
  "javascript:x",
  "' onmouseover=x",
  "\\u003cb",
  "{{x}}",
  "&lt;b",
  "\u202Ex",
];

test.each([
  ["data", [[], null, "text", 1, true, undefined], (data: unknown) => generateBody.safeParse({ templateId, data })],
  [
    "file name",
    ["../../etc/passwd", "a\nb", "a\\b", "", "x".repeat(201)],
    (filename: unknown) => generateBody.safeParse({ templateId, data: {}, filename }),
  ],
  ["tag", markup, (tag: unknown) => createTemplateBody.safeParse({ name: "Invoice", tags: [tag] })],
  ["e-mail address", markup.flatMap((text) => [`${text}@example.com`, `"${text}"@example.com`]), email.safeParse],
  ["text that PostgreSQL cannot store", ["a\0b", "a\uD800b"], (value: unknown) => text(10).safeParse(value)],
  [
    "length",
    ["20", "20 mm", "-1mm", "1e3mm", "calc(1mm)", "100000000mm"],
    (top: unknown) => pageSettings.safeParse({ margin: { top } }),
  ],
  [
    "creation date",
    ["2026-01-31", "31.1.2026", "2026-01-31T09:00:00", "2026-02-30T09:00:00Z", "9999-12-31T23:59:59-01:00", "0"],
    (creationDate: unknown) => pageSettings.safeParse({ creationDate }),
  ],
  [
    "deadline",
    ["0", "-5", "1.5", "soon", "600001", "100, 200", ""],
    (value: unknown) => generateHeaders.safeParse({ "Platen-Deadline-Ms": value }),
  ],
  [
    "idempotency key",
    ["", " ", "with space", "ü", "a".repeat(256), 'a"b', "back\\slash"],
    (value: unknown) => generateHeaders.safeParse({ "Idempotency-Key": value }),
  ],
])("an invalid %s is refused", (_what, values, parse) => {
  expect(values.filter((value) => parse(value).success)).toEqual([]);
});

test("a text that is too long is refused by its length alone, whatever else it is", () => {
  const { error } = pageSettings.safeParse({ pageRanges: `${"1,".repeat(2_250_000)}1`, width: "1".repeat(4_500_000) });
  expect(error?.issues.map(({ path, message }) => [path.join("."), message])).toEqual([
    ["width", "must be a length such as 20mm, 1.5cm, 8.5in, 72pt or 96px"],
    ["pageRanges", "must have at most 200 characters"],
  ]);
});

test("ranges of pages are numbers, or from a number to another or to the end", () => {
  const isTaken = (pageRanges: string) => pageSettings.safeParse({ pageRanges }).success;
  expect(["2", "1-3, 5", "2-", "1,3-5,9-"].filter((ranges) => !isTaken(ranges))).toEqual([]);
  expect(["", "-", "-3", "1-2-", "1--2", "a", "1,", "2-x", "1 - 3"].filter(isTaken)).toEqual([]);
});

test("a header has space for a logo of 300 kB as a data: address", () => {
  const withLogo = (bytes: number) => `<img src="data:image/png;base64,${"A".repeat((bytes * 4) / 3)}">`;
  expect(pageSettings.safeParse({ header: withLogo(300_000), footer: withLogo(300_000) }).success).toBe(true);
  expect(pageSettings.safeParse({ header: withLogo(600_000) }).success).toBe(false);
});

const query = z.strictObject(pageQuery(["updatedAt", "name"], "updatedAt:desc"));

test("a query without parameters means the first page of 20", () => {
  expect(query.parse({})).toEqual({ page: 1, pageSize: 20, sort: "updatedAt:desc" });
});

test.each(["0", "-1", "1.5", "1e2", "abc", "", " 1", "0x10", ["1", "2"], "99999999999"])(
  "page %j is refused",
  (page) => {
    expect(query.safeParse({ page }).success).toBe(false);
  },
);

test.each([
  ["1", 1],
  ["100", 100],
])("pageSize %j is taken", (pageSize, expected) => {
  expect(query.parse({ pageSize }).pageSize).toBe(expected);
});

test.each(["0", "101", "1000000"])("pageSize %j is refused, and the message names the limits", (pageSize) => {
  const result = query.safeParse({ pageSize });
  expect(result.error?.issues[0]?.message).toBe("must be a whole number from 1 to 100");
});

test.each(["evil", "name", "name:up", "id:asc", "updatedAt:desc;drop table"])(
  "sort %j is refused, and the message lists what is allowed",
  (sort) => {
    const result = query.safeParse({ sort });
    expect(result.error?.issues[0]?.message).toBe("must be one of updatedAt:asc, updatedAt:desc, name:asc, name:desc");
  },
);

test("width without height is refused, and so is an unknown setting", () => {
  expect(pageSettings.safeParse({ width: "4in" }).success).toBe(false);
  expect(pageSettings.safeParse({ width: "4in", height: "6in" }).success).toBe(true);
  expect(pageSettings.safeParse({ margins: {} }).success).toBe(false);
});

test.each(["2026-01-31T09:00:00Z", "2026-01-31T09:00:00.123Z", "2026-01-31T09:00:00+05:30"])(
  "the creation date %j is taken",
  (creationDate) => {
    expect(pageSettings.safeParse({ creationDate }).success).toBe(true);
  },
);

test("an e-mail address is stored trimmed and in lower case", () => {
  expect(email.parse(" Ada@Example.ORG ")).toBe("ada@example.org");
});
