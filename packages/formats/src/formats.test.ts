import { describe, expect, test } from "@jest/globals";
import { fillParts, parseMustache, readExpression } from "@platen/mustache";
import { createEvaluator, type EvaluatorOptions } from "./create-evaluator.ts";
import { findExpressionMistakes } from "./check-expressions.ts";
import { joinTexts } from "./join-texts.ts";
import { fieldsOfItems, namesMade, namesOfArguments } from "./names-of-arguments.ts";
import { formats } from "./registry.ts";

function fill(template: string, data: unknown, options: Partial<EvaluatorOptions> = {}): string {
  const evaluator = createEvaluator({ locale: "en-US", timeZone: "UTC", ...options });
  return fillParts(parseMustache(template, { dialect: 2 }), data, { maxOutputLength: 1_000_000, evaluator });
}

/** Prints `{{ value | format }}`, with one kind of blank and of apostrophe for all that Intl writes. */
const print = (value: unknown, format: string, options: Partial<EvaluatorOptions> = {}): string =>
  fill(`{{{ value | ${format} }}}`, { value }, options)
    .replaceAll(/[\u00A0\u202F]/g, " ")
    .replaceAll("’", "'");

describe("numbers", () => {
  test.each([
    [12.345, "number 1 signed", "+12.3"],
    [31_300.5, "money GBP plain digits=0", "31,301"],
    ["0.0042", "money EUR digits=2-4", "€0.0042"],
    [12.5, "money EUR digits=2-4", "€12.50"],
    [1.23456, "number 2-4", "1.2346"],
    [0.19, "percent 1-2", "19.0%"],
    [-0.05, "percent 1 signed", "-5.0%"],
    [0, "number signed", "0"],
    ["12345678901234567890.12", "money EUR", "€12,345,678,901,234,567,890.12"],
    [-0.001, "number 2", "0.00"],
    [1e21, "number", "1,000,000,000,000,000,000,000"],
    ["1240.10", "plus 0.2 | number 2", "1,240.30"],
    [10, "divide 0", "10"],
    // Half of the last place that a division keeps.
    ["0.00000000000000000001", "divide 2", "0.00000000000000000001"],
    ["-0.00000000000000000003", "divide 2", "-0.00000000000000000002"],
    [2.5, "unit 'liter-per-kilometer' long", "2.5 liters per kilometer"],
    [-0.01, "compact", "0"],
    [-0.001, "money USD accounting", "$0.00"],
    ["1".padStart(64, "0"), "number", "1"],
    ["1e40", "compact", "10,000,000,000,000,000,000,000,000,000T"],
    ["1e-40", "number", `0.${"0".repeat(39)}1`],
    [1, "number 20", "1.00000000000000000000"],
    [1.5, "number 3-2", "1.5"],
    [1.5, "number 2-2", "1.50"],
    [2.45, "round 20", "2.45"],
    ["+5.50", "number", "5.5"],
    ["+1e3", "money USD", "$1,000.00"],
    ["-1e-30", "unit kilogram 'short'", "-0.000000000000000000000000000001 kg"],
    ["0.1234567890123456789012345", "number", "0.1234567890123456789012345"],
  ])("%p | %s is %s: exact, and rounded half away from zero once", (value, format, expected) => {
    expect(print(value, format)).toBe(expected);
  });

  test.each(["n/a", "1.234,50", "1,240", "", true, "0x10", "1e999", "1".padStart(65, "0"), "1e41", "1e-41"])(
    "%p is not a number, and is printed as it is",
    (value) => {
      expect(print(value, "money EUR")).toBe(String(value));
    },
  );

  test("a sum of ten thousand amounts is that of whole cents", () => {
    let seed = 1;
    let cents = 0n;
    const lines = Array.from({ length: 10_000 }, () => {
      seed = (seed * 48_271) % 2_147_483_647;
      cents += BigInt(seed);
      return { amount: `${Math.floor(seed / 100)}.${String(seed % 100).padStart(2, "0")}` };
    });
    expect(print(lines, "sum amount | times 100 | round")).toBe(String(cents));
  });

  test.each([null, "", true, { toString: 1 }, [{ toString: 1 }], "two"])(
    "%p is no number of digits, so a number keeps all its digits",
    (digits) => {
      expect(fill("{{ a | number digits }}", { a: 1.5, digits })).toBe("1.5");
    },
  );

  test("money takes its currency from the tag, the data or the template", () => {
    expect(print(1, "money", { currency: "CHF" })).toBe("CHF 1.00");
    expect(fill("{{ a | money currency }}", { a: 1, currency: "GBP" })).toBe("£1.00");
    expect(fill("{{ a | money currency }}", { a: 1, currency: "gbp" })).toBe("£1.00");
    expect(fill("{{ a | money currency }}", { a: 1, currency: "pounds" })).toBe("1");
  });
});

