import { expect, test } from "@jest/globals";
import { headerOrFooter } from "../edits/palette.ts";
import { readTemplate } from "./read-template.ts";
import { stripTexts } from "./strip-texts.ts";

function textsOf(html: string): string[] {
  return stripTexts(readTemplate(html)).map(({ open, close }) => html.slice(open.end, close?.start));
}

test("the texts of a footer are its columns, also the empty ones", () => {
  expect(textsOf(headerOrFooter("nothing", { text: "{{company}}" }, "page of pages"))).toEqual([
    "",
    "{{company}}",
    'Page <span class="pageNumber"></span> of <span class="totalPages"></span>',
  ]);
});

test("a value of the page belongs to the text around it, and is no text by itself", () => {
  expect(textsOf('<div>\n  <span class="pageNumber small"></span>\n</div>')).toEqual([
    '\n  <span class="pageNumber small"></span>\n',
  ]);
  expect(textsOf('<span class="date"></span>')).toEqual([]);
});

test("a table is edited cell by cell, also in a section, and a sentence as a whole", () => {
  expect(textsOf("<table><tr>{{#a}}<td>One <b>two</b></td>{{/a}}<td>three</td></tr></table>")).toEqual([
    "One <b>two</b>",
    "three",
  ]);
});
