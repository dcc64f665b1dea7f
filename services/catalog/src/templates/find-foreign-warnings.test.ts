import { expect, test } from "@jest/globals";
import { findForeignWarnings } from "./find-foreign-warnings.ts";

test("each warning has its field, line and column", () => {
  const html = "<p>\r\n{{this.a}} {{a[0]}}\n\n\n{{else}}</p>";
  const settings = { header: "{{a}}", footer: "\n {{ b + c }}" };
  const warnings = findForeignWarnings({ html, settings });
  expect(warnings.map(({ path, line, column }) => `${path}:${line}:${column}`)).toEqual([
    "html:2:1",
    "html:2:12",
    "html:5:1",
    "settings.footer:2:2",
  ]);
  expect(warnings[0]?.message).toBe("Mustache has no {{this.a}}: write {{a}}.");
});

test("plain Mustache gives no warning", () => {
  expect(findForeignWarnings({ html: "{{#a}}{{b}}{{/a}}", settings: {} })).toEqual([]);
});