describe("dates", () => {
  test("a date without a time is the same day in every time zone", () => {
    const zones = Intl.supportedValuesOf("timeZone");
    expect(zones.length).toBeGreaterThan(400);
    for (const timeZone of zones) {
      expect(print("2026-01-31", "date 'yyyy-MM-dd EEEE'", { timeZone })).toBe("2026-01-31 Saturday");
      expect(print("2026-01-31", "later 1 day | date full", { timeZone })).toBe("Sunday, February 1, 2026");
      expect(print("2026-01-31", "datetime long", { timeZone })).toBe("January 31, 2026");
    }
  });

  test.each([
    ["2026-01-31T23:30:00Z", "date iso", "Pacific/Auckland", "2026-02-01"],
    ["2026-01-31T23:30:00-05:00", "datetime", "UTC", "Feb 1, 2026, 4:30 AM"],
    ["2026-01-31T23:30:00", "datetime", "Asia/Tokyo", "Jan 31, 2026, 11:30 PM"],
    ["2026-07-01T12:00:00Z", "time 'HH:mm'", "Europe/Berlin", "14:00"],
    ["14:30", "time", "UTC", "2:30 PM"],
    ["2026-01-31 23:30:00.123+01", "datetime", "UTC", "Jan 31, 2026, 10:30 PM"],
    ["2026-01-31t23:30:00z", "date iso", "Asia/Tokyo", "2026-02-01"],
    ["2026-01-31T10:00", "time \"HH 'o''clock'\"", "UTC", "10 o'clock"],
    ["2026-01-31", "date \"d ''yy\"", "UTC", "31 '26"],
    ["2026-03-29T01:30:00Z", "datetime", "Europe/Berlin", "Mar 29, 2026, 3:30 AM"],
    ["2026-03-29T02:30:00", "datetime", "Europe/Berlin", "Mar 29, 2026, 2:30 AM"],
    ["2026-10-25T01:30:00Z", "datetime", "Europe/Berlin", "Oct 25, 2026, 2:30 AM"],
    ["1969-12-31T23:59:59Z", "datetime", "Asia/Tokyo", "Jan 1, 1970, 8:59 AM"],
    ["2026-12-31T23:59:59", "time medium", "UTC", "11:59:59 PM"],
    ["2026-01-31T00:00+23:59", "datetime", "UTC", "Jan 30, 2026, 12:01 AM"],
    ["2026-01-31T00:00-0130", "datetime", "UTC", "Jan 31, 2026, 1:30 AM"],
    ["2026-01-31".padEnd(40), "date iso", "UTC", "2026-01-31"],
    ["23:59:59".padEnd(40), "time medium", "UTC", "11:59:59 PM"],
    ["9999-12-30", "later 1 day | date iso", "UTC", "9999-12-31"],
    ["9999-12-31", "later 1 day", "UTC", "9999-12-31"],
    ["9999-11-30", "later 1 month | date year", "UTC", "9999"],
    ["9999-12-01", "later 1 month | date iso", "UTC", "9999-12-01"],
    ["0001-02-01", "earlier 1 month | date iso", "UTC", "0001-01-01"],
    ["0001-01-31", "earlier 1 month", "UTC", "0001-01-31"],
    ["0001-01-01", "earlier 1 day", "UTC", "0001-01-01"],
    ["2026-01-31", "later 1.5 days", "UTC", "2026-01-31"],
    ["2026-01-31", "later 11 months | date iso", "UTC", "2026-12-31"],
    ["2026-01-31", "earlier 13 months | date iso", "UTC", "2024-12-31"],
    ["2026-01-31", "earlier 2 weeks | date iso", "UTC", "2026-01-17"],
    ["2026-01-31", "later 1 week | later 2 days | later 2 years | later 3 months | date iso", "UTC", "2028-05-09"],
    [-62_135_596_800, "unix | date iso", "UTC", "0001-01-01"],
    [-62_135_596_801, "unix", "UTC", "-62135596801"],
    [253_402_300_799, "unix", "UTC", "9999-12-31T23:59:59"],
    [253_402_300_800, "unix", "UTC", "253402300800"],
    ["2026-01-04T00:05:09", "date 'y yy Y M d E EEEE w'", "UTC", "2026 26 2026 1 4 Sun Sunday 1"],
    [
      "2026-01-04T00:05:09",
      "date 'yyyy MM dd MMM LLL H HH h hh m mm s ss'",
      "UTC",
      "2026 01 04 Jan Jan 0 00 12 12 5 05 9 09",
    ],
    [1769817600, "unix | date", "UTC", "Jan 31, 2026"],
    [1769817600000, "unix ms | date iso", "UTC", "2026-01-31"],
    ["2024-02-29", "later 1 year | date iso", "UTC", "2025-02-28"],
    ["2026-01-31", "later 1 month | date iso", "UTC", "2026-02-28"],
    ["2026-03-01", "earlier 1 day | date iso", "UTC", "2026-02-28"],
    ["2026-01-05", "later 2 weeks", "UTC", "2026-01-19"],
    ["2025-12-29", "date week", "UTC", "1"],
    ["2026-01-31T00:05:09", "time 'h:mm:ss a'", "UTC", "12:05:09 AM"],
    ["2026-01-31", "date \"d. MMMM 'at noon'\"", "UTC", "31. January at noon"],
  ])("%p | %s in %s is %s", (value, format, timeZone, expected) => {
    expect(print(value, format, { timeZone })).toBe(expected);
  });

  test.each([
    "2026-02-31",
    "2026-13-01",
    "31.01.2026",
    "yesterday",
    "2026-01-31T24:00",
    "2026-01-31T25:00",
    "26-01-31",
    "2026-00-01",
    "2026-01-00",
    "2026-04-31",
    "2026-01-31T23:60",
    "2026-01-31T23:59:60",
    "2026-01-31T00:00+24:00",
    "2026-01-31T00:00+23:60",
    "2026-01-31".padEnd(41),
    "1900-02-29",
    1769817600,
    "",
    "+275761-01-01",
    "0000-01-01",
    "14:30",
  ])("%p is not a date, and is printed as it is", (value) => {
    expect(print(value, "date long")).toBe(String(value));
  });
});

