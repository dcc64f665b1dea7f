import { describe, expect, test } from "@jest/globals";
import { pathsOfAll } from "./data-paths.ts";
import type { FieldReaders } from "./field-references.ts";
import { renameField } from "./rename-field.ts";

const order = {
  number: "2031",
  customer: { name: "Ada", address: { city: "Delft" } },
  lines: [{ name: "Oak", price: 2, tags: ["a"], parts: [{ name: "leg" }] }],
};

function rename(
  field: string,
  name: string,
  given: Partial<FieldReaders> & { html?: string },
  data: unknown[] = [order],
) {
  const { html = "", ...readers } = given;
  const whole: FieldReaders = {
    texts: { html, header: "", footer: "" },
    calculated: [],
    messages: {},
    sharedMessages: {},
    snippets: [],
    ...readers,
  };
  const names = Object.fromEntries(whole.calculated.map((one) => [one.name, null]));
  const filled = data.map((one) => Object.assign({}, names, one));
  return renameField(whole, { paths: pathsOfAll(filled), data: filled }, field.split("."), name);
}

/** The HTML after the field is renamed. */
function htmlAfter(field: string, name: string, html: string, data?: unknown[]): string {
  const renamed = rename(field, name, { html }, data);
  return renamed.refusal === undefined ? renamed.texts.html : `refused: ${renamed.refusal}`;
}

describe("a renamed field has its new name", () => {
  test.each([
    [
      "in tags of every kind",
      "number",
      "{{number}} {{{ number }}} {{&number}} {{# number }}a{{/ number }}{{^number}}b{{/number}}",
    ],
    ["with its formats, whose arguments may read it", "number", "{{ number | money currency=number | or number }}"],
    ["as an object in longer names", "customer", "{{customer.name}}{{#customer}}{{name}}{{address.city}}{{/customer}}"],
    [
      "in an object, inside and outside of its section",
      "customer.name",
      "{{customer.name}}{{#customer}}{{name}}{{/customer}}",
    ],
    [
      "in the items of a list, also as a field of formats",
      "lines.*.price",
      "{{#lines | sort price | where 'price' 2}}{{price}}{{/lines}}{{lines | sum price times=price}}",
    ],
    [
      "as a list, whose section is closed by its subject",
      "lines",
      "{{#lines | sort name}}{{name}}{{/lines}}{{lines.length}}",
    ],
    ["where the data have only its beginning", "customer", "{{customer.phone}}"],
    ["in other delimiters", "number", "{{=<% %>=}}<% number %>"],
    ["by the format get", "customer.name", "{{ customer | get 'name' }}"],
    ["in a section that only asks", "number", "{{#number | is '1'}}{{number}}{{/number}}"],
    [
      "in the items of groups",
      "lines.*.price",
      "{{#lines | groups name total=price}}{{key}}{{#items}}{{price}}{{/items}}{{/lines}}",
    ],
    ["in the items of a list inside of a list", "lines.*.parts", "{{#lines}}{{#parts}}{{name}}{{/parts}}{{/lines}}"],
  ])("%s", (_where, field, html) => {
    const old = field.split(".").at(-1) ?? "";
    const steps = html.replaceAll(new RegExp(`\\b${old}\\b`, "g"), "other");
    expect(htmlAfter(field, "other", html)).toBe(steps);
  });

  test("and others of the same name keep theirs", () => {
    const html = "{{#lines}}{{name}}{{#parts}}{{name}}{{/parts}}{{/lines}}{{customer.name}}{{name}}";
    expect(htmlAfter("lines.*.name", "item", html)).toBe(html.replace("{{name}}", "{{item}}"));
  });

  test("in formulas, in and outside of sums, with brackets where it needs them", () => {
    const calculated = [
      { name: "net", formula: "sum(lines, price × rate) + price" },
      { name: "rate", formula: "customer.name" },
    ];
    const after = rename("lines.*.price", "unit-price", { calculated });
    expect(after).toMatchObject({
      calculated: [{ name: "net", formula: "sum(lines, [unit-price] × rate) + price" }, calculated[1]],
    });
    expect(rename("rate", "share", { calculated })).toMatchObject({
      calculated: [
        { name: "net", formula: "sum(lines, price × share) + price" },
        { name: "share", formula: "customer.name" },
      ],
    });
  });

  test("in header and footer, and in the template's texts where a tag prints them", () => {
    const renamed = rename("customer.name", "fullName", {
      texts: { html: "{{@t.dear}}", header: "{{customer.name}}", footer: "{{#customer}}{{name}}{{/customer}}" },
      messages: {
        en: {
          dear: "Dear {customer.name}, {n, plural, one {name} other {{customer.name}}}",
          unused: "{customer.name}",
        },
      },
    });
    expect(renamed).toMatchObject({
      texts: { header: "{{customer.fullName}}", footer: "{{#customer}}{{fullName}}{{/customer}}" },
      messages: {
        en: {
          dear: "Dear {customer.fullName}, {n, plural, one {name} other {{customer.fullName}}}",
          unused: "{customer.name}",
        },
      },
      count: 4,
    });
  });
});

describe("a field is not renamed", () => {
  test.each([
    ["number", "customer", "{{number}}", "There is a field customer already."],
    ["number", "a b", "", "Use letters, digits, - and _"],
    ["number", "true", "", "Use letters, digits, - and _"],
    ["number", "price", "{{#lines}}{{number}}{{/lines}}", "“price” would mean another field in the body, line 1."],
    [
      "number",
      "key",
      "\n{{#lines | groups name}}{{number}}{{/lines}}",
      "“key” would mean another field in the body, line 2.",
    ],
    [
      "lines.*.price",
      "cost",
      "{{#lines | chunk 2}}{{price}}{{/lines}}",
      "“price” in the body, line 1 may mean another field too.",
    ],
  ])("from %s to %s for %j", (field, name, html, refusal) => {
    expect(htmlAfter(field, name, html)).toContain(refusal);
  });

  test("where items that lack it show one of the same name around them", () => {
    const data = [{ note: "all", lines: [{ note: "one" }, { a: 1 }] }];
    const html = "{{#lines}}{{note}}{{/lines}}";
    expect(htmlAfter("note", "remark", html, data)).toContain("“note” in the body, line 1 may mean another field too.");
    expect(htmlAfter("lines.*.note", "remark", html, data)).toContain("may mean another field too.");
    expect(htmlAfter("note", "remark", html, [{ note: "all", lines: [{ note: "one" }] }])).toBe(html);
  });

  test("that a snippet or a text of the project reads", () => {
    const snippets = [{ name: "sign", html: "{{customer.name}}", css: "" }];
    const html = "{{> sign }}{{number}}";
    expect(rename("customer", "buyer", { html, snippets })).toEqual({
      refusal: "The snippet “sign” reads the field, and other templates use it too. Change it there first.",
    });
    expect(rename("number", "no", { html, snippets })).toMatchObject({ texts: { html: "{{> sign }}{{no}}" } });
    expect(rename("number", "no", { html: "{{@t.a}}", sharedMessages: { de: { a: "Nr. {number}" } } })).toEqual({
      refusal: "The text a (de) reads the field, and other templates use it too. Change it there first.",
    });
  });
});

test("a field that several data sets have is renamed by what any of them say", () => {
  const html = "{{#lines}}{{unit.price}}{{/lines}}";
  expect(htmlAfter("lines.*.unit", "piece", html, [{ lines: [] }, { lines: [{ unit: { price: 1 } }] }])).toBe(
    "{{#lines}}{{piece.price}}{{/lines}}",
  );
});
