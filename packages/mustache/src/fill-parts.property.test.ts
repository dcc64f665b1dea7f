import { expect, test } from "@jest/globals";
import { proofOr } from "@platen/testing";
import fc from "fast-check";
import Mustache from "mustache";
import { fillParts } from "./fill-parts.ts";
import { parseMustache } from "./parse-mustache.ts";

const names = fc.constantFrom("a", "b", "c", "a.b", "b.c", ".", "a.0", "a.length", "b-c", "d e");
const text = fc.constantFrom("x", " ", "\n", "<p>", "  ", "\r\n", "é");

const { template } = fc.letrec<{ template: string; piece: string }>((tie) => ({
  template: fc.array(tie("piece"), { maxLength: 6 }).map((pieces) => pieces.join("")),
  piece: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    text,
    names.map((name) => `{{${name}}}`),
    names.map((name) => `{{{${name}}}}`),
    names.map((name) => `{{&${name}}}`),
    fc.constantFrom("{{! said }}", "{{! a | b }}", "\n{{! alone }}\n", "{{> other }}"),
    names.map((name) => `{{=<% %>=}}<%${name}%>{{${name}}}<%&${name}%><%={{ }}=%>`),
    fc.tuple(names, tie("template")).map(([name, inner]) => `{{#${name}}}${inner}{{/${name}}}`),
    fc.tuple(names, tie("template")).map(([name, inner]) => `{{^${name}}}${inner}{{/${name}}}`),
  ),
}));

const { data } = fc.letrec<{ data: unknown; value: unknown }>((tie) => ({
  data: fc.dictionary(fc.constantFrom("a", "b", "c", "b-c", "d e"), tie("value"), {
    maxKeys: 3,
    noNullPrototype: true,
  }),
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom<unknown>("", "text", `<&"'/\`=>`, 0, 1, 2.5, true, false, null),
    tie("data"),
    // mustache.js throws for a null in a list; this package prints nothing.
    fc.array(
      tie("value").filter((value) => value !== null),
      { maxLength: 3 },
    ),
  ),
}));

test("a template is filled exactly as mustache.js fills it", () => {
  fc.assert(
    fc.property(template, data, (source, values) => {
      const ours = fillParts(parseMustache(source), values, { maxOutputLength: 1_000_000 });
      expect(ours).toBe(Mustache.render(source, values));
      const old = fillParts(parseMustache(source, { dialect: 1 }), values, { maxOutputLength: 1_000_000 });
      expect(old).toBe(ours);
    }),
    { numRuns: proofOr(10_000, 2_000) },
  );
});

test("a null in a list prints nothing", () => {
  const filled = fillParts(parseMustache("{{#a}}[{{b}}{{.}}]{{/a}}"), { a: [null, 1] }, { maxOutputLength: 100 });
  expect(filled).toBe("[][1]");
});