test.each([
  ["ja-JP", "MMMM d", "3月 9"],
  ["ja-JP", "LLLL", "3月"],
  ["ko-KR", "MMM", "3월"],
  ["pl-PL", "d MMMM", "9 marca"],
  ["de-DE", "E, d.", "Mo., 9."],
  ["ar-EG", "d/MM/yyyy", "٩/٠٣/٢٠٢٦"],
])("the pattern of a date in %s, %s, has the names and digits of the language", (locale, pattern, expected) => {
  expect(print("2026-03-09", `date '${pattern}'`, { locale })).toBe(expected);
});

describe("texts, choice and lists", () => {
  const lines = [
    { name: "Oak", amount: 19.9, tax: 0.19 },
    { name: "ash", amount: "1240.10", tax: 0.07 },
    { name: "Élan", amount: 3, tax: 0.19 },
    { name: "Item 10", amount: null },
    { name: "Item 9", amount: 0 },
  ];

  test.each([
    ["{{ a | upper }}", { a: "istanbul" }, "İSTANBUL", "tr"],
    ["{{ a | truncate 2 }}", { a: "👩‍👩‍👧👍🏽abc" }, "👩‍👩‍👧👍🏽…", "en"],
    ["{{ a | truncate 3 end='...' }}", { a: "abcdef" }, "abc...", "en"],
    ["{{ a | pad 5 with='*' }}", { a: 42 }, "***42", "en"],
    ["{{ a | pad 1 }}{{ b | pad n }}", { a: "", b: "x", n: 201 }, "0x", "en"],
    ["{{ a | pad 200 }}", { a: "" }, "0".repeat(200), "en"],
    ["{{ a | group n }}{{ a | group 200 }}", { a: "xy", n: 201 }, "xyxy", "en"],
    ["{{ a | truncate n }}{{ a | truncate m }}", { a: "xy", n: 0, m: 100_001 }, "xyxy", "en"],
    ["{{ a | truncate 2 }}{{ a | truncate 1 }}", { a: "xy" }, "xyx…", "en"],
    ["{{ a | date p }}", { a: "2026-01-31", p: "d".padEnd(100, "-") }, "31".padEnd(101, "-"), "en"],
    ["{{ a | date p }}", { a: "2026-01-31", p: "d".padEnd(101, "-") }, "2026-01-31", "en"],
    ["{{ a | pad 4 }} {{ b | pad 4 }}", { a: -7, b: "-x" }, "-007 00-x", "en"],
    ["{{ a | map n | join }}", { a: [{ n: 1 }, {}, { n: null }, { n: 2 }] }, "1, 2", "en"],
    ["{{# a | is null }}a{{/a}}{{# b | is null }}b{{/b}}{{# c | is null }}c{{/c}}", { a: null, c: 0 }, "ab", "en"],
    ["{{ l | where k null | count }}", { l: [{ k: null }, {}, { k: 0 }] }, "2", "en"],
    ["{{ a | lines }}", { a: "<b>\r\n&" }, "&lt;b&gt;<br>&amp;", "en"],
    ["{{ a | replace 'a' '$&' }}", { a: "banana" }, "b$&amp;n$&amp;n$&amp;", "en"],
    ["{{ a | upper }}", { a: "<i>" }, "&lt;I&gt;", "en"],
    ["{{{ a | upper }}}", { a: "<i>" }, "<I>", "en"],
    ["{{# a | is 1.1 }}yes{{/a}}", { a: 1.1 }, "yes", "en"],
    ["{{# a | is '1.10' }}yes{{/a}}", { a: 1.1 }, "yes", "en"],
    ["{{^ a | is b }}no{{/a}}", { a: "x", b: "y" }, "no", "en"],
    ["{{# a | present }}yes{{/a}}{{^a}}no{{/a}}", { a: false }, "yesno", "en"],
    ["{{# a | in list 'z' }}yes{{/a}}", { a: 2, list: [1, 2] }, "yes", "en"],
    ["{{# a | over b }}yes{{/a}}", { b: 1 }, "", "en"],
    ["{{# a | over 10 }}yes{{/a}}", { a: "n/a" }, "", "en"],
    ["{{# a | under 10 }}yes{{/a}}", { a: "1.234,50" }, "", "en"],
    ["{{# a | between 'a' 'c' }}yes{{/a}}", { a: "b" }, "yes", "en"],
    ["{{# a | earlier 1 day | under b }}yes{{/a}}", { a: "2026-02-01", b: "2026-02-01" }, "yes", "en"],
    ["{{# a | take n }}{{.}}{{/a}}{{# a | skip n }}{{.}}{{/a}}", { a: [1, 2], n: 0 }, "12", "en"],
    ["{{# a | sort }}{{.}} {{/a}}", { a: ["-5", "b", "-7a", -10, "-10"] }, "-10 -10 -5 -7a b ", "en"],
    ["{{ a | later 1 unit }}", { a: "2026-01-31", unit: "fortnight" }, "2026-01-31", "en"],
    ["{{ a | plus 1 | get 'constructor' }}", { a: 1 }, "", "en"],
    ["{{ a | or b | upper }}", { b: "x" }, "X", "en"],
    ["{{ n | plural 'plik' '# plików' few='# pliki' }}", { n: 3 }, "3 pliki", "pl"],
    ["{{ lines | sum amount }}", { lines }, "1263", "en"],
    ["{{# lines | sort name }}{{ name }};{{/lines}}", { lines }, "ash;Élan;Item 9;Item 10;Oak;", "en"],
    ["{{# lines | sort amount desc | take 2 }}{{@number}}{{ name }};{{/lines}}", { lines }, "1ash;2Oak;", "en"],
    [
      "{{# lines | groups tax }}{{ key | or '-' }}:{{ items | count }};{{/lines}}",
      { lines },
      "0.19:2;0.07:1;-:2;",
      "en",
    ],
    ["{{# lines | where tax }}{{ name }};{{/lines}}", { lines }, "Oak;ash;Élan;", "en"],
    ["{{# lines | except tax 0.19 | except name 'Item 9' }}{{ name }};{{/lines}}", { lines }, "ash;Item 10;", "en"],
    ["{{ a | until b }} {{ b | until a }}", { a: "2026-02-28T23:59:00", b: "2028-03-01" }, "732 -732", "en"],
    ["{{ a | until b }}", { a: "2026-02-28", b: "soon" }, "2026-02-28", "en"],
    ["{{ lines | map name | join and }}", { lines: lines.slice(0, 2) }, "Oak und ash", "de"],
    ["{{# rows | chunk 2 }}{{#.}}{{.}}{{^@last}}+{{/@last}}{{/.}}/{{/rows}}", { rows: [1, 2, 3] }, "1+2/3/", "en"],
    ["{{#a}}{{#b}}{{@index}}{{/b}}{{@count}}{{/a}}", { a: [{ b: [1, 2] }, { b: [] }] }, "0122", "en"],
    [
      "{{ a | sum x times=y round=1 }}",
      { a: [{ x: 0.25, y: 1 }, { x: "0.5", y: 0.5 }, { x: 9 }, { y: 9 }] },
      "0.6",
      "en",
    ],
    ["{{ a | sum x times=y }}{{ b | sum x times=y }}", { a: [{ x: 1, y: "n/a" }], b: [] }, "0", "en"],
    ["{{ a | sum x round=n }}", { a: [{ x: 1.26 }], n: 1 }, "1.3", "en"],
    [
      "{{# a | groups r total=n }}{{key}}:{{total}};{{/a}}{{ a | groups r total=n | sum total times=key round=2 }}",
      {
        a: [
          { r: 0.1, n: 0.05 },
          { r: 0.2, n: 0.02 },
          { r: 0.1, n: 0.06 },
        ],
      },
      "0.1:0.11;0.2:0.02;0.01",
      "en",
    ],
    [
      "{{# a | groups r total=n times=q round=1 }}{{ total }}{{/a}}",
      {
        a: [
          { r: 1, n: 0.25, q: 1 },
          { r: 1, n: 0.5, q: 0.5 },
        ],
      },
      "0.6",
      "en",
    ],
    ["{{# a | groups r total=n }}x{{/a}}", { a: [{ r: 1, n: "n/a" }] }, "", "en"],
    [
      "{{# a | sum n | as net }}{{ net }}+{{b}}={{ net | plus b }}{{/a}}",
      { a: [{ n: 0.1 }], b: 0.2 },
      "0.1+0.2=0.3",
      "en",
    ],
    ["{{# a | sum | as net }}{{ net }}{{/a}}{{# b | as c }}{{ c | or '-' }}{{/b}}", { a: [] }, "0-", "en"],
    ["{{# a | sort | as b }}{{#b}}{{.}}{{/b}}{{/a}}", { a: [2, 1] }, "12", "en"],
    ["{{#a}}{{# . | as b }}{{@number}}{{b}}{{/.}}{{/a}}", { a: ["x", "y"] }, "1x2y", "en"],
    ["{{ . | get 'a | b' }}", { "a | b": "x" }, "x", "en"],
    ["{{ missing | money EUR }}", {}, "", "en"],
    ["{{@locale}}", {}, "de-CH", "de-ch"],
    ["{{ 'text' | upper }}", {}, "TEXT", "en"],
  ])("%s of %j is %s", (template, data, expected, locale) => {
    expect(fill(template, data, { locale })).toBe(expected);
  });

  test("lists of a document have a limit of items together", () => {
    const data = { list: Array.from({ length: 500_000 }, () => 1), one: [1] };
    expect(fill("{{ list | sum }}{{ list | sum }}", data)).toBe("500000500000");
    expect(() => fill("{{ list | sum }}{{ list | sum }}{{ one | sum }}", data)).toThrow("1000000 items");
  });

  test("a format makes a text of at most ten million characters", () => {
    const [half, rest] = ["x".repeat(5_000_000), "y".repeat(4_999_999)];
    expect(joinTexts([half, rest], ",")).toHaveLength(10_000_000);
    expect(() => joinTexts([half, rest, ""], ",")).toThrow("more than 10000000 characters");
  });

  test.each(["{{# . | in ids }}x{{/.}}", "{{# ids | has -1 }}x{{/ids}}"])(
    "a section that searches a long list again and again reaches that limit: %s",
    (search) => {
      const ids = Array.from({ length: 2_000 }, (_, id) => id);
      expect(() => fill(`{{#lines}}${search}{{/lines}}`, { lines: ids, ids })).toThrow("1000000 items");
    },
  );
});

