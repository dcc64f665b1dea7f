import { afterEach, expect, test } from "@jest/globals";
import { createTemplateChecks, type TemplateChecks } from "./template-checks.ts";

let checks: TemplateChecks;
afterEach(() => checks.close());

const sourceOf = (html: string) => ({ html, settings: {} });
const long = "<p>".repeat(10_000);

test.each([
  ["short", ""],
  ["long", long],
])("a %s template is refused for its mistake, and gets its warnings", async (_length, before) => {
  checks = createTemplateChecks();
  await expect(checks.refuseMistakes("a", sourceOf(`${before}\n{{#a}}`))).rejects.toMatchObject({
    code: "template.syntax_invalid",
    message: expect.stringMatching(/^html, line 2, column 1: /),
  });
  const { warnings } = await checks.warningsOf("a", sourceOf(`${before}\n{{this.a}}`));
  expect(warnings).toMatchObject([{ path: "html", line: 2, column: 1 }]);
});

test("a template whose check exceeds its limit is refused, has no warnings, and the next one is checked", async () => {
  checks = createTemplateChecks({ timeoutMs: 40 });
  const slow = sourceOf("{{=<% %>=}}<%={{ }}=%>".repeat(500_000));
  await expect(checks.refuseMistakes("a", slow)).rejects.toMatchObject({
    code: "template.syntax_invalid",
    message: "Checking the template exceeded its limit. Simplify the template, or split it.",
  });
  expect(await checks.warningsOf("a", slow)).toEqual({});
  await expect(checks.refuseMistakes("a", sourceOf(long))).resolves.toBeUndefined();
});
