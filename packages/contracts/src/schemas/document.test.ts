import { expect, test } from "@jest/globals";
import { issueMessage } from "../issue-message.ts";
import { generateBody } from "./document.ts";

test.each([
  [{ templateId: "tpl_1", data: {} }],
  [{ templateId: "tpl_1", data: {}, version: 2, options: { format: "A5" }, check: "only" }],
  [{ html: "<p>{{x}}" }],
  [{ html: "<p>{{x}}", data: {}, css: "p {}", settings: { format: "A5" }, options: {}, filename: "a.pdf" }],
])("a request may be %j", (body) => {
  expect(generateBody.parse(body)).toEqual(body);
});

test.each<[object, Record<string, string>]>([
  [
    { data: {} },
    { templateId: "is missing: send `templateId` and `data` for a template, or `html` for HTML of your own" },
  ],
  [
    { html: "<p>", templateId: "tpl_1", data: {} },
    { templateId: "cannot be sent together with `html`: send one of the two" },
  ],
  [{ html: "<p>", version: 1 }, { version: "cannot be sent with `html`, which has no versions" }],
  [{ html: "" }, { html: "must not be empty" }],
  [{ templateId: "tpl_1" }, { data: "is required with `templateId`" }],
  [
    { templateId: "tpl_1", data: {}, css: "", settings: {} },
    {
      css: "can be sent only with `html`: a template has its own CSS",
      settings: "can be sent only with `html`: send `options` to override the settings of a template",
    },
  ],
])("the request %j is refused with the field and the way to fix it", (body, refusals) => {
  const { error } = generateBody.safeParse(body, { error: issueMessage });
  expect(Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join("."), message]))).toEqual(
    refusals,
  );
});
