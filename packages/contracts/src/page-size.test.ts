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

test("each standard paper has its lengths, and CSS knows the others", () => {
  const papers = `a0 841mm 1189mm, a1 594mm 841mm, a2 420mm 594mm, a6 105mm 148mm, a7 74mm 105mm, a8 52mm 74mm, a9 37mm 52mm,
    a10 26mm 37mm, b0 1000mm 1414mm, b1 707mm 1000mm, b2 500mm 707mm, b3 353mm 500mm, b6 125mm 176mm, b7 88mm 125mm,
    b8 62mm 88mm, b9 44mm 62mm, b10 31mm 44mm, c4 229mm 324mm, c5 162mm 229mm, c6 114mm 162mm, dl 110mm 220mm,
    tabloid 11in 17in, executive 7.25in 10.5in, statement 5.5in 8.5in`;
  for (const paper of papers.split(/,\s+/)) {
    const [name = "", ...lengths] = paper.split(" ");
    expect(findForeignPageSizes(`@page{size:${name}}`, "css")).toMatchObject([
      { value: name, lengths: lengths.join(" ") },
    ]);
  }
  for (const known of "A3 a4 a5 b4 b5 jis-b4 jis-b5 letter legal ledger initial unset revert revert-layer".split(" "))
    expect(valuesIn(`@page { size: ${known} }`)).toEqual([]);
  expect(valuesIn(`@page { content: "\\"}"; size: no } @page { content: 'a\n; size: wrong }`)).toEqual(["no", "wrong"]);
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
