import { expect, test } from "@jest/globals";
import { changedParts, type Source } from "./changed-parts.ts";

const source: Source = {
  html: "<p></p>",
  css: "",
  settings: { format: "A4", header: "<b></b>" },
  dataSets: [
    { name: "One", json: "{}" },
    { name: "Two", json: '{"a":1}' },
  ],
};

const labelsBetween = (before: Source, after: Source) => changedParts(before, after).map(({ label }) => label);

test("a source does not differ from itself", () => {
  expect(changedParts(source, structuredClone(source))).toEqual([]);
});

test("each differing part is listed with both texts", () => {
  const after: Source = {
    html: "<p>1</p>",
    css: "p {}",
    settings: { format: "A5", footer: "<i></i>" },
    dataSets: [{ name: "Two", json: '{"a": 1}' }],
  };
  expect(labelsBetween(source, after)).toEqual([
    "HTML",
    "CSS",
    "Footer",
    "Settings",
    "Data “Two”",
    "Header",
    "Data “One”",
  ]);
  expect(changedParts(source, after)).toContainEqual({ id: "footer", label: "Footer", before: "", after: "<i></i>" });
});

test("a change of white space is a change", () => {
  expect(labelsBetween(source, { ...source, html: "<p></p>\r\n" })).toEqual(["HTML"]);
});
