import { expect, test } from "@jest/globals";
import { forgetKeptWork } from "./forget-unsaved-drafts.ts";
import { createWorkKeeper } from "./unsaved-draft-storage.ts";

/** A browser's storage with room for so many characters. */
function createStorage(room = Infinity): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    clear: () => items.clear(),
    getItem: (key) => items.get(key) ?? null,
    key: (index) => [...items.keys()][index] ?? null,
    removeItem: (key) => void items.delete(key),
    setItem: (key, value) => {
      if (value.length > room) throw new DOMException("full", "QuotaExceededError");
      items.set(key, value);
    },
  };
}

const work = {
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

test("unsaved work comes back as it was kept, to its account and template alone", () => {
  const storage = createStorage();
  createWorkKeeper(storage, mine).write(work);
  expect(createWorkKeeper(storage, mine).read()).toEqual(work);
  expect(createWorkKeeper(storage, { ...mine, accountId: "acc_2" }).read()).toBeUndefined();
  expect(createWorkKeeper(storage, { ...mine, templateId: "tpl_2" }).read()).toBeUndefined();
});

test("work that the browser has no room for is said not to be kept, and leaves no older work behind", () => {
  const keeper = createWorkKeeper(createStorage(2_000), mine);
  expect(keeper.write(work)).toBe(true);
  expect(keeper.write({ ...work, source: { ...work.source, html: "x".repeat(2_000) } })).toBe(false);
  expect(keeper.read()).toBeUndefined();
});

test("what another release kept is not taken for work", () => {
  const storage = createStorage();
  createWorkKeeper(storage, mine).write(work);
  const key = storage.key(0) ?? "";
  for (const text of ["{", "{}", JSON.stringify({ ...work, source: { html: "" } })]) {
    storage.setItem(key, text);
    expect(createWorkKeeper(storage, mine).read()).toBeUndefined();
  }
});

test("signing out forgets the work on every template, and nothing else", () => {
  const storage = createStorage();
  storage.setItem("platen.editor-layout", "{}");
  createWorkKeeper(storage, mine).write(work);
  createWorkKeeper(storage, { ...mine, templateId: "tpl_2" }).write(work);
  forgetKeptWork(storage);
  expect(storage.length).toBe(1);
});
