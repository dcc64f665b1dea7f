import { describe, expect, test } from "@jest/globals";
import { fillParts, parseMustache } from "@platen/mustache";
import { createEvaluator } from "../create-evaluator.ts";
import type { MessageIssue, MessageTable } from "./messages.ts";
import { placeholdersOf, readMessage } from "./read-message.ts";
import { isUsed, usesMessages } from "./used-messages.ts";

function fill(template: string, data: unknown, languages: MessageTable["languages"], locale = "en") {
  const issues: MessageIssue[] = [];
  const evaluator = createEvaluator({
    locale,
    timeZone: "UTC",
    messages: { defaultLocale: "en", languages },
    onMessageIssue: (issue) => void issues.push(issue),
  });
  const text = fillParts(parseMustache(template), data, { maxOutputLength: 10_000_000, evaluator });
  return { text: text.replaceAll(/[\u00A0\u202F]/g, " "), issues };
}

/** The text of one message in one language. */
const say = (message: string, data: unknown, locale = "en") =>
  fill("{{{@t.x}}}", data, { [locale]: { x: message } }, locale).text;

const days = {
  en: "{n, plural, one {# day} other {# days}}",
  de: "{n, plural, one {# Tag} other {# Tage}}",
  fr: "{n, plural, one {# jour} many {# de jours} other {# jours}}",
  ar: "{n, plural, zero {لا أيام} one {يوم} two {يومان} few {# أيام} many {# يومًا} other {# يوم}}",
  pl: "{n, plural, one {# dzień} few {# dni} many {# dni!} other {# dnia}}",
  ja: "{n, plural, other {#日}}",
};

test.each<[keyof typeof days, number | string, string]>([
  ["en", 1, "1 day"],
  ["en", 0, "0 days"],
  ["en", 1.5, "1.5 days"],
  ["en", "12345678901234567890.12", "12,345,678,901,234,567,890.12 days"],
  ["de", 1, "1 Tag"],
  ["de", 1234.5, "1.234,5 Tage"],
  ["fr", 0, "0 jour"],
  ["fr", 1.5, "1,5 jour"],
  ["fr", 2, "2 jours"],
  ["fr", 1_000_000, "1 000 000 de jours"],
  ["ar", 0, "لا أيام"],
  ["ar", 2, "يومان"],
  ["ar", 3, "3 أيام"],
  ["ar", 11, "11 يومًا"],
  ["ar", 100, "100 يوم"],
  ["pl", 1, "1 dzień"],
  ["pl", 3, "3 dni"],
  ["pl", 5, "5 dni!"],
  ["pl", 1.5, "1,5 dnia"],
  ["ja", 7, "7日"],
])("a plural in %s prints the case and the digits of %s", (locale, n, expected) => {
  expect(say(days[locale], { n }, locale)).toBe(expected);
});

test.each<[string, unknown, string]>([
  ["{n, plural, =0 {none} one {one} other {#}}", { n: 0 }, "none"],
  ["{n, plural, offset:1 =1 {you} one {you and # other} other {you and # others}}", { n: 2 }, "you and 1 other"],
  ["{n, plural, offset:1000000 other {#}}", { n: 1 }, "-999,999"],
  ["{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}", { n: 22 }, "22nd"],
  ["{g, select, f {her} m {his} other {their}} book", { g: "f" }, "her book"],
  ["{g, select, f {her} other {their}} book", { g: "constructor" }, "their book"],
  ["{g, select, f {{n, plural, one {# box} other {# boxes}}} other {}}", { g: "f", n: 2 }, "2 boxes"],
  ["{n, number} {n, number, integer} {n, number, percent} {n, number, ::.00}", { n: "0.5" }, "0.5 1 50% 0.50"],
  ["{n, number, ::currency/EUR}", { n: "1240.10" }, "€1,240.10"],
  ["{n, number, ::scale/100}", { n: "0.25" }, "25"],
  ["{d, date} {d, date, long} {d, date, ::yMMMd}", { d: "2026-01-31" }, "Jan 31, 2026 January 31, 2026 Jan 31, 2026"],
  ["{d, time, short}", { d: "14:30" }, "2:30 PM"],
  ["{customer.name} it's '{'quoted'}' {ok} #", { customer: { name: "Ann" }, ok: true }, "Ann it's {quoted} true #"],
])("the message %s prints as ICU says", (message, data, expected) => {
  expect(say(message, data)).toBe(expected);
});

