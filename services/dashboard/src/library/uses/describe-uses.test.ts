import { expect, test } from "@jest/globals";
import { describeUses, staleUses } from "./describe-uses.ts";

const used = (currentVersion: number | null, isCurrent: boolean) => ({
  templateId: `tpl_${currentVersion}`,
  name: "Invoice",
  isInDraft: true,
  currentVersion,
  isCurrent,
});

test.each([
  [{ templates: [], snippets: [] }, "Not used yet."],
  [{ templates: [used(3, true)], snippets: [] }, "Used by 1 template."],
  [
    { templates: [used(3, false), used(null, true)], snippets: ["letter"] },
    "Used by 2 templates and 1 snippet. 1 published version keeps an older state.",
  ],
  [
    { templates: [used(1, false), used(2, false)], snippets: [] },
    "Used by 2 templates. 2 published versions keep an older state.",
  ],
])("the uses %j read: %s", (uses, text) => expect(describeUses(uses)).toBe(text));

test("a template is updated only if its current version uses an older state", () => {
  const templates = [used(1, false), used(2, true), used(null, true)];
  expect(staleUses({ templates }).map(({ currentVersion }) => currentVersion)).toEqual([1]);
});
