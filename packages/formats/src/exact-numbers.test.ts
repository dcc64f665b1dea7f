import { describe, expect, test } from "@jest/globals";
import { parseExactJson } from "@platen/contracts/exact-json";
import { fillParts, parseMustache } from "@platen/mustache";
import { createEvaluator } from "./create-evaluator.ts";
import type { MessageTable } from "./messages/messages.ts";

/** Fills a template with JSON, and lists the tags whose data are not right. */
function fill(template: string, json: string, locale = "en-US", messages?: MessageTable) {
  const issues: string[] = [];
  const evaluator = createEvaluator({
    locale,
    timeZone: "UTC",
    messages,
    onMessageIssue: ({ kind }) => void issues.push(kind),
  });
  const onIssue = (kind: string, _part: unknown, pathOf: () => string) => void issues.push(`${kind} ${pathOf()}`);
  const text = fillParts(parseMustache(template, { dialect: 2 }), parseExactJson(json), {
    maxOutputLength: 10_000,
    evaluator,
    onIssue,
  });
  return { text: text.replaceAll(/[\u00A0\u202F]/g, " "), issues };
}

const id = '{"n":12345678901234567890}';
const rate = '{"n":-0.1234567890123456789}';

describe("a number that a double would change", () => {
  test.each([
    ["{{n}} {{{n}}} {{& n }}", id, "12345678901234567890 12345678901234567890 12345678901234567890"],
    ["{{n}} <a title='{{n}}'>", rate, "-0.1234567890123456789 <a title='-0.1234567890123456789'>"],
    ["{{n}}", '{"n":1e400}', "1e400"],
    ["{{n}}", '{"n":[12345678901234567890,1]}', "12345678901234567890,1"],
    ["{{#n}}{{.}};{{/n}}", '{"n":[12345678901234567890,1e400]}', "12345678901234567890;1e400;"],
    ["{{ n | number }}", id, "12,345,678,901,234,567,890"],
    ["{{ n | number }}", rate, "-0.1234567890123456789"],
    ["{{ n | money EUR }}", '{"n":12345678901234567.895}', "€12,345,678,901,234,567.90"],
    ["{{ n | percent }}", rate, "-12.34567890123456789%"],
    ["{{ n | unit liter }}", id, "12,345,678,901,234,567,890 L"],
    ["{{ n | compact }}", id, "12,345,678.9T"],
    ["{{ n | round 3 }}", rate, "-0.123"],
    ["{{ n | abs }}", rate, "0.1234567890123456789"],
    ["{{ n | plus 1 }} {{ 1 | plus n }}", id, "12345678901234567891 12345678901234567891"],
    ["{{ n | times 10 | minus n }}", id, "111111110111111111010"],
    ["{{ n | pad 25 }}", id, "0000012345678901234567890"],
    ["{{ n | group 5 }} {{ n | upper }}", id, "12345 67890 12345 67890 12345678901234567890"],
    ["{{ n | or 'none' }}", id, "12345678901234567890"],
    ["{{# n | as a }}{{a}} {{ a | plus 1 }}{{/n}}", id, "12345678901234567890 12345678901234567891"],
    ["{{ . | get 'n' }}", id, "12345678901234567890"],
    ["{{# . | entries }}{{key}}={{value}}{{/.}}", id, "n=12345678901234567890"],
    ["{{ n | plural 'one' '# ids' }}", id, "12,345,678,901,234,567,890 ids"],
  ])("%s prints it with all digits", (template, json, text) => {
    expect(fill(template, json)).toEqual({ text, issues: [] });
  });

  test.each([
    ["{{#n}}yes{{/n}}{{^n}}no{{/n}}", "yes"],
    ["{{# n | present }}yes{{/n}}{{# n | empty }}no{{/n}}", "yes"],
    ["{{# n | is 12345678901234567890 }}yes{{/n}}", "yes"],
    ["{{# n | is '12345678901234567890' }}yes{{/n}}", "yes"],
    ["{{# n | is same }}yes{{/n}}", "yes"],
    ["{{# n | isnt 12345678901234567891 }}yes{{/n}}", "yes"],
    ["{{# n | over 12345678901234567889 }}yes{{/n}}", "yes"],
    ["{{# n | over 12345678901234567890 }}no{{/n}}{{# n | atleast 12345678901234567890 }}yes{{/n}}", "yes"],
    ["{{# n | under next }}yes{{/n}}{{# n | atmost 5 }}no{{/n}}", "yes"],
    ["{{# n | between 5 next }}yes{{/n}}", "yes"],
    ["{{# n | in list }}yes{{/n}}{{# next | in list }}no{{/next}}", "yes"],
    ["{{# list | has n }}yes{{/list}}{{# list | has next }}no{{/list}}", "yes"],
    // Beyond the limit of arithmetic, too.
    ["{{# huge | over n }}yes{{/huge}}{{# huge | is 1 }}no{{/huge}}{{# tiny | under 1 }}yes{{/tiny}}", "yesyes"],
    ["{{#huge}}yes{{/huge}}{{#tiny}}yes{{/tiny}}", "yesyes"],
  ])("%s compares it by its value", (template, text) => {
    const data = `{"n":12345678901234567890,"same":12345678901234567890.00,"next":12345678901234567891,"list":[1,12345678901234567890],"huge":1e400,"tiny":1e-400}`;
    expect(fill(template, data)).toEqual({ text, issues: [] });
  });

  test.each([
    ["{{ lines | sum a }}", "24691357802469135782"],
    ["{{ lines | sum a times=b round=2 }}", "37037036703703703674"],
    ["{{ lines | average a }}", "12345678901234567891"],
    ["{{ lines | min a }} {{ lines | max a }}", "12345678901234567890 12345678901234567892"],
    ["{{ lines | map a | join }}", "12345678901234567892, 12345678901234567890"],
    ["{{# lines | sort a }}{{a}} {{/lines}}", "12345678901234567890 12345678901234567892 "],
    ["{{# lines | where a 12345678901234567890 }}{{b}}{{/lines}}", "1"],
    ["{{# lines | except a 12345678901234567890 }}{{b}}{{/lines}}", "2"],
    ["{{ lines | unique a | count }} {{ lines | groups a | count }}", "2 2"],
    [
      "{{# lines | groups b total=a }}{{key}}: {{total}} {{/lines}}",
      "2: 12345678901234567892 1: 12345678901234567890 ",
    ],
    ["{{ ids | unique | count }}", "2"],
    ["{{# ids | sort }}{{.}} {{/ids}}", "1e-400 12345678901234567890 12345678901234567890.0 1e400 "],
  ])("%s counts it whole in lists", (template, text) => {
    const data = `{"lines":[{"a":12345678901234567892,"b":2},{"a":12345678901234567890,"b":1}],"ids":[1e400,12345678901234567890,1e-400,12345678901234567890.0]}`;
    const shown = template.includes("unique | count") ? data.replace("1e400,", "").replace("1e-400", "5") : data;
    expect(fill(template, shown)).toEqual({ text, issues: [] });
  });

  test.each([
    ["{{ n | number }}", "1e400", ["unformattable n"]],
    ["{{ n | money EUR }} {{ n | plus 1 }}", "1e400 1e400", ["unformattable n", "unformattable n"]],
    [
      "{{ n | number }}",
      "0.00000000000000000000000000000000000000000000000000000001234567890123456789",
      ["unformattable n"],
    ],
    ["{{ list | sum }}", "", ["unformattable list"]],
    ["{{# list | sort }}{{.}} {{/list}}", `5 ${"9".repeat(70)} `, ["unformattable list"]],
    ["{{# long | over 5 }}no{{/long}}", "", ["unformattable long"]],
    ["{{ n | date }}", "1e400", ["unformattable n"]],
    ["{{ list | chart bars }}", "", ["unformattable list"]],
  ])("%s reports one beyond what can be calculated, and prints it as it is", (template, text, issues) => {
    const n = text.startsWith("0.0") ? text : "1e400";
    const long = "9".repeat(70);
    const list = template.includes("sort") ? `[${long},5]` : "[1e400]";
    expect(fill(template, `{"n":${n},"long":${long},"list":${list}}`)).toEqual({ text, issues });
  });

  test("is no object: no name reaches into it, and a place in it is that of a number", () => {
    const inside = fill("{{#n}}{{text}}{{toString}}{{constructor}}{{length}}{{/n}}{{n.length}}", id);
    expect(inside.text).toBe("");
    expect(inside.issues).toEqual(
      ["text", "toString", "constructor", "length", "n.length"].map((name) => `missing ${name}`),
    );
    expect(fill("{{ n | get 'text' | or 'none' }}{{# n | entries }}yes{{/n}}", id)).toEqual({
      text: "noneyes",
      issues: ["unformattable n"],
    });
  });

  test("is whole in texts of translations, and chooses their forms by its last digits", () => {
    const messages: MessageTable = {
      defaultLocale: "ru",
      languages: { ru: { a: "{n} {n, number} {n, plural, one {# рубль} few {# рубля} other {# рублей}}" } },
    };
    const at = (n: string) => fill("{{@t.a}}", `{"n":${n}}`, "ru", messages).text;
    expect(at("12345678901234567891")).toBe(
      "12345678901234567891 12 345 678 901 234 567 891 12 345 678 901 234 567 891 рубль",
    );
    expect(at("12345678901234567892")).toContain("892 рубля");
    expect(at("12345678901234567895")).toContain("895 рублей");
    expect(fill("{{ n | plural '# рубль' '# рублей' few='# рубля' }}", '{"n":12345678901234567893}', "ru").text).toBe(
      "12 345 678 901 234 567 893 рубля",
    );
  });
});