test("placeholders are looked up where the tag stands, from the innermost scope outwards", () => {
  const template = "{{#lines}}{{@t.line}};{{/lines}}";
  const data = { name: "outer", currency: "EUR", lines: [{ name: "a" }, { name: "b", currency: "USD" }, {}] };
  expect(fill(template, data, { en: { line: "{name} {currency}" } }).text).toBe("a EUR;b USD;outer EUR;");
});

describe("escaping", () => {
  const data = { name: "<i>&", status: "x", n: 1 };
  const messages = { en: { a: "<b>{name}</b> {n, plural, one {# <u>{name}</u>} other {}}", "s.x": "<b>{name}</b>" } };

  test.each([
    ["{{@t.a}}", "&lt;b&gt;&lt;i&gt;&amp;&lt;&#x2F;b&gt; 1 &lt;u&gt;&lt;i&gt;&amp;&lt;&#x2F;u&gt;"],
    ["{{{@t.a}}}", "<b>&lt;i&gt;&amp;</b> 1 <u>&lt;i&gt;&amp;</u>"],
    ["{{&@t.a}}", "<b>&lt;i&gt;&amp;</b> 1 <u>&lt;i&gt;&amp;</u>"],
    ["{{ status | t 's' }}", "&lt;b&gt;&lt;i&gt;&amp;&lt;&#x2F;b&gt;"],
    ["{{{ status | t s }}}", "<b>&lt;i&gt;&amp;</b>"],
    ["{{@t.a | upper | take 3}}", "&lt;B&gt;&lt;I&gt;&amp;&lt;&#x2F;B&gt; 1 &lt;U&gt;&lt;I&gt;&amp;&lt;&#x2F;U&gt;"],
  ])("%s writes the text's own markup only in a raw tag, and never that of the data", (template, expected) => {
    expect(fill(template, data, messages).text).toBe(expected);
  });
});

describe("the chain of languages", () => {
  const languages = { en: { a: "en", b: "en", c: "en" }, de: { a: "de", b: "de" }, "de-CH": { a: "ch" } };

  test("a text comes from the language, its parents, then the default language, and only another language is reported", () => {
    const { text, issues } = fill("{{@t.a}} {{@t.b}} {{@t.c}} {{@t.d}}", {}, languages, "de-CH");
    expect(text).toBe("ch de en ");
    expect(issues).toEqual([
      { kind: "untranslated", key: "c", locale: "de-CH", fallback: "en" },
      { kind: "untranslated", key: "d", locale: "de-CH", fallback: undefined },
    ]);
  });

  test("a text of another language keeps that language's plurals and digits", () => {
    expect(fill("{{@t.x}}", { n: 1.5 }, { en: { x: days.en } }, "fr").text).toBe("1.5 days");
    expect(fill("{{@t.x}}", { n: 1234.5 }, { de: { x: days.de } }, "de-CH").text).toBe("1&#39;234.5 Tage");
  });

  test("the pseudo language is longer and accented, and keeps markup and data", () => {
    const { text, issues } = fill(
      "{{{@t.x}}}",
      { name: "Ann" },
      { en: { x: "<b>Total</b> for {name} &amp; you" } },
      "en-XA",
    );
    expect(text).toBe("<b>Ţôôţààĺ</b> fôôŕ Ann &amp; ýôôûû".replace("ĺ", "ļ"));
    expect(issues).toEqual([]);
  });
});

