import { afterEach, expect, test } from "@jest/globals";
import { createTemplateChecks, type TemplateChecks } from "./template-checks.ts";

const accountOf = async (projectId: string) => `acc_${projectId}`;
let checks: TemplateChecks;
afterEach(() => checks.close());

const sourceOf = (html: string) => ({ html, settings: {} });
const long = "<p>".repeat(10_000);

test.each([
  ["short", ""],
  ["long", long],
])("the mistakes and warnings of a %s template are found", async (_length, before) => {
  checks = createTemplateChecks({ accountOf });
  const { mistakes } = await checks.compose("a", sourceOf(`${before}\n{{#a}}`));
  expect(mistakes).toMatchObject([{ path: "html", line: 2, column: 1 }]);
  const { warnings } = await checks.warningsOf("a", sourceOf(`${before}\n{{this.a}}`));
  expect(warnings).toMatchObject([{ path: "html", line: 2, column: 1 }]);
});

test("a template whose check exceeds its limit is refused, has no warnings, and the next one is checked", async () => {
  checks = createTemplateChecks({ accountOf, timeoutMs: 40 });
  const slow = sourceOf("{{=<% %>=}}<%={{ }}=%>".repeat(500_000));
  await expect(checks.compose("a", slow)).rejects.toMatchObject({
    code: "template.syntax_invalid",
    message: "Checking the template exceeded its limit. Simplify the template, or split it.",
  });
  expect(await checks.warningsOf("a", slow)).toEqual({});
  expect((await checks.compose("a", sourceOf(long))).mistakes).toEqual([]);
});

test("a short template that snippets make long is composed in a process, up to its limits", async () => {
  checks = createTemplateChecks({ accountOf });
  const text = "word ".repeat(1_000);
  const snippets = [
    { name: "page", html: text, css: "" },
    { name: "book", html: "{{> page }}".repeat(150), css: "" },
    { name: "shelf", html: "{{> book }}".repeat(150), css: "" },
  ];
  const compose = (html: string) => checks.compose("a", { ...sourceOf(html), library: { snippets, snippetNames: [] } });
  expect((await compose("{{> book }}")).source.html).toBe(text.repeat(150));
  expect((await compose("{{> shelf }}")).mistakes).toMatchObject([
    { path: "snippets.page.html", line: 1, column: 1, message: expect.stringContaining("exceeds 1,000,000") },
  ]);
});

test("an account that has several projects leaves a process to the checks of others", async () => {
  checks = createTemplateChecks({ accountOf: async (projectId) => (projectId === "other" ? "acc_2" : "acc_1") });
  const slow = sourceOf("{{=<% %>=}}<%={{ }}=%>".repeat(500_000));
  const ended: string[] = [];
  const ofOne = Promise.allSettled(
    ["a", "b", "c"].map((project) => checks.warningsOf(project, slow).then(() => ended.push(project))),
  );
  await checks.compose("other", sourceOf(long));
  expect(ended).toEqual([]);
  await checks.close();
  await ofOne;
});
