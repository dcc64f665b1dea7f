import { expect, test } from "@jest/globals";
import { findUnrepeatedHeads } from "./find-unrepeated-heads.ts";

const find = (html: string, css: string) => findUnrepeatedHeads({ html, css, settings: {}, dataSets: [] });

test.each([
  ["", "p { } thead { color: red; display: table-row-group }", { part: "css", offset: 6 }],
  ["<style>table > thead tr, b { display:block }</style>", "", { part: "html", offset: 15 }],
  ["", "@media print { thead { display: table-header-group; } }", undefined],
  ["<thead><tr style='display: flex'>", "thead th { color: red } p { display: block }", undefined],
])("the rule that keeps head rows from being repeated is found: %s %s", (html, css, position) => {
  expect(find(html, css)).toEqual(position);
});
