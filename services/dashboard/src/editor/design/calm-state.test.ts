import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { createEditorStore, type EditorStore } from "../draft/editor-store.ts";
import { createCalmState } from "./calm-state.ts";

const long = "x".repeat(30_000);
let store: EditorStore;
let calm: ReturnType<typeof createCalmState>;
let isTyping: boolean;
let stop: () => void;

const shown = () => calm.getState().history.present.html.slice(long.length);

beforeEach(() => {
  jest.useFakeTimers();
  isTyping = true;
  const source = { html: long, css: "", settings: {}, dataSets: [{ name: "One", json: "{}" }] };
  store = createEditorStore({ draft: { source, revision: 1 }, mayEdit: true });
  calm = createCalmState(store, () => isTyping);
  stop = calm.start();
});

afterEach(() => {
  stop();
  jest.useRealTimers();
});

test("a long document waits for a pause while the author types in another view", () => {
  store.change({ html: `${long}a` });
  jest.advanceTimersByTime(200);
  store.change({ html: `${long}ab` });
  jest.advanceTimersByTime(200);
  expect(shown()).toBe("");
  jest.advanceTimersByTime(100);
  expect(shown()).toBe("ab");
});

test("edits of the document itself, short documents and other changes are shown at once", () => {
  isTyping = false;
  store.change({ html: `${long}a` });
  expect(shown()).toBe("a");
  isTyping = true;
  store.chooseLocale("de");
  expect(calm.getState().locale).toBe("de");
  store.change({ html: "short" });
  expect(calm.getState().history.present.html).toBe("short");
});

test("the waiting ends when the view is used, and nothing comes after the view is closed", () => {
  store.change({ html: `${long}a` });
  calm.settle();
  expect(shown()).toBe("a");
  store.change({ html: `${long}b` });
  stop();
  jest.advanceTimersByTime(1_000);
  expect(shown()).toBe("a");
});
