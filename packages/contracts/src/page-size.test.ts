import { expect, test } from "@jest/globals";
import { findForeignPageSizes, withLengthsOfPages } from "./page-size.ts";

const valuesIn = (text: string, kind: "css" | "html" = "css") =>
  findForeignPageSizes(text, kind).map(({ value }) => value);

test.each([
  "A4",
  "a4 landscape",
  "portrait JIS-B5",
  "landscape",
  "auto",
  "80mm 200mm",
  "80mm",
  "8.5in 11in",
  ".5in 3e2px",
  "0 0",
  "LETTER !important",
  "calc(80mm + 1in) 5cm",
  "inherit",
])("CSS knows the size %s", (size) => {
  expect(valuesIn(`p { color: red } @page :first { margin: 0; size: ${size}; } @page { size: ${size} }`)).toEqual([]);
});

test.each([
  ["80mm auto"],
  ["auto 80mm"],
  ["80mm landscape"],
  ["210 297"],
  ["210mm 297mm 3mm"],
  ["A4 A5"],
  ["portrait landscape"],
  ["-80mm 20mm"],
  ["50% 50%"],
  ["80mn"],
  ["receipt"],
])("CSS does not know the size %s, and no paper has this name", (size) => {
  const css = `@page { size: ${size}; margin: 0 }`;
  expect(findForeignPageSizes(css, "css")).toEqual([
    { start: css.indexOf(size), end: css.indexOf(size) + size.length, value: size, lengths: undefined },
  ]);
});

test.each([
  ["@page { size: A6 }", "@page { size: 105mm 148mm }"],
  ["@page{size:tabloid landscape!important}", "@page{size:17in 11in!important}"],
  ["@PAGE label :first { margin: 0; SIZE : landscape A7 ; }", "@PAGE label :first { margin: 0; SIZE : 105mm 74mm ; }"],
  [
    "@page { @top-left { content: '}'; size: A6 } size: A6 }",
    "@page { @top-left { content: '}'; size: A6 } size: 105mm 148mm }",
  ],
  ["@page { /* { */ size: /* paper */ DL", "@page { /* { */ size: /* paper */ 110mm 220mm"],
  [
    "@media print { @page { size: A6 } @page x { size: C6 } }",
    "@media print { @page { size: 105mm 148mm } @page x { size: 114mm 162mm } }",
  ],
  ["@page { size: A4; size: A6 }", "@page { size: A4; size: 105mm 148mm }"],
])("standard papers get their lengths: %s", (css, expected) => {
  expect(withLengthsOfPages(css, findForeignPageSizes(css, "css"))).toBe(expected);
});

test("a size beside one that CSS knows is no mistake", () => {
  expect(valuesIn("@page { size: 80mm 200mm; size: 80mm auto }")).toEqual([]);
  expect(valuesIn("@page { size: A4 } @page { size: 80mm auto }")).toEqual(["80mm auto"]);
});

test("only rules count: neither comments nor other properties, nor the text of a document", () => {
  expect(valuesIn("/* @page { size: no } */ @page { size: wrong } @page-x { size: no }")).toEqual(["wrong"]);
  expect(valuesIn("@page { font-size: no; background-size: no } p { size: no }")).toEqual([]);
  const html = "<p>@page { size: no } /* </p><style>@page { size: wrong }</style><p>@page { size: no }";
  expect(valuesIn(html, "html")).toEqual(["wrong"]);
  expect(
    withLengthsOfPages(
      "<style>@page{size:A6}</style>A6",
      findForeignPageSizes("<style>@page{size:A6}</style>A6", "html"),
    ),
  ).toBe("<style>@page{size:105mm 148mm}</style>A6");
});

test("a value that the data gives says nothing", () => {
  expect(valuesIn("<style>@page { size: {{ paper }} } @page { size: {{w}} {{h}}; margin: 0 }</style>", "html")).toEqual(
    [],
  );
});
