import { describe, expect, test } from "@jest/globals";
import type { TemplateSource } from "../template-source.ts";
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
  test("is changed while the source differs from the saved one", () => {
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

  test("ignores the order of settings when it looks for changes", () => {
    const store = createEditorStore({ draft, mayEdit: true });
    store.change({ settings: { orientation: "portrait", format: "A4" } });
    expect(store.getState().isChanged).toBe(false);
  });

  test("continues unsaved edits on the revision they are based on, and undo leads back to the draft", () => {
    const store = createEditorStore({
      draft,
      unsaved: { source: { ...source, html: "mine" }, revision: 3 },
      mayEdit: true,
    });
    expect(store.getState()).toMatchObject({ isChanged: true, revision: 3 });
    store.undo();
    expect(store.getState().history.present).toEqual(source);
  });

  test("treats unsaved edits that equal the draft as saved, so that the next save is based on the draft", () => {
    const store = createEditorStore({ draft, unsaved: { source: { ...source }, revision: 3 }, mayEdit: true });
    expect(store.getState()).toMatchObject({ isChanged: false, revision: 4 });
  });

  test("keeps my version within reach of undo after taking theirs", () => {
    const store = createEditorStore({ draft, mayEdit: true });
    store.change({ html: "mine" });
    store.adopt({ source: { ...source, html: "theirs" }, revision: 5 });
    expect(store.getState()).toMatchObject({ isChanged: false, revision: 5 });
    store.undo();
    expect(store.getState().history.present.html).toBe("mine");
    expect(store.getState().isChanged).toBe(true);
  });

  test("changes nothing for a viewer", () => {
    const store = createEditorStore({ draft, mayEdit: false });
    store.change({ html: "mine" });
    expect(store.getState().history.present).toBe(source);
  });

  test("keeps the last valid value while a data set's text is not a JSON object, for that data set only", () => {
    const store = createEditorStore({ draft, mayEdit: true });
    store.change({ dataSets: source.dataSets.with(0, { name: "One", json: '{ "n": 3 }' }) });
    const { value } = store.getState().dataSet;
    store.change({ html: "other" });
    expect(store.getState().dataSet.value).toBe(value);
    store.change({ dataSets: source.dataSets.with(0, { name: "One", json: '{ "n": ' }) });
    expect(store.getState().dataSet.value).toEqual({ n: 3 });
    store.selectDataSet(1);
    expect(store.getState().dataSet).toMatchObject({ index: 1, name: "Two", value: { n: 2 } });
    store.change({ dataSets: source.dataSets.slice(0, 1) });
    expect(store.getState().dataSet).toMatchObject({ index: 0, name: "One", value: { n: 1 } });
  });

  test("takes settings with equal lists for the same, and with other lists for changed", () => {
    const withFields = (...names: string[]) => ({ calculated: names.map((name) => ({ name, formula: "1" })) });
    const saved = { ...draft, source: { ...source, settings: withFields("a", "b") } };
    const store = createEditorStore({ draft: saved, mayEdit: true });
    store.change({ settings: withFields("b", "a") });
    expect(store.getState().isChanged).toBe(true);
    store.change({ settings: withFields("a", "b") });
    expect(store.getState().isChanged).toBe(false);
  });

  test("calculates fields from the selected data set, again only after a change of the data or the fields", () => {
    const store = createEditorStore({ draft, mayEdit: true });
    const calculated = () => store.getState().dataSet.calculated;
    store.change({ settings: { calculated: [{ name: "twice", formula: "2 × n" }] } });
    const first = calculated();
    expect(first?.filled).toEqual({ n: 1, twice: 2 });
    store.change({ html: "other", settings: { ...store.getState().history.present.settings, format: "A5" } });
    expect(calculated()).toBe(first);
    store.selectDataSet(1);
    expect(calculated()?.filled).toEqual({ n: 2, twice: 4 });
    store.change({ settings: { calculated: [{ name: "twice", formula: "2 × m" }] } });
    expect(calculated()?.filled).toEqual({ n: 2, twice: null });
    expect([...(calculated()?.notes.keys() ?? [])]).toEqual(["twice"]);
    store.change({ settings: {} });
    expect(calculated()?.filled).toBe(store.getState().dataSet.value);
  });
});