describe("mistakes that a draft is refused for", () => {
  test.each([
    ["{{ a | money 'euro' }}", 'The argument "currency" of "money" must be a currency code such as EUR.'],
    ["{{ a | date lnog }}", /^"date" has no word "lnog"; did you mean "long"\?/],
    ["{{ a | date 'DD.MM' }}", /is a pattern that has the unknown letters DD; known are y yy/],
    ["{{ a | later 14 }}", '"later" needs the argument "unit". Write later count unit.'],
    ["{{ a | later 14 'fortnights' }}", /"unit" of "later" must be one of days, weeks/],
    [
      "{{ a | money EUR digits=4-2 }}",
      'The argument "digits" of "money" must be a whole number from 0 to 20, or two such as 2-4.',
    ],
    ["{{ a | groups 4 }}", 'The argument "field" of "groups" must be a name. Did you mean "group"?'],
    ["{{ a | sum 4 }}", 'The argument "field" of "sum" must be a name.'],
    ["{{ a | groups }}", '"groups" needs the argument "field". Write groups field [total=…] [times=…] [round=…].'],
    ["{{ a | padStart 6 }}", 'Platen has no format "padStart". Did you mean "pad"?'],
    ["{{ a | toUpperCase }}", 'Platen has no format "toUpperCase". Did you mean "upper"?'],
    ["{{ a | pad 4000 }}", 'The argument "length" of "pad" must be a whole number from 1 to 200.'],
    ["{{ a | unit 'stone-per-foot-per-yard' }}", /must be a unit of Intl such as kilogram/],
    ["{{ a | replace '' 'b' }}", 'The argument "from" of "replace" must not be empty.'],
    ["{{ a | upcase }}", 'Platen has no format "upcase". Did you mean "upper"?'],
    ["{{ a | lines | upper }}", '"upper" cannot follow "lines", which gives markup. Put "lines" last.'],
    ["{{ a | currency }}", 'Platen has no format "currency". Did you mean "money"?'],
  ])("%s", (template, message) => {
    const expected = typeof message === "string" ? message : expect.stringMatching(message);
    expect(findExpressionMistakes(template).map(({ message: found }) => found)).toEqual([expected]);
  });

  test("each example of the reference is free of mistakes and prints something", () => {
    for (const { examples, name } of formats) {
      expect(examples.length).toBeGreaterThan(0);
      for (const { template, data, texts: languages } of examples) {
        expect([name, findExpressionMistakes(template)]).toEqual([name, []]);
        const messages = languages && { defaultLocale: "en", languages };
        expect(fill(template, data, { messages })).not.toBe("");
      }
    }
  });
});

test.each([
  ["lines | sum price times=quantity | as net", [], ["price", "quantity"], ["net"]],
  ["lines | groups rate total=net", [], ["rate", "net"], ["key", "items", "total"]],
  ["sizes | entries", [], [], ["key", "value"]],
  ["due | date pattern | or other | upper", ["pattern", "other"], [], []],
  ["a | unknown b", [], [], []],
])("the tag %s reads the names %j and the fields %j, and makes the names %j", (tag, names, fields, made) => {
  const { expression } = readExpression(tag);
  if (!expression) throw new Error("The tag has a mistake.");
  expect([namesOfArguments, fieldsOfItems, namesMade].map((list) => list(expression))).toEqual([names, fields, made]);
});
