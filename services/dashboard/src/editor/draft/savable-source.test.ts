import { expect, test } from "@jest/globals";
import { savableSource } from "./savable-source.ts";

const saved = {
  html: "<p>one</p>",
  css: "",
  settings: {},
  dataSets: [
    { name: "One", json: "{}" },
    { name: "Two", json: '{ "n": 2 }' },
  ],
};

test("a data set with a mistake stays as it was saved, and all other work is saved", () => {
  const dataSets = [
    { name: "One", json: '{ "n": 1 }' },
    { name: "Two", json: '{\n  "n": }' },
    { name: "New", json: "[" },
  ];
  const { source, mistake } = savableSource({ ...saved, html: "<p>two</p>", dataSets }, saved);
  expect(source).toEqual({ ...saved, html: "<p>two</p>", dataSets: [dataSets[0], saved.dataSets[1]] });
  expect(mistake).toMatchObject({ position: { part: "data", offset: 9 }, dataSetIndex: 1, isRestSaved: true });
  expect(mistake?.message).toMatch(/^Data set “Two”, line 2: /);
});

test("a template keeps its saved data sets while none of the new ones is a JSON object", () => {
  const dataSets = [{ name: "Other", json: "{" }];
  expect(savableSource({ ...saved, dataSets }, saved).source).toEqual(saved);
});

test("a source without mistakes in its data is saved as it is", () => {
  expect(savableSource(saved, saved)).toEqual({ source: saved, mistake: undefined });
});