test("data that a placeholder lacks or does not fit is reported by its name, and a key by its fixed part alone", () => {
  const languages = { en: { x: "{a} {b, number} {c, plural, other {#}}{d, date}", "status.paid": "Paid" } };
  const { text, issues } = fill(
    "{{#list}}{{@t.x}}|{{/list}}{{ secret | t 'status' }}{{ list | t 'status' }}",
    { list: [{ b: "n/a", c: {}, d: "2026-13-01" }], secret: "hidden" },
    languages,
  );
  expect(text).toBe(" n&#x2F;a 2026-13-01|");
  expect(issues).toEqual([
    { kind: "missing", path: "list[].a" },
    { kind: "unformattable", path: "list[].b" },
    { kind: "unformattable", path: "list[].c" },
    { kind: "unformattable", path: "list[].d" },
    { kind: "untranslated", key: "status.*", locale: "en", fallback: undefined },
  ]);
});

test("names of JavaScript are ordinary names, as placeholders, keys and cases", () => {
  for (const name of ["constructor", "__proto__", "toString", "hasOwnProperty"]) {
    expect(say(`[{${name}}] [{${name}.name}]`, {})).toBe("[] []");
    expect(fill(`{{ key | t }}{{ key | t 'a' }}{{@t.${name}}}`, { key: name }, { en: { x: "y" } }).text).toBe("");
    expect(say(`{a, select, ${name} {own} other {other}}`, { a: name })).toBe("own");
  }
  expect(say("{__proto__}", JSON.parse('{ "__proto__": "own" }'))).toBe("own");
});

test.each([
  ["{", 0, "closing }"],
  ["a {}", 2, "name of the data"],
  ["{a-b}", 0, "name of the data"],
  ["{n, plural, one {x}}", 19, "other"],
  ["{n, plural, some {x} other {y}}", 0, "zero, one"],
  ["{n, list}", 4, "type must be"],
  ["{n, number, foo}", 0, "integer, percent"],
  ["{n, number, ::currency/EURO}", 0, "skeleton"],
  ["{d, date, ::zzzz}", 0, "skeleton"],
  ["{n, plural, offset:99999999 other {#}}", 0, "offset"],
  ["{n, plural, offset:99999999999999999999 other {#}}", 19, "offset"],
  ["ab {x} \uE000", 7, "private"],
])("%j is no message, and the mistake has its place", (text, offset, part) => {
  expect(readMessage(text).mistake).toMatchObject({ offset, message: expect.stringContaining(part) });
});

test.each([
  ["{".repeat(100_000)],
  ["{a,select,other{".repeat(620)],
  [`${"{a,select,other{".repeat(300)}x${"}}".repeat(300)}`],
  ["{ ".repeat(5_000)],
  ["{a,plural,offset:".repeat(500)],
  [`{n,number,::${"0".repeat(9_900)}}`],
])("a hostile message is refused before it costs anything", (text) => {
  expect(readMessage(text).mistake?.message).toBeTruthy();
});

test("a text that repeats long data ends at a limit", () => {
  const message = "{a}".repeat(3_000);
  expect(() => say(message, { a: "x".repeat(100_000) })).toThrow("exceeds the limit");
});

test("the names that a message reads are listed once each", () => {
  expect(placeholdersOf("{a.b} {n, plural, =0 {{c}} other {# {a.b} {s, select, other {{e}}}}}")).toEqual([
    "a.b",
    "n",
    "s",
    "e",
    "c",
  ]);
});

test("a text may be printed whose key a tag names, or whose group a format does", () => {
  const used = { keys: new Set(["title"]), prefixes: new Set(["status.", "a.b."]), isAny: false };
  const keys = ["title", "status", "status.paid", "status.a.b", "a.b", "a.b.c", "a.c", "titles"];
  expect(keys.filter((key) => isUsed(key, used))).toEqual(["title", "status.paid", "status.a.b", "a.b.c"]);
  const nothing = { keys: new Set<string>(), prefixes: new Set<string>(), isAny: false };
  expect([usesMessages(used), usesMessages(nothing), usesMessages({ ...nothing, isAny: true })]).toEqual([
    true,
    false,
    true,
  ]);
  expect(isUsed("x", { ...nothing, isAny: true })).toBe(true);
});
