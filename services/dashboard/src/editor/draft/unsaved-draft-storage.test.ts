import { expect, test } from "@jest/globals";
import { forgetUnsavedDrafts } from "../../api/forget-unsaved-drafts.ts";
import { createBrowserStorage } from "../../testing/browser-storage.ts";
import { createUnsavedDraftStorage } from "./unsaved-draft-storage.ts";

const draft = {
  keptAt: 1,
  revision: 3,
  source: {
    html: "<p>\u{1F642}\r\n{{a}}</p>",
    css: "p {}",
    settings: { format: "A4" as const, margin: { top: "1cm" }, header: "<b></b>" },
    dataSets: [{ name: "One", json: '{ "not": closed' }],
  },
};
const mine = { accountId: "acc_1", templateId: "tpl_1" };

test("an unsaved draft comes back unchanged, and only to its account and template", () => {
  const browserStorage = createBrowserStorage();
  createUnsavedDraftStorage(browserStorage, mine).write(draft);
  expect(createUnsavedDraftStorage(browserStorage, mine).read()).toEqual(draft);
  expect(createUnsavedDraftStorage(browserStorage, { ...mine, accountId: "acc_2" }).read()).toBeUndefined();
  expect(createUnsavedDraftStorage(browserStorage, { ...mine, templateId: "tpl_2" }).read()).toBeUndefined();
});

test("a draft that does not fit is reported, and leaves no older draft behind", () => {
  const storage = createUnsavedDraftStorage(createBrowserStorage(2_000), mine);
  expect(storage.write(draft)).toBe(true);
  expect(storage.write({ ...draft, source: { ...draft.source, html: "x".repeat(2_000) } })).toBe(false);
  expect(storage.read()).toBeUndefined();
});

test("a draft that another release stored in another form is ignored", () => {
  const browserStorage = createBrowserStorage();
  createUnsavedDraftStorage(browserStorage, mine).write(draft);
  const key = browserStorage.key(0) ?? "";
  for (const text of ["{", "{}", JSON.stringify({ ...draft, source: { html: "" } })]) {
    browserStorage.setItem(key, text);
    expect(createUnsavedDraftStorage(browserStorage, mine).read()).toBeUndefined();
  }
});

test("signing out removes the unsaved drafts of all templates, and nothing else", () => {
  const browserStorage = createBrowserStorage();
  browserStorage.setItem("platen.editor-layout", "{}");
  createUnsavedDraftStorage(browserStorage, mine).write(draft);
  createUnsavedDraftStorage(browserStorage, { ...mine, templateId: "tpl_2" }).write(draft);
  forgetUnsavedDrafts(browserStorage);
  expect(browserStorage.length).toBe(1);
});
