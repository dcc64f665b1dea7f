import { expect, test } from "@jest/globals";
import {
  changeTable,
  givenTable,
  nestTexts,
  readTable,
  tableChanges,
  tableExcess,
  tableLanguage,
  type TableFault,
  type TableOwner,
} from "./translation-table.ts";

const long = "n".repeat(100_000);

function faultsOf(table: unknown): TableFault[] {
  const faults: TableFault[] = [];
  readTable(table, "project", (fault) => void faults.push(fault));
  return faults;
}

test("a name that is too long for a key is refused once, however many texts it has", () => {
  const texts = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`k${index}`, "a"]));
  const message = expect.stringContaining("at most 200 characters in total");
  expect(faultsOf({ en: { [long]: texts } })).toEqual([{ path: ["en", "n".repeat(200)], message }]);
  expect(faultsOf({ en: { a: { [`${long}b`]: "a" } } })).toEqual([{ path: ["en", "a", "n".repeat(200)], message }]);
});

test("a table with many faults is read up to the twentieth", () => {
  const wrong = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`k${index}`, index]));
  expect(faultsOf({ en: wrong, de: wrong })).toHaveLength(20);
});

test("languages are counted before they are read", () => {
  const languages = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`wrong language ${index}`, {}]));
  expect(faultsOf(languages(51))).toEqual([{ path: [], message: "must have at most 50 languages" }]);
  const messagesOf = (schema: typeof givenTable | typeof tableChanges, count: number) =>
    schema.safeParse(languages(count)).error?.issues.map(({ message }) => message);
  expect(messagesOf(givenTable, 51)).toEqual(["must have at most 50 languages"]);
  expect(messagesOf(tableChanges, 101)).toEqual(["must name at most 100 languages"]);
});

test("names with dots and nested objects are the same texts, in the order of languages and keys, and nest again", () => {
  const given = { en: {}, "de-ch": { b: { c: "2", a: "1" }, "a.b": "x\t\n", a: { a: { d: "0" } } } };
  const table = readTable(given, "project", ({ message }) => expect(message).toBe(""));
  expect(JSON.stringify(table)).toBe('{"de-CH":{"a.a.d":"0","a.b":"x\\t\\n","b.a":"1","b.c":"2"},"en":{}}');
  expect(nestTexts(table["de-CH"] ?? {})).toEqual({ a: { a: { d: "0" }, b: "x\t\n" }, b: { a: "1", c: "2" } });
  const changes = { en: { b: "3", a: null }, fr: { "1": "4" }, "de-CH": null };
  const changed = changeTable({ ...table, en: { c: "1", a: "2" } }, changes);
  expect(JSON.stringify(changed)).toBe('{"en":{"b":"3","c":"1"},"fr":{"1":"4"}}');
  expect(tableChanges.parse({ EN: { "a.b": null, c: "x" }, de: null, fr: {} })).toEqual({
    en: { "a.b": null, c: "x" },
    de: null,
    fr: {},
  });
});

const stepsOf = (count: number, length: number) => Array(count).fill("k".repeat(length)).join(".");
const keyAdvice = expect.stringMatching(/^must consist of at most 8 names joined by dots, .* at most 200 characters/);
const characters = expect.stringMatching(/^must not contain control characters other than tabs and line feeds/);

