import { expect, test } from "@jest/globals";
import { issueMessage } from "../issue-message.ts";
import { backgroundBody, generateBody } from "./document.ts";

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

test.each<[string, object, string | undefined]>([
  ["texts of its own", { customer: "c_81", "a b": "" }, undefined],
  ["16 keys", Object.fromEntries(Array.from({ length: 16 }, (_, index) => [`k${index}`, "v"])), undefined],
  [
    "17 keys",
    Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`k${index}`, "v"])),
    "must have at most 16 keys",
  ],
  ["2,049 bytes", { k: "é".repeat(1_021) }, "must have at most 2048 bytes as JSON"],
  ["a number", { k: 1 }, "must be an object whose values are texts without NUL characters"],
  ["a NUL character", { k: "a\0" }, "must be an object whose values are texts without NUL characters"],
])("a document may be noted with %s, or is refused with the limit", (_what, metadata, refusal) => {
  const body = { templateId: "tpl_1", data: {}, metadata };
  const { error } = backgroundBody.safeParse(body, { error: issueMessage });
  expect(error?.issues.map(({ message }) => message)).toEqual(refusal === undefined ? undefined : [refusal]);
});

test("a document without a wait is always kept, so it takes `expiresIn` alone, and no `store` or `check`", () => {
  const body = { templateId: "tpl_1", data: {} };
  expect(backgroundBody.safeParse({ ...body, expiresIn: 3_600 }).success).toBe(true);
  for (const field of [
    { store: true },
    { check: "only" },
    { notBefore: "2999-01-01T00:00:00Z" },
    { notBefore: "soon" },
  ])
    expect([field, backgroundBody.safeParse({ ...body, ...field }).success]).toEqual([field, false]);
});
