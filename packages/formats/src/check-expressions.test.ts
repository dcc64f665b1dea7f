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
  ["{{=<% %>=}}<% total | monney EUR %>", 22, /"money"/],
  ["{{ due | date dd.MM.yyyy }}", 14, "A pattern stands in quotes: 'dd.MM.yyyy'."],
  ["{{ total | money eur }}", 17, "A currency is written in capitals: EUR. Write currency=eur for a name of the data."],
  ["{{ due | daysUntil now }}", 9, 'Platen has no format "daysUntil". Did you mean "until"?'],
  ["{{@indx}}", 2, 'Platen has no name "@indx". Did you mean "@index"?'],
  ["{{@root.name}}", 2, /^Platen has no name "@root\.name"\. It has @index, /],
  ["{{ a | and b }}", 7, 'Platen has no format "and". Put one section into the other.'],
  ["{{ a | not }}", 7, 'Platen has no format "not". Write {{^ name }} in place of {{# name }}.'],
  ["{{ a | lines | upper }}", 15, '"upper" cannot follow "lines", which gives markup. Put "lines" last.'],
  ["{{@t}}", 2, "A key of the translations must follow @t: {{@t.invoice.title}}."],
  ["{{ a | pad }}", 7, '"pad" needs the argument "length". Write pad length [with=…].'],
  ['{{ a | date "d \'x" }}', 12, 'The argument "style" of "date" is a pattern that has a quote that is never closed.'],
  [
    `{{ a | ${"b".repeat(41)} }}`,
    7,
    `Platen has no format "${"b".repeat(40)}…". See the list of formats in docs/formats.md.`,
  ],
])("%s is a mistake", (source, offset, message) => {
  const expected = typeof message === "string" ? message : expect.stringMatching(message);
  expect(findExpressionMistakes(source)).toEqual([{ offset, message: expected }]);
});

test.each([
  ["{{# total | as 'a b' }}{{/total}}", 15, "name of as", "must be a name of letters, digits, - and _ such as net"],
  ["{{ a | pad 0 }}", 11, "length of pad", "must be a whole number from 1 to 200"],
  ["{{ a | pad 201 }}", 11, "length of pad", "must be a whole number from 1 to 200"],
  ["{{ a | truncate 100001 }}", 16, "length of truncate", "must be a whole number from 1 to 100000"],
  ["{{ a | number 21 }}", 14, "digits of number", "must be a whole number from 0 to 20, or two such as 2-4"],
  ["{{ a | number '3-2' }}", 14, "digits of number", "must be a whole number from 0 to 20, or two such as 2-4"],
  ["{{ a | round 21 }}", 13, "digits of round", "must be a whole number from 0 to 20"],
  ["{{ a | replace '' 'b' }}", 15, "from of replace", "must not be empty"],
  ["{{ a | money 'eur' }}", 13, "currency of money", "must be a currency code such as EUR"],
  ["{{ a | unit 'stone-per-x' }}", 12, "name of unit", "must be a unit of Intl such as kilogram or kilometer-per-hour"],
  ["{{ a | date 5 }}", 12, "style of date", "is a pattern that must be a text such as 'd. MMMM yyyy'"],
  [`{{ a | date '${"-".repeat(101)}' }}`, 12, "style of date", "is a pattern that must have at most 100 characters"],
  ["{{ a | qr 24mn }}", 10, "size of qr", "must be a size such as 24mm"],
])("%s has at %i a wrong argument: %s %s", (source, offset, argument, rest) => {
  const [name, format] = argument.split(" of ");
  const message = `The argument "${name}" of "${format}" ${rest}.`;
  expect(findExpressionMistakes(source)).toEqual([{ offset, message }]);
});

test.each([
  "{{ total | money EUR }} {{ total | money currency }} {{ total | money plain currency=EUR }} {{ a | or b }} {{@last}}",
  "{{# lines | sum price times=quantity round=2 | as net }}{{ net | plus 1 }}{{/lines}}",
  "{{ a | pad 200 }} {{ a | pad 1 }} {{ a | truncate 100000 }} {{ a | number 20 }} {{ a | number 0 }} {{ a | round 20 }}",
  `{{ a | date '${"-".repeat(100)}' }}`,
  "{{ a | or 'b' | upper }} {{# status | is 'paid' }}{{/status}} {{a}} {{! a | b }}",
])("%s has no mistake", (source) => {
  expect(findExpressionMistakes(source)).toEqual([]);
});

test("the name of a format in another language is told as that of Platen", () => {
  const names = `money currency formatCurrency, number number_format formatNumber toFixed, percent percentage, date formatDate
    date_format strftime, upper upcase uppercase toUpperCase, lower downcase lowercase toLowerCase, capital capitalize, trim
    strip, lines nl2br newline_to_br, or default, plural pluralize, count length size, plus add, minus subtract, times multiply
    mul, divide divided_by, groups group_by groupby, sort sort_by, unique uniq, take limit slice, skip offset, is eq, isnt ne,
    over gt, under lt, atleast gte, atmost lte, has contains, until daysUntil days_until diff, pad padStart padLeft pad_left
    lpad rjust zfill, truncate truncatechars`;
  for (const [format, ...others] of names.split(",").map((words) => words.trim().split(/\s+/))) {
    for (const other of others) {
      const [mistake] = findExpressionMistakes(`{{ a | ${other} }}`);
      expect(mistake?.message).toBe(`Platen has no format "${other}". Did you mean "${format}"?`);
    }
  }
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

test("the first fifty mistakes are found", () => {
  expect(findExpressionMistakes("{{a|b}}".repeat(51))).toHaveLength(50);
});
