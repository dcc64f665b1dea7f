import { describe, expect, test } from "@jest/globals";
import { fillParts, markAttributes, parseMustache } from "@platen/mustache";
import fc from "fast-check";
import { chartKinds } from "./charts/draw-chart.ts";
import { fitLabels } from "./charts/fit-labels.ts";
import { widthOf } from "./charts/text-width.ts";
import { findExpressionMistakes } from "./check-expressions.ts";
import { createEvaluator } from "./create-evaluator.ts";

function fill(source: string, data: unknown, locale = "en-US") {
  const parts = parseMustache(source);
  markAttributes(parts);
  const issues: string[] = [];
  const html = fillParts(parts, data, {
    maxOutputLength: 5_000_000,
    evaluator: createEvaluator({ locale, timeZone: "UTC" }),
    onIssue: (kind, _part, pathOf) => issues.push(`${kind} ${pathOf()}`),
  });
  return { html, issues };
}

/** The texts of a chart in their order, with one kind of blank. */
const textsOf = (html: string) =>
  [...html.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text = ""]) => text.replaceAll(/[\u00A0\u202F]/g, " "));

const revenue = [
  { month: "2026-01-01", net: 1200, vat: "228.00", region: "North" },
  { month: "2026-02-01", net: 980.5, vat: 186.3, region: "South" },
  { month: "2026-03-01", net: -300, vat: 0, region: "North" },
];

describe("a chart", () => {
  test.each(chartKinds)("of the kind %s is a picture with a label, whose colours any rule of CSS overrides", (kind) => {
    const positive = revenue.slice(0, 2);
    const { html, issues } = fill(`{{ a | chart ${kind} x=month y=net width=80mm height=40mm title=t }}`, {
      a: positive,
      t: "Net <2026>",
    });
    expect(html).toMatch(
      new RegExp(`^<svg [^>]*class="chart chart-${kind}" role="img" aria-label="Net &lt;2026&gt;: 2026-01-01 1,200; `),
    );
    expect(html).toContain('viewBox="0 0 302.36 151.18" width="80mm" height="40mm"');
    expect(html).toMatch(/class="series series-1" color="#[0-9a-f]{6}" fill="currentColor"/);
    expect(html).not.toContain("style=");
    expect(issues).toEqual([]);
  });

  test.each([
    ["en-US", ["-$400", "-$200", "$0", "$200", "$400", "$600", "$800", "$1,000", "$1,200"], ["Jan", "Feb", "Mar"]],
    [
      "de-DE",
      ["-400 $", "-200 $", "0 $", "200 $", "400 $", "600 $", "800 $", "1.000 $", "1.200 $"],
      ["Jan.", "Feb.", "März"],
    ],
  ])("has numbers and dates in the language %s", (locale, numbers, months) => {
    const { html } = fill("{{ a | chart bars x=month y=net dates='MMM' currency=USD }}", { a: revenue }, locale);
    expect(textsOf(html)).toEqual([...numbers, ...months]);
  });

  test.each(["", " currency=EUR"])("shows that it rounds a number of more than 15 digits%s", (currency) => {
    const a = [{ x: "North", y: "12345678901234567890" }];
    const { html, issues } = fill(`{{ a | chart donut x=x y=y width=120mm${currency} }}`, { a });
    const [total] = textsOf(html);
    expect([total, /aria-label="([^"]*)"/.exec(html)?.[1], issues]).toEqual([
      currency === "" ? "1.235E19" : "€1.235E19",
      `Donut chart: North ${currency === "" ? "1.235E19" : "€1.235E19"}`,
      [],
    ]);
  });

  test("has at most 60 characters of a label", () => {
    const labels = [60, 61].map((length) => `${"n".repeat(length - 1)}!`);
    const { html } = fill("{{ a | chart bars x=x y=y }}", { a: labels.map((x) => ({ x, y: 1 })) });
    expect(html).toContain(`aria-label="Bar chart: ${labels[0]} 1; ${"n".repeat(60)}… 1"`);
  });

  test("adds up exactly what falls on one point", () => {
    const a = [0.1, 0.2, 0.3].map((v) => ({ x: "Q1", v, s: "all" }));
    expect(fill("{{ a | chart bars x=x y=v series=s }}", { a }).html).toContain('aria-label="Bar chart: Q1 0.6"');
  });

  test("is an address in an attribute", () => {
    const { html } = fill('<img src="{{ a | chart bars }}">', { a: [1, 2] });
    expect(html).toMatch(/^<img src="data:image&#x2F;svg\+xml,%3Csvg[^"<>]*">$/);
  });

  test("escapes each text of the data", () => {
    const name = `<script>"'&`;
    const data = { a: [{ x: name, y: 1, s: name }], t: name };
    for (const kind of chartKinds) {
      const { html } = fill(`{{ a | chart ${kind} x=x y=y series=s title=t }}{{ a | chart ${kind} x=x y=y }}`, data);
      expect(html).not.toMatch(/<script|aria-label="[^"]*"'/);
    }
  });

  test.each([
    ["bars y=y", [], ""],
    ["bars y=y", [{ y: "n/a" }, {}], ""],
    ["donut y=y", [{ y: 2 }, { y: -1 }], ""],
    ["bars", Array.from({ length: 5_001 }, () => 1), ""],
    ["bars y=y series=s", Array.from({ length: 80 }, (_item, index) => ({ y: 1, x: index, s: index })), "x=x"],
    ["bars", "no list", ""],
  ])("%s that data cannot fill is reported with its tag, and draws nothing", (format, a, more) => {
    const { html, issues } = fill(`{{ a | chart ${format} ${more} }}`, { a });
    expect(html).not.toContain("<svg");
    expect(issues).toEqual(["unformattable a"]);
  });

  test("a field or a currency that the data lack is reported by its name, and nothing is drawn", () => {
    const { html, issues } = fill("{{ a | chart bars y=missing }}{{ a | chart bars y=y currency=unknown }}", {
      a: [{ y: 1 }],
    });
    expect(html).not.toContain("<svg");
    expect(issues).toEqual(["lacking a[].missing", "lacking unknown"]);
  });

  test("a value other than a number is reported, and a gap like a missing one", () => {
    const { html, issues } = fill("{{ a | chart lines y=y }}", { a: [{ y: 1 }, { y: "1e999" }, {}, { y: 3 }] });
    expect(html.match(/<circle/g)).toHaveLength(2);
    expect(issues).toEqual(["unformattable a"]);
  });

  test("prints a text as it is where a date belongs, and reports it", () => {
    const { html, issues } = fill("{{ a | chart bars x=x y=y dates=year }}", { a: [{ x: "soon", y: 1 }] });
    expect(textsOf(html)).toContain("soon");
    expect(issues).toEqual(["unformattable a"]);
  });

  test("of any numbers has only numbers as coordinates, and is the same each time", () => {
    const value = fc.oneof(
      fc.constantFrom<unknown>(0, -0, 1e40, -1e40, "1e-40", null, "x", 5e-324, 1e15, "0.1"),
      fc.double({ noNaN: true }),
      fc.integer(),
    );
    const items = fc.array(fc.record({ x: fc.string(), y: value, s: fc.constantFrom("a", "b", "c") }));
    const format = fc
      .tuple(fc.constantFrom(...chartKinds), fc.constantFrom("", "x=x"), fc.constantFrom("", "series=s", "width=1mm"))
      .map((words) => words.join(" "));
    fc.assert(
      fc.property(items, format, fc.constantFrom("", "numbers=percent", "numbers=compact"), (a, words, numbers) => {
        const source = `{{ a | chart y=y ${words} ${numbers} }}`;
        const { html } = fill(source, { a });
        const shapes = html.replaceAll(/aria-label="[^"]*"|>[^<]*</g, "><");
        expect(shapes).not.toMatch(/NaN|Infinity|undefined|-\d+[^"]*" height="-/);
        expect(fill(source, { a }).html).toBe(html);
      }),
      { numRuns: 500 },
    );
  });

  test("of 5,000 points and of hundreds of series stays small", () => {
    const points = fill("{{ a | chart bars x=x y=y }}", { a: Array.from({ length: 5_000 }, (_, y) => ({ x: y, y })) });
    expect(points.html.length).toBeLessThan(500_000);
    const a = Array.from({ length: 500 }, (_item, s) => ({ x: 1, y: s, s: `series ${s}` }));
    const { html } = fill("{{ a | chart stacked x=x y=y series=s }}", { a });
    expect(html.match(/<text/g)?.length).toBeLessThan(50);
    expect(html).toContain(">+");
  });
});

