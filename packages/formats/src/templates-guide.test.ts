import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { fillParts, findForeignSyntax, findSyntaxMistake, parseMustache } from "@platen/mustache";
import { findExpressionMistakes } from "./check-expressions.ts";
import { createEvaluator } from "./create-evaluator.ts";
import { formatsReference } from "./formats-reference.ts";

const root = resolve(import.meta.dirname, "../../..");
const text = readFileSync(join(root, "docs/templates.md"), "utf8");
const guide = text.slice(text.indexOf("## Your first template"), text.indexOf("## Data: Mustache"));

const blocksOf = (markdown: string, language: string) =>
  [...markdown.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms"))].map(([, block = ""]) => block);

const steps = blocksOf(guide, "mustache");
const whole = steps.at(-1) ?? "";
const [json = ""] = blocksOf(guide, "json");

function fill(data: object): string {
  const issues: string[] = [];
  const evaluator = createEvaluator({ locale: "en-GB", timeZone: "UTC" });
  const onIssue = (_kind: string, { name }: { name: string }) => void issues.push(name);
  const filled = fillParts(parseMustache(whole), data, { maxOutputLength: 100_000, evaluator, onIssue });
  expect(issues).toEqual([]);
  return filled.replaceAll(/\s+/g, " ");
}

describe("the guide's template", () => {
  test("has all the lines of its steps", () => {
    expect(steps.length).toBeGreaterThan(6);
    const lines = new Set(whole.split("\n").map((line) => line.trim()));
    for (const line of steps.flatMap((step) => step.split("\n"))) expect(lines).toContain(line.trim());
  });

  test("prints from the guide's data what the guide says, and the stamp in place of the code once it is paid", () => {
    const data = JSON.parse(json) as { status: string };
    const filled = fill(data);
    expect(filled).toContain("Issued 31 January 2026, due 14 February 2026: 14 days from then.");
    expect(filled).toMatch(/VAT 21% on €2,723\.70<\/th> <td>€571\.98/);
    expect(filled).toMatch(/VAT 9% on €74\.85<\/th> <td>€6\.74/);
    expect(filled).toMatch(/Total<\/th> <td>€3,377\.27/);
    for (const amount of guide.match(/€[\d,.]+\d/g) ?? []) {
      if (amount !== "€ 1,240.00") expect(filled).toContain(amount);
    }
    expect(filled).toMatch(/Pay here: <svg/);
    expect(filled).not.toContain("stamp");
    const paid = fill({ ...data, status: "paid" });
    expect(paid).toContain('<p class="stamp">Paid</p>');
    expect(paid).not.toContain("<svg");
  });
});

/** Tables show other languages in their first column, and in the second what to write instead. */
const cells = text
  .split("\n")
  .filter((line) => line.startsWith("|"))
  .flatMap((line) => line.split(/(?<!\\)\|/).slice(2));
const snippets = [
  ...blocksOf(text, "html"),
  ...steps,
  ...[...text.replaceAll(/^```.*?^```/gms, "").matchAll(/`([^`\n]*\{\{[^`\n]*)`/g)]
    .map(([, code = ""]) => code)
    .filter((code) => !text.split("\n").some((line) => line.startsWith("|") && line.includes(code))),
  ...cells.flatMap((cell) => [...cell.matchAll(/`([^`]*\{\{[^`]*)`/g)].map(([, code = ""]) => code)),
].map((snippet) => snippet.replaceAll(String.raw`\|`, "|"));

test("docs/formats.md has each format with its meaning and what its examples print", () => {
  expect(formatsReference()).toBe(readFileSync(join(root, "docs/formats.md"), "utf8"));
});

test("docs/templates.md has many snippets", () => {
  expect(snippets.length).toBeGreaterThan(50);
});

/** Named as what Platen does not take, or half of a section. */
const exceptions = new Set(["{{> other}}", "{{#lines}}", "{{/lines}}"]);

test.each(snippets.filter((snippet) => !exceptions.has(snippet)))(
  "the snippet %j of docs/templates.md is a template that Platen takes",
  (snippet) => {
    expect(findSyntaxMistake(snippet, { takesSnippets: true })).toBeUndefined();
    expect(findExpressionMistakes(snippet)).toEqual([]);
    expect(findForeignSyntax(snippet)).toEqual([]);
  },
);
