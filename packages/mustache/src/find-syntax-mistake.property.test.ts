import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import mustache from "mustache";
import { findSyntaxMistake } from "./find-syntax-mistake.ts";
import { parseMustache } from "./parse-mustache.ts";
import { delimiterAdvice } from "./read-tag.ts";

/** Whether mustache.js accepts a text. */
function isValidMustache(text: string): boolean {
  try {
    new mustache.Writer().parse(text);
    return true;
  } catch {
    return false;
  }
}

const pieces = fc.constantFrom(
  ..."{{ }} {{{ }}} { } {{# {{^ {{/ {{& {{! {{= =}} = <% %> <%# <%/ | a b a.b x\ny".split(" "),
  " ",
  "\n",
  "\t",
  "{{#a}}",
  "{{/a}}",
  "{{^b}}",
  "{{/ b }}",
  "{{=<% %>=}}",
  "<%={{ }}=%>",
  "{{{c}}}",
  "{{! note }}",
);
const texts = fc.array(pieces, { maxLength: 14 }).map((parts) => parts.join(""));

describe("findSyntaxMistake", () => {
  test("accepts exactly the texts without partials and long delimiters that mustache.js accepts", () => {
    let accepted = 0;
    fc.assert(
      fc.property(texts, (text) => {
        const isValid = isValidMustache(text);
        if (isValid) accepted += 1;
        const mistake = findSyntaxMistake(text, { dialect: 1 });
        // mustache.js takes delimiters of any length.
        if (mistake?.message !== delimiterAdvice) expect(mistake === undefined).toBe(isValid);
      }),
      { numRuns: 4_000 },
    );
    // The property would also hold if every text were invalid.
    expect(accepted).toBeGreaterThan(200);
  });

  test("in dialect 2 the parser refuses exactly what has a mistake, at the same place", () => {
    const expressions = fc.array(
      fc.oneof(pieces, fc.constantFrom("{{#a|b}}", "{{/a|b}}", "{{#a | b 'c'}}", "'", "@x")),
      { maxLength: 10 },
    );
    fc.assert(
      fc.property(expressions, (parts) => {
        const text = parts.join("");
        const mistake = findSyntaxMistake(text);
        if (mistake?.message.includes("snippet")) return;
        if (!mistake) expect(() => parseMustache(text)).not.toThrow();
        else expect(() => parseMustache(text)).toThrow(expect.objectContaining({ reason: "syntax" }));
      }),
      { numRuns: 2_000 },
    );
  });

  test("the offset of a mistake is always inside the text", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const mistake = findSyntaxMistake(text);
        if (mistake) expect(mistake.offset).toBeLessThan(text.length);
      }),
      { numRuns: 1_000 },
    );
  });

  test.each([
    ["<p>{{cus</p>\n<p>{{customer.name}}</p>", "cus"],
    ["{{#paid <b>{{total}}</b>{{/paid}}", "paid"],
    ["{{ total\nof }}{{due}}", "total"],
    ["{{{html {{name}}}}}", "html"],
  ])("the name in %j does not take the text after it", (text, name) => {
    const message = `The tag "${name}" is not closed: write }} after the name.`;
    expect(findSyntaxMistake(text)).toEqual({ offset: text.indexOf("{{"), message });
    expect(findSyntaxMistake(text, { dialect: 1 })?.message).not.toBe(message);
  });

  test.each(["{{a < b}}", "{{a<b}}", "{{< letter }}", "{{! a\n<b> }}", "{{ a | is '<b>' }}"])("%s is whole", (text) => {
    expect(findSyntaxMistake(text)).toBeUndefined();
  });

  test("delimiters have at most sixteen characters, also for the filler", () => {
    const source = (length: number) => `a {{=${"<".repeat(length)} >>=}}`;
    expect(findSyntaxMistake(source(16))).toBeUndefined();
    expect(parseMustache(source(16))).toHaveLength(1);
    expect(findSyntaxMistake(source(17))).toEqual({ offset: 2, message: expect.stringContaining("at most 16") });
    expect(() => parseMustache(source(17))).toThrow(expect.objectContaining({ reason: "syntax", offset: 2 }));
  });
});