test.each([
  ["{{ a | chart }}", '"chart" needs the argument "kind".'],
  [
    "{{ a | chart pie }}",
    'The argument "kind" of "chart" must be one of bars, stacked, grouped, lines, area, donut, spark.',
  ],
  ["{{ a | chart bars width=wide }}", undefined],
  ["{{ a | chart bars width='wide' }}", 'The argument "width" of "chart" must be a size such as 24mm.'],
  ["{{ a | chart bars numbers='roman' }}", 'The argument "numbers" of "chart" must be one of percent, compact.'],
  ["{{ a | chart bars dates='DD' }}", "has the unknown letters DD"],
  ["{{ a | chart bars z=amount }}", '"chart" does not take argument "z".'],
  ["{{ a | chart bars currency='euro' }}", 'The argument "currency" of "chart" must be a currency code such as EUR.'],
])("%s is checked when a draft is saved", (source, message) => {
  const mistakes = findExpressionMistakes(source).map((mistake) => mistake.message);
  expect(mistakes).toEqual(message === undefined ? [] : [expect.stringContaining(message)]);
});

test("labels have one line where each fits with a gap, else two, else some are cut or left out", () => {
  const shape = (labels: readonly string[], slot: number) => {
    const { lines, shown } = fitLabels(labels, slot);
    return [lines, ...shown.map(({ point, text }) => `${point} ${text.join("/")}`)];
  };
  const one = ["Nord", "Süd"];
  expect(shape(one, widthOf("Nord") + 3)).toEqual([1, "0 Nord", "1 Süd"]);
  const two = ["North a b", "South west"];
  const half = Math.max(...["North", "a b", "South", "west"].map(widthOf));
  expect(shape(two, half + 3)).toEqual([2, "0 North/a b", "1 South/west"]);
  const days = Array.from({ length: 4 }, (_, day) => `2026-01-${day + 10}`);
  const width = widthOf(days[0] ?? "");
  expect(shape(days, width + 2.9)).toEqual([1, `0 ${days[0]}`, `2 ${days[2]}`]);
  expect(shape(days, (width + 14) / 2)).toEqual([1, `0 ${days[0]}`, `2 ${days[2]}`]);
  expect(shape(days, (width + 13.9) / 3)).toEqual([1, `0 ${days[0]}`]);
  const words = Array.from({ length: 3 }, () => "Nordrheinwestfalen");
  expect([49, 48.9].map((slot) => fitLabels(words, slot).lines)).toEqual([2, 1]);
  expect(shape(["", ""], 5)).toEqual([0]);
});
