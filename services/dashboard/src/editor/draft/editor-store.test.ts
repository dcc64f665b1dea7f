import { describe, expect, test } from "@jest/globals";
import type { TemplateSource } from "../editor-context.ts";
import { createEditorStore } from "./editor-store.ts";

const source: TemplateSource = {
  html: "<p>one</p>",
  css: "",
  settings: { format: "A4", orientation: "portrait" },
  dataSets: [
    { name: "One", json: '{ "n": 1 }' },
    { name: "Two", json: '{ "n": 2 }' },
  ],
};
const draft = { source, revision: 4 };

describe("the editor's store", () => {
  test("counts as changed what differs from what is saved, until it is undone or saved", () => {
    const store = createEditorStore({ draft, mayEdit: true });
    expect(store.getState().isChanged).toBe(false);
    store.change({ html: "<p>two</p>" });
    expect(store.getState().isChanged).toBe(true);
    store.undo();
    expect(store.getState().isChanged).toBe(false);
    store.redo();
    const sent = store.getState().history.present;
    store.change({ css: "p {}" });
    store.noteSaved({ source: sent, revision: 5 });
    expect(store.getState()).toMatchObject({ isChanged: true, revision: 5 });
    store.undo();
    expect(store.getState().isChanged).toBe(false);
  });

  test("does not take settings written in another order for a change", () => {
    const store = createEditorStore({ draft, mayEdit: true });
    store.change({ settings: { orientation: "portrait", format: "A4" } });
    expect(store.getState().isChanged).toBe(false);
  });

  test("goes on with unsaved work on the revision it was based on, and undo leads to the draft", () => {
    const store = createEditorStore({
      draft,
      unsaved: { source: { ...source, html: "mine" }, revision: 3 },
      mayEdit: true,
    });
    expect(store.getState()).toMatchObject({ isChanged: true, revision: 3 });
    store.undo();
    expect(store.getState().history.present).toEqual(source);
  });

  test("takes unsaved work that is the draft by now for saved: the next save is based on the draft", () => {
    const store = createEditorStore({ draft, unsaved: { source: { ...source }, revision: 3 }, mayEdit: true });
    expect(store.getState()).toMatchObject({ isChanged: false, revision: 4 });
  });

  test("keeps one's own version within reach of undo when theirs is taken", () => {
    const store = createEditorStore({ draft, mayEdit: true });
    store.change({ html: "mine" });
    store.adopt({ source: { ...source, html: "theirs" }, revision: 5 });
    expect(store.getState()).toMatchObject({ isChanged: false, revision: 5 });
    store.undo();
    expect(store.getState().history.present.html).toBe("mine");
    expect(store.getState().isChanged).toBe(true);
  });

  test("changes nothing for somebody who may only look", () => {
    const store = createEditorStore({ draft, mayEdit: false });
    store.change({ html: "mine" });
    expect(store.getState().history.present).toBe(source);
  });

  test("keeps the last value of data that is no JSON object any more, and only of that data set", () => {
    const store = createEditorStore({ draft, mayEdit: true });
    store.change({ dataSets: source.dataSets.with(0, { name: "One", json: '{ "n": 3 }' }) });
    const { value } = store.getState().dataSet;
    store.change({ html: "other" });
    expect(store.getState().dataSet.value).toBe(value);
    store.change({ dataSets: source.dataSets.with(0, { name: "One", json: '{ "n": ' }) });
    expect(store.getState().dataSet.value).toEqual({ n: 3 });
    store.selectDataSet(1);
    expect(store.getState().dataSet).toEqual({ index: 1, name: "Two", value: { n: 2 } });
    store.change({ dataSets: source.dataSets.slice(0, 1) });
    expect(store.getState().dataSet).toEqual({ index: 0, name: "One", value: { n: 1 } });
  });
});
