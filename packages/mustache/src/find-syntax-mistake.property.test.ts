import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import mustache from "mustache";
import { findSyntaxMistake } from "./find-syntax-mistake.ts";

/** Whether mustache.js itself takes a text. */
function isTakenByMustache(text: string): boolean {
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
  test("takes exactly what mustache.js takes, where there are no partials", () => {
    let taken = 0;
    fc.assert(
      fc.property(texts, (text) => {
        const isTaken = isTakenByMustache(text);
        if (isTaken) taken += 1;
        expect(findSyntaxMistake(text) === undefined).toBe(isTaken);
      }),
      { numRuns: 20_000 },
    );
    // The property would hold for texts that are all refused, too.
    expect(taken).toBeGreaterThan(1_000);
  });

  test("a mistake is always at a place inside the text", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const mistake = findSyntaxMistake(text);
        if (mistake) expect(mistake.offset).toBeLessThan(text.length);
      }),
      { numRuns: 5_000 },
    );
  });

  test("reads a megabyte of hostile text in linear time", () => {
    const hostile = [
      `{{${" ".repeat(1_000_000)}`,
      "{{".repeat(500_000),
      "{{#a}}".repeat(160_000),
      "{{=".repeat(300_000),
    ];
    const startedAt = performance.now();
    for (const text of hostile) expect(findSyntaxMistake(text)).toBeDefined();
    // A search that goes back over the text takes minutes.
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });
});
