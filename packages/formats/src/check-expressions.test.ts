import { expect, test } from "@jest/globals";
import { findExpressionMistakes } from "./check-expressions.ts";

test.each([
  ["{{ total | monney EUR }}", 11, 'Platen has no format "monney". Did you mean "money"?'],
  ["{{ total | constructor }}", 11, 'Platen has no format "constructor". See the list of formats in docs/formats.md.'],
  ["{{ total | money EUR acounting }}", 21, /^"money" has no word "acounting"; did you mean "accounting"\?/],
  [
    "{{ total | money EUR code 5 }}",
    26,
    '"money" does not take so many arguments. Write money [currency] [style] [digits=…].',
  ],
  [
    "{{ total | money EUR kind=EUR }}",
    21,
    '"money" does not take argument "kind". Write money [currency] [style] [digits=…].',
  ],
  ["{{# a | or }}{{/a}}", 8, '"or" needs the argument "other". Write or other.'],
  [
    "{{ total | money }}",
    11,
    /^"money" needs a currency: write money \[currency\] \[style\] \[digits=…\], such as money EUR, or set/,
  ],
  [
    "{{ total | as net }}",
    11,
    '"as" ends the tag of a section: {{# lines | sum net | as net }} … {{ net }} … {{/lines}}.',
  ],
  ["{{# total | as net | abs }}{{/total}}", 12, /^"as" ends the tag of a section/],
  [
    "{{# total | as 'a b' }}{{/total}}",
    15,
    'The argument "name" of "as" must be a name of letters, digits, - and _ such as net.',
  ],
  ["{{=<% %>=}}<% total | monney EUR %>", 22, /"money"/],
  ["{{ due | date dd.MM.yyyy }}", 14, "A pattern stands in quotes: 'dd.MM.yyyy'."],
  ["{{ total | money eur }}", 17, "A currency is written in capitals: EUR. Write currency=eur for a name of the data."],
  ["{{ due | daysUntil now }}", 9, 'Platen has no format "daysUntil". Did you mean "until"?'],
  ["{{@indx}}", 2, 'Platen has no name "@indx". Did you mean "@index"?'],
  ["{{@root.name}}", 2, /^Platen has no name "@root\.name"\. It has @index, /],
])("%s is a mistake", (source, offset, message) => {
  const expected = typeof message === "string" ? message : expect.stringMatching(message);
  expect(findExpressionMistakes(source)).toEqual([{ offset, message: expected }]);
});

test.each([
  "{{ total | money EUR }} {{ total | money currency }} {{ total | money plain currency=EUR }} {{ a | or b }} {{@last}}",
  "{{# lines | sum price times=quantity round=2 | as net }}{{ net | plus 1 }}{{/lines}}",
  "{{ a | or 'b' | upper }} {{# status | is 'paid' }}{{/status}} {{a}} {{! a | b }}",
])("%s has no mistake", (source) => {
  expect(findExpressionMistakes(source)).toEqual([]);
});

test("money takes the currency of the template", () => {
  expect(findExpressionMistakes("{{ total | money }}", { currency: "EUR" })).toEqual([]);
});

test("HTML of a request has no texts of translations, and each tag that names one is a mistake", () => {
  const source = "{{@t.a}} {{ s | t 'b' }} {{ n | number }}";
  const message = expect.stringContaining("HTML of a request has no translations");
  expect(findExpressionMistakes(source, { isInline: true })).toEqual([
    { offset: 2, message },
    { offset: 16, message },
  ]);
  expect(findExpressionMistakes(source)).toEqual([]);
});

test("the first fifty mistakes of a megabyte are found in linear time", () => {
  const sources = [
    "{{a|b}}".repeat(150_000),
    `{{a${" | b".repeat(250_000)}}}`,
    `{{a | ${"b".repeat(900)}}}`.repeat(1_000),
  ];
  const before = process.cpuUsage();
  for (const source of sources) expect(findExpressionMistakes(source).length).toBeLessThanOrEqual(50);
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(5_000);
});
