import { expect, test } from "@jest/globals";
import { createEvaluator } from "@platen/formats";
import { fillParts, parseMustache } from "@platen/mustache";
import fc from "fast-check";
import { makeTranslatable, suggestKey, translatableIn } from "./make-translatable.ts";
import type { ElementNode, Template } from "../model/nodes.ts";
import { readTemplate } from "../model/read-template.ts";
import { oddTemplates, templateTexts } from "../model/test-templates.ts";

function elementIn(template: Template, name: string): ElementNode {
  const node = template.nodes.find((one) => one.kind === "element" && one.name === name);
  if (node?.kind !== "element") throw new Error(`There is no ${name}`);
  return node;
}

test("exactly the text is replaced by the tag, and variables become placeholders", () => {
  const html = "<h1>x</h1>\r\n<p class=a>\n  Dear&nbsp;{{ customer.name }},\n  it&#39;s {{n}} {days} </p>{{x}}";
  const template = readTemplate(html);
  const element = elementIn(template, "p");
  expect(translatableIn(template, element)?.message).toBe("Dear\u00A0{customer.name}, it's {n} '{days}'");
  const edit = makeTranslatable(template, element, "letter.dear");
  expect(edit?.html).toBe("<h1>x</h1>\r\n<p class=a>\n  {{@t.letter.dear}} </p>{{x}}");
});

test("the tag has the delimiters of its place", () => {
  const template = readTemplate("{{=<% %>=}}<p>Hello <%name%></p>");
  expect(makeTranslatable(template, elementIn(template, "p"), "a")?.html).toBe("{{=<% %>=}}<p><%@t.a%></p>");
});

test.each([
  "<p>{{name}}</p>",
  "<p> </p>",
  "<p>a <b>b</b></p>",
  "<p>a {{{b}}}</p>",
  "<p>a {{ b | upper }}</p>",
  "<p>a {{@t.b}}</p>",
  "<p>{{#a}}b{{/a}}</p>",
  "<p>a {{.}}</p>",
])("%s is not made translatable as a whole", (html) => {
  const template = readTemplate(html);
  expect(makeTranslatable(template, elementIn(template, "p"), "a")).toBeUndefined();
});

test("a text that is made translatable prints as before, and nothing outside of it changes", () => {
  let made = 0;
  const words = fc.array(fc.constantFrom("'", "{ ", "}", "&lt;", "it's", " ", "\n", "{{x}}", "{{y.z}}", "#", "ü"), {
    minLength: 1,
    maxLength: 8,
  });
  const texts = fc.oneof(
    words.map((parts) => `<i>a</i><p>b${parts.join("")}</p>{{x}}`),
    templateTexts,
    fc.constantFrom(...oddTemplates),
  );
  const data = { x: "<X>", y: { z: "Z" } };
  fc.assert(
    fc.property(texts, fc.nat(), (html, at) => {
      const template = readTemplate(html);
      const elements = template.nodes.filter((node) => node.kind === "element");
      const element = elements[at % Math.max(1, elements.length)];
      const found = element && translatableIn(template, element);
      const edit = element && makeTranslatable(template, element, "key");
      if (!element || !found || !edit) return;
      made += 1;
      const { start, end } = found.range;
      const tag = edit.html.slice(start, edit.html.length - (html.length - end));
      expect(edit.html).toBe(html.slice(0, start) + tag + html.slice(end));
      expect(tag).toMatch(/^(\{\{|<%)@t\.key(\}\}|%>)$/);
      if (!html.startsWith("<i>")) return;
      const evaluator = createEvaluator({
        locale: "en",
        timeZone: "UTC",
        messages: { defaultLocale: "en", languages: { en: { key: found.message } } },
      });
      const printed = (text: string) =>
        readShown(fillParts(parseMustache(text), data, { maxOutputLength: 10_000, evaluator }));
      expect(printed(edit.html)).toBe(printed(html));
    }),
  );
  expect(made).toBeGreaterThan(20);
});

/** The text as a browser shows it. */
function readShown(html: string): string {
  const template = readTemplate(html);
  const element = elementIn(template, "p");
  return template.html
    .slice(element.open.end, element.close?.start)
    .replaceAll("&#39;", "'")
    .replaceAll("&#x3D;", "=")
    .replaceAll(/\s+/g, " ")
    .trim();
}

test("a key is suggested from the first words, and is free", () => {
  const keys = new Set(["dear-customer"]);
  expect(suggestKey("Dear {name}, customer", (key) => !keys.has(key))).toBe("dear-customer-2");
  expect(suggestKey("Zahlbar bis zum {due, date} ohne Abzug", () => true)).toBe("zahlbar-bis-zum-ohne");
  expect(suggestKey("…", () => true)).toBe("text");
});