test.each<[table: unknown, faults: [path: string, message: unknown][]]>([
  [{ en: { [stepsOf(8, 2)]: "", [`${stepsOf(3, 64)}.${"k".repeat(5)}`]: "x".repeat(10_000) } }, []],
  [{ en: { [stepsOf(9, 2)]: "" } }, [[`en/${stepsOf(9, 2)}`, keyAdvice]]],
  [{ en: { [`${stepsOf(3, 64)}.${"k".repeat(6)}`]: "" } }, [[`en/${stepsOf(3, 64)}.${"k".repeat(5)}`, keyAdvice]]],
  [
    { en: { [stepsOf(1, 65)]: "", "a b": "" } },
    [
      [`en/${stepsOf(1, 65)}`, keyAdvice],
      ["en/a b", keyAdvice],
    ],
  ],
  [{ en: { a: "x".repeat(10_001) } }, [["en/a", "must have at most 10000 characters"]]],
  [
    { en: { a: "\0", b: "\uD800", c: "\uFFFE" } },
    [
      ["en/a", characters],
      ["en/b", characters],
      ["en/c", characters],
    ],
  ],
  [
    { en: { a: 1, b: "x" }, de: null },
    [
      ["en/a", "must be a text or an object of texts"],
      ["de", "must be an object of texts"],
    ],
  ],
  [{ en: { a: { b: "1" }, "a.b": "2" } }, [["en/a.b", "is given twice: nested, and by a name with dots"]]],
  [{ en: { a: "1", "a.b": "2" } }, [["en/a", "must not be both a text and a group of texts"]]],
  [
    { en: {}, EN: {}, "en-XA": {} },
    [
      ["EN", "names a language twice"],
      ["en-XA", "must be a language tag such as en or de-CH"],
    ],
  ],
  [[], [["", "must be an object of languages"]]],
])("each fault of a table is told at its place: %#", (table, faults) => {
  expect(faultsOf(table).map(({ path, message }) => [path.join("/"), message])).toEqual(faults);
});

test("a language of a table has 2 to 35 characters", () => {
  const longest = "en-x-aaaaaaaa-aaaaaaaa-aaaaaaaa-aaa";
  expect(["en", longest, `${longest}a`, "e", "en_US"].map(tableLanguage)).toEqual([
    "en",
    longest,
    ...Array(3).fill(undefined),
  ]);
});

test.each<[TableOwner, texts: number, length: number]>([
  ["project", 50_000, 1_000_000],
  ["template", 20_000, 300_000],
])("the table of a %s may have %i texts, 5,000 keys and %i characters, and no more", (owner, texts, length) => {
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, ""]));
  const tag = (index: number) => (index + 370).toString(36);
  const languages = (count: number, each: number, more = 0) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [tag(index), keys(index === 0 ? each + more : each)]),
    );
  const ends = (table: Parameters<typeof tableExcess>[0]) =>
    tableExcess(table, owner)?.replace(/, over.*|: keys.*/, "");
  expect([ends(languages(50, 1)), ends(languages(51, 1))]).toEqual([undefined, "must have at most 50 languages"]);
  expect([ends(languages(1, 5_000)), ends(languages(1, 5_001))]).toEqual([
    undefined,
    "must have at most 5000 different keys",
  ]);
  const each = texts / 20;
  expect([ends(languages(20, each)), ends(languages(20, each, 1))]).toEqual([
    undefined,
    `must have at most ${texts} texts`,
  ]);
  expect([1, 0].map((missing) => ends({ en: { k: "x".repeat(length - missing) } }))).toEqual([
    undefined,
    `must have at most ${length} characters`,
  ]);
  const faults: string[] = [];
  readTable(languages(20, each, 1), owner, ({ message }) => void faults.push(message));
  expect(faults.filter((message) => message.includes("over all languages"))).toHaveLength(1);
});

test("a change names at most 5,000 texts, each with a key and a text of a table, or null", () => {
  const change = (count: number) =>
    tableChanges.safeParse({
      en: Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, null])),
    });
  expect([change(5_000).success, change(5_001).error?.issues[0]?.message]).toEqual([
    true,
    "must change at most 5000 texts",
  ]);
  const refusal = (given: unknown) =>
    tableChanges.safeParse(given).error?.issues.map(({ path, message }) => [path, message]);
  expect(refusal({ en: { "a b": "x" }, de: { a: 1 }, fr: "x", e: {} })).toEqual([
    [["en", "a b"], keyAdvice],
    [["de", "a"], "must be a text or null"],
    [["fr"], "must be an object of texts, or null"],
    [["e"], "must be a language tag such as en or de-CH"],
  ]);
  expect(refusal([])).toEqual([[[], "must be an object of languages"]]);
});
