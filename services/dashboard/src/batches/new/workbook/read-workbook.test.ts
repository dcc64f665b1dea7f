import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { strToU8, unzipSync, zipSync } from "fflate";
import { textOf, type Cell } from "../cell.ts";
import { readWorkbook, type SheetContent } from "./read-workbook.ts";
import { workbookLimits } from "./workbook-limits.ts";

// XlsxWriter made the file. Its sheets: "Read me" with a title, "Payslips" with a cell of each kind, "Faults", and "Lists", which is hidden.
const bytes = new Uint8Array(readFileSync(join(import.meta.dirname, "fixtures/payslips.xlsx")));
const parts = unzipSync(bytes);
const firstSheet = "xl/worksheets/sheet1.xml";

const xml = (content: string) => strToU8(`<?xml version="1.0" encoding="UTF-8"?>${content}`);
const sheetOf = (rows: string, after = "", before = "") =>
  xml(
    `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${before}<sheetData>${rows}</sheetData>${after}</worksheet>`,
  );
/** The workbook with another first sheet. */
const withSheet = (sheet: Uint8Array) => zipSync({ ...parts, [firstSheet]: sheet });

const relationship = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
const relationships = (...all: string[]) => xml(`<Relationships>${all.join("")}</Relationships>`);

type Made = {
  rows: string;
  after?: string;
  before?: string;
  formats?: readonly string[];
  /** What the workbook says beside its sheets. */
  book?: string;
  other?: Record<string, Uint8Array>;
};

/** A workbook of one sheet. Its style of number n has the n-th format, from 1. */
function made({ rows, after, before, formats = [], book = "", other = {} }: Made): Uint8Array {
  const escaped = formats.map((each) => each.replaceAll("&", "&amp;").replaceAll('"', "&quot;"));
  return zipSync({
    "_rels/.rels": relationships(relationship("r1", "officeDocument", "xl/workbook.xml")),
    "xl/workbook.xml": xml(`<workbook><sheets><sheet name="Data" sheetId="1" r:id="r1"/></sheets>${book}</workbook>`),
    "xl/_rels/workbook.xml.rels": relationships(
      relationship("r1", "worksheet", "worksheets/sheet1.xml"),
      relationship("r2", "styles", "styles.xml"),
    ),
    "xl/styles.xml": xml(
      `<styleSheet><numFmts>${escaped.map((each, index) => `<numFmt numFmtId="${200 + index}" formatCode="${each}"/>`).join("")}</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${escaped.map((_, index) => `<xf numFmtId="${200 + index}"/>`).join("")}</cellXfs></styleSheet>`,
    ),
    [firstSheet]: sheetOf(rows, after, before),
    ...other,
  });
}

const text = (content: string) => `<c t="inlineStr"><is><t xml:space="preserve">${content}</t></is></c>`;
const row = (...cells: string[]) => `<row>${cells.join("")}</row>`;
const all = ({ lines, lineCount }: SheetContent) => lines(0, lineCount);
const shownIn = (content: SheetContent) => all(content).map(({ cells }) => cells.map(textOf));

/** The cell of a number with a number format. */
function numberCell(
  value: number | string,
  format: string,
  { language, book = "" }: { language?: string; book?: string } = {},
) {
  const file = made({ rows: row(text("a")) + row(`<c s="1"><v>${value}</v></c>`), formats: [format], book });
  return all(readWorkbook(file, { language }))[0]?.cells[0];
}

describe("the cells of a workbook", () => {
  test("are read from the first sheet with rows, as the sheet shows them", () => {
    const content = readWorkbook(bytes);
    expect(content.names).toEqual(["Read me", "Payslips", "Faults"]);
    expect(content.chosen).toBe("Payslips");
    expect(all(content).map(({ row: number }) => number)).toEqual([2, 4]);
    expect(shownIn(content)).toEqual([
      [
        " Müller & Söhne ",
        "007",
        "1,234.50 EUR",
        "30.11.2026",
        "2026-11-30 14:05:06",
        "TRUE",
        "19.5%",
        "08:30",
        "36:15",
        "paid late.",
      ],
      ["埃及 👩‍👧", "008", "1,000.25 EUR", "01.01.1970", "2026-03-29 02:30:00", "FALSE", "100.0%", "23:59", "1:00"],
    ]);
    // Numbers, dates and truth values keep what they are.
    expect(all(content)[0]?.cells.slice(2, 8)).toEqual([
      { kind: "number", held: 1234.5, shown: "1,234.50 EUR" },
      { kind: "date", held: 46_356, shown: "30.11.2026", date: "2026-11-30" },
      { kind: "date", held: 46_356.586_875, shown: "2026-11-30 14:05:06", date: "2026-11-30T14:05:06" },
      { kind: "boolean", held: true, shown: "TRUE" },
      { kind: "number", held: 0.195, shown: "19.5%" },
      expect.objectContaining({ kind: "time", shown: "08:30" }),
    ]);
  });

  test.each<[number | string, string, string]>([
    [1067, "00000", "01067"],
    [62.5, "[h]:mm", "1500:00"],
    [-1.5, "[h]:mm", "-36:00"],
    ["8.733333333333333E-3", "mm:ss.00", "12:34.56"],
    ["0.3541666666666667", 'hh"h"mm', "08h30"],
    [1234.5, "[$S/] #,##0.00", "S/ 1,234.50"],
    [1234.5, '#,##0.00 "din."', "1,234.50 din."],
    [1234.5, String.raw`#,##0.00\ \d\i\n\.`, "1,234.50 din."],
    [1234.5, "#,##0.00 [$€-407]", "1,234.50 €"],
    [1234.5, String.raw`_-* #,##0.00\ "€"_-;\-* #,##0.00\ "€"_-`, "1,234.50 €"],
    [5, '0" h"', "5 h"],
    [12.5, '0.0" kg"', "12.5 kg"],
    [-12.5, "#,##0.00;(#,##0.00)", "(12.50)"],
    [0.195, "0.0%", "19.5%"],
    [1, "dd.mm.yyyy", "01.01.1900"],
    [46_356, "[$-407]d. mmmm yyyy", "30. November 2026"],
    ["0.30000000000000004", "General", "0.3"],
    [1.005, "0.00", "1.01"],
    [0, '0;-0;"none"', "none"],
    ["1E-3", "0.000", "0.001"],
    [46_356, String.raw`yyyy"年"m"月"d"日"`, "2026年11月30日"],
  ])("show the number %s with the format %s as %s", (value, format, shown) => {
    const cell = numberCell(value, format);
    expect(cell).toMatchObject({ shown });
    expect(cell).not.toHaveProperty("isUnclear");
  });

  test("show numbers and dates in the person's language where their format leaves it open", () => {
    expect(numberCell(1234.5, "#,##0.00", { language: "de-AT" })).toMatchObject({ shown: "1.234,50", held: 1234.5 });
    // A language without numbers and dates.
    expect(numberCell(1234.5, "#,##0.00", { language: "xx-1" })).toMatchObject({ shown: "1,234.50" });
    const day = made({ rows: row(text("a")) + row('<c s="1"><v>46356</v></c>') });
    const styles = xml('<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>');
    const file = zipSync({ ...unzipSync(day), "xl/styles.xml": styles });
    expect(shownIn(readWorkbook(file, { language: "de" }))).toEqual([["30.11.2026"]]);
    expect(shownIn(readWorkbook(file))).toEqual([["11/30/2026"]]);
  });

  test.each<[number, string, Partial<Extract<Cell, { held: unknown }>>]>([
    [46_356.586_875, "dd.mm.yyyy", { kind: "date", date: "2026-11-30" }],
    [46_110.104_166_666_66, "dd.mm.yyyy hh:mm", { kind: "date", date: "2026-03-29T02:30:00" }],
    [46_356, "yyyy-mm-dd hh:mm:ss", { kind: "date", date: "2026-11-30" }],
    [46_356.5, "yyyy-mm-dd hh:mm:ss.000", { kind: "date", date: "2026-11-30T12:00:00" }],
    [1, "dd.mm.yyyy", { kind: "date", date: "1900-01-01" }],
    [59, "mmm yy", { kind: "date", date: "1900-02-28" }],
    [61, "d/m", { kind: "date", date: "1900-03-01" }],
    [62.5, "[h]:mm", { kind: "time" }],
    [62.5, "[mm]", { kind: "time" }],
    [46_356.25, "hh:mm", { kind: "time" }],
    [46_356, "0", { kind: "number" }],
    [46_356, '"day" 0', { kind: "number" }],
  ])("are a date only where the number format says so: %s with %s", (value, format, expected) => {
    const cell = numberCell(value, format);
    expect(cell).toMatchObject(expected);
    if (!("date" in expected)) expect(cell).not.toHaveProperty("date");
  });

  test("are dates from 1904 where the workbook counts from there", () => {
    const book = '<workbookPr date1904="1"/>';
    expect(numberCell(0, "dd.mm.yyyy", { book })).toMatchObject({ shown: "01.01.1904", date: "1904-01-01" });
    expect(numberCell(44_894, "yyyy-mm-dd", { book })).toMatchObject({ shown: "2026-11-30", date: "2026-11-30" });
    expect(numberCell(2.5, "[h]:mm", { book })).toMatchObject({ shown: "60:00", kind: "time" });
  });

  test.each<[number | string, string, string]>([
    [-3, "dd.mm.yyyy", "####"],
    [-0.25, "hh:mm", "####"],
    [3_000_000, "dd.mm.yyyy", "####"],
    // The digits of an article.
    [4_006_381_333_931, "General", "4.00638E+12"],
    // A format that no program accepts.
    [5, "0 Std", "####"],
    [5, `0${'"x"'.repeat(200)}`, "####"],
  ])("say that the sheet does not tell the value: %s with %s", (value, format, shown) => {
    expect(numberCell(value, format)).toMatchObject({ shown, isUnclear: true });
  });

  test.each(["1234567890123456789", "12345678901234567", "-1234567890123456.7"])(
    "tell a number of more digits than a spreadsheet keeps: %s",
    (value) => {
      expect(numberCell(value, "0")).toEqual({ fault: "digits", shown: value });
    },
  );

  test("are empty where the sheet hides zeros, and hold them", () => {
    const rows = row(text("a"), text("b")) + row("<c><v>0</v></c>", "<c><v>1</v></c>");
    const before = '<sheetViews><sheetView showZeros="0"/></sheetViews>';
    expect(all(readWorkbook(made({ rows, before })))[0]?.cells[0]).toEqual({ kind: "number", held: 0, shown: "" });
  });

  test("are texts of all ways to write them, with what their format adds", () => {
    const shared = xml(
      "<sst><si><r><t>Ad</t></r><r><t>a</t></r><rPh><t>エイダ</t></rPh></si><si><t>two_x000D_\nlines &#128075; &amp; more</t></si></sst>",
    );
    const file = made({
      rows:
        row(text("a"), text("b"), text("c"), text("d")) +
        row('<c t="s"><v>0</v></c>', '<c t="s"><v>1</v></c>', '<c t="str" s="1"><v>007</v></c>', text(" x ")),
      formats: ['"Nr. "@'],
      other: {
        "xl/sharedStrings.xml": shared,
        "xl/_rels/workbook.xml.rels": relationships(
          relationship("r1", "worksheet", "worksheets/sheet1.xml"),
          relationship("r2", "styles", "styles.xml"),
          relationship("r3", "sharedStrings", "sharedStrings.xml"),
        ),
      },
    });
    expect(shownIn(readWorkbook(file))).toEqual([["Ada", "two\r\nlines 👋 & more", "Nr. 007", " x "]]);
  });

  test("of a merged area all have its value, in rows with values of their own", () => {
    const rows =
      '<row r="1"><c r="A1" t="str"><v>department</v></c><c r="B1" t="str"><v>name</v></c></row>' +
      '<row r="2"><c r="A2" t="str"><v>Sales</v></c><c r="B2" t="str"><v>Ada</v></c></row>' +
      '<row r="3"><c r="A3"/><c r="B3" t="str"><v>Bob</v></c></row>' +
      '<row r="4"><c r="A4" t="str"><v>unseen</v></c><c r="B4" t="str"><v>Cid</v></c></row>' +
      '<row r="5"><c r="A5" t="str"><v> </v></c></row>';
    const content = readWorkbook(made({ rows, after: '<mergeCells><mergeCell ref="A2:A5"/></mergeCells>' }));
    expect(shownIn(content).slice(0, 3)).toEqual([
      ["Sales", "Ada"],
      ["Sales", "Bob"],
      ["Sales", "Cid"],
    ]);
    expect(content.count).toEqual({ rows: 3, omitted: { blank: { count: 1, first: [5] } } });
  });
});

describe("formulas", () => {
  test("tell the error or the missing result", () => {
    const content = readWorkbook(bytes, { sheet: "Faults" });
    expect(all(content).map(({ cells }) => cells[1])).toEqual([
      expect.objectContaining({ held: 1 }),
      { fault: "error", shown: "#DIV/0!" },
      { fault: "no-result", shown: "=B2*2" },
    ]);
  });

  const formula = (result: string, type = "") => `<c${type}><f>A2*2</f>${result}</c>`;
  const calculating = '<calcPr fullCalcOnLoad="1"/>';
  const missing: Cell = { fault: "no-result", shown: "=A2*2" };
  const poi = { "docProps/app.xml": xml("<Properties><Application>Apache POI</Application></Properties>") };
  test.each<[string, string, Omit<Made, "rows">, Cell]>([
    ["0, and a request to calculate", formula("<v>0</v>"), { book: calculating }, missing],
    ["0, in an unfinished calculation", formula("<v>0</v>"), { book: '<calcPr calcCompleted="0"/>' }, missing],
    ["0 by a library that does not calculate", formula("<v>0.0</v>"), { other: poi }, missing],
    ["none", formula(""), {}, missing],
    ["an empty one", formula("<v></v>"), {}, missing],
    ["an empty text, and a request", formula("<v></v>", ' t="str"'), { book: calculating }, missing],
    ["the text of an error", formula("<v>#REF!</v>", ' t="str"'), {}, { fault: "error", shown: "#REF!" }],
    ["0", formula("<v>0</v>"), { book: "<calcPr/>" }, { kind: "number", held: 0, shown: "0" }],
    ["a number, and a request", formula("<v>7</v>"), { book: calculating }, { kind: "number", held: 7, shown: "7" }],
  ])("have a result only if a program has calculated it: %s", (_what, cell, file, expected) => {
    const rows = row(text("a"), text("b")) + row(text("x"), cell);
    expect(all(readWorkbook(made({ rows, ...file })))[0]?.cells[1]).toEqual(expected);
  });

  test("that give an empty text are empty", () => {
    const rows = row(text("a"), text("b")) + row('<c t="str"><f>""</f><v></v></c>', "<c><v>1</v></c>");
    expect(shownIn(readWorkbook(made({ rows })))).toEqual([["", "1"]]);
  });

  test("of an area have their results in all of its cells", () => {
    const rows =
      '<row r="1"><c r="A1" t="str"><v>a</v></c></row><row r="2"><c r="A2"><f t="array" ref="A2:A3">B2:B3</f><v>0</v></c></row><row r="3"><c r="A3"><v>0</v></c></row><row r="4"><c r="A4"><v>0</v></c></row>';
    const found = all(readWorkbook(made({ rows, book: calculating }))).map(({ cells }) => cells[0]);
    expect(found.map((cell) => typeof cell === "object" && cell !== null && "fault" in cell)).toEqual([
      true,
      true,
      false,
    ]);
  });

  test("whose results may be old are counted", () => {
    const rows = row(text("a")) + row(formula("<v>7</v>")) + row("<c><v>8</v></c>") + row(formula("<v>9</v>"));
    expect(readWorkbook(made({ rows, book: calculating })).doubtful).toEqual({ count: 2, first: "A2" });
    expect(readWorkbook(made({ rows })).doubtful).toEqual({ count: 0, first: undefined });
  });
});

describe("the rows of a workbook", () => {
  const named = (number: number, name: string, attributes = "") =>
    `<row r="${number}"${attributes}><c r="A${number}" t="str"><v>${name}</v></c><c r="B${number}"><v>${number}</v></c></row>`;
  const header = '<row r="1"><c r="A1" t="str"><v>name</v></c><c r="B1" t="str"><v>amount</v></c></row>';
  const omissionsIn = (content: SheetContent) =>
    Object.fromEntries(all(content).flatMap(({ row: number, omission }) => (omission ? [[number, omission]] : [])));

  test("that the sheet does not show are marked, as are those that a filter hides", () => {
    const rows =
      header +
      named(2, "Ada") +
      named(3, "Bob", ' hidden="1"') +
      named(4, "Cid", ' hidden="true"') +
      named(9, "Dan", ' ht="0"');
    const after =
      '<autoFilter ref="A1:B4"><filterColumn colId="0"><filters><filter val="Ada"/></filters></filterColumn></autoFilter>';
    expect(omissionsIn(readWorkbook(made({ rows, after })))).toEqual({ 3: "filtered", 4: "filtered", 9: "hidden" });
    expect(omissionsIn(readWorkbook(made({ rows })))).toEqual({ 3: "hidden", 4: "hidden", 9: "hidden" });
    expect(readWorkbook(made({ rows })).count).toEqual({
      rows: 1,
      omitted: { hidden: { count: 3, first: [3, 4, 9] } },
    });
  });

  test("with the columns' names are the first that the sheet shows", () => {
    const rows = named(1, "id", ' hidden="1"') + named(2, "Name") + named(3, "Ada");
    const content = readWorkbook(made({ rows }));
    expect(content.headers.cells[0]).toBe("Name");
    expect(all(content)).toHaveLength(1);
  });

  test("have columns that the sheet hides, which are named", () => {
    const before = '<cols><col min="2" max="3" hidden="1"/><col min="5" max="16384" width="0"/></cols>';
    const { hiddenColumns } = readWorkbook(made({ rows: header + named(2, "Ada"), before }));
    expect(hiddenColumns.slice(0, 3)).toEqual([1, 2, 4]);
    expect(readWorkbook(made({ rows: header + named(2, "Ada") })).hiddenColumns).toEqual([]);
  });

  test("without a value are marked, whatever their cells hold", () => {
    const rows =
      header +
      named(2, "Ada") +
      '<row r="3"><c r="A3" t="str"><v> </v></c></row>' +
      '<row r="4"><c r="A4" t="str"><f>""</f><v></v></c></row>' +
      `<row r="5">${text("\u{00A0}")}<c r="B5" s="1"><v>0</v></c></row>`;
    expect(omissionsIn(readWorkbook(made({ rows, formats: ["0;-0;;@"] })))).toEqual({ 3: "blank", 5: "blank" });
  });

  test.each<[string, string, Omit<Made, "rows">]>([
    ["a label", named(4, "Total"), {}],
    ["a label of another language", named(4, "Summe:"), {}],
    ["a formula", '<row r="4"><c r="B4"><f>SUM(B2:B3)</f><v>5</v></c></row>', {}],
    ["a formula of a filter", '<row r="4"><c r="B4"><f>SUBTOTAL(9,B$2:B$3)</f><v>5</v></c></row>', {}],
    [
      "a table",
      named(4, "all"),
      {
        other: {
          "xl/worksheets/_rels/sheet1.xml.rels": relationships(relationship("r1", "table", "../tables/table1.xml")),
          "xl/tables/table1.xml": xml('<table ref="A1:B4" totalsRowCount="1"/>'),
        },
      },
    ],
  ])("with totals are marked, by %s", (_what, last, file) => {
    const rows = header + named(2, "Ada") + named(3, "Bob") + last;
    expect(omissionsIn(readWorkbook(made({ rows, ...file })))).toEqual({ 4: "total" });
  });

  test("that only count or add up are rows like others", () => {
    const calculated = (formula: string) =>
      `<row r="4"><c r="A4"><f>${formula}</f><v>4</v></c><c r="B4"><v>1</v></c></row>`;
    for (const formula of ["SUM(B2:C2)", "MAX(A$2:A3)+1", "SUBTOTAL(3,B$2:B4)", "A3+1", "SUM(B2:B3)", "SUM(A2:A4)"])
      expect(
        omissionsIn(readWorkbook(made({ rows: header + named(2, "Total") + named(3, "Bob") + calculated(formula) }))),
      ).toEqual({});
  });
});

describe("a good workbook", () => {
  const rows = row(text("name")) + row(text("Ada"));
  const files = unzipSync(made({ rows }));
  const renamed = (change: (name: string) => string) =>
    zipSync(Object.fromEntries(Object.entries(files).map(([name, content]) => [change(name), content])));
  const book = (sheets: string) => xml(`<workbook><sheets>${sheets}</sheets></workbook>`);
  const utf16 = (content: Uint8Array) =>
    new Uint8Array(
      Buffer.concat([
        Buffer.from([0xff, 0xfe]),
        Buffer.from(new TextDecoder().decode(content).replace("UTF-8", "UTF-16"), "utf16le"),
      ]),
    );
  /** The file without the note that its names are in UTF-8. */
  function withoutNote(file: Uint8Array): Uint8Array {
    const view = new DataView(file.buffer);
    for (let at = 0; at < file.length - 10; at += 1) {
      const flags = { 0x04_03_4b_50: 6, 0x02_01_4b_50: 8 }[view.getUint32(at, true)];
      if (flags !== undefined) view.setUint16(at + flags, 0, true);
    }
    return file;
  }
  const cyrillic = zipSync({
    ...files,
    "xl/_rels/workbook.xml.rels": relationships(relationship("r1", "worksheet", "/xl/%D0%BB%D0%B8%D1%81%D1%82.xml")),
    "xl/лист.xml": files[firstSheet] ?? new Uint8Array(),
  });
  test.each<[string, Uint8Array]>([
    ["as others", made({ rows })],
    ["with names in other letters", renamed((name) => name.replace("sheet1", "Sheet1").replace("styles", "STYLES"))],
    ["with the separators of Windows", renamed((name) => name.replaceAll("/", "\\"))],
    ["with names from the root", renamed((name) => `/${name}`)],
    ["with names in another alphabet", cyrillic],
    ["with names in another alphabet, in an unnamed encoding", withoutNote(cyrillic.slice())],
    [
      "with a chart, a missing and a hidden sheet before",
      zipSync({
        ...files,
        "xl/workbook.xml": book(
          '<sheet name="Chart" r:id="r8"/><sheet name="Gone" r:id="r9"/><sheet name="Lists" state="veryHidden" r:id="r1"/><sheet name="Data" r:id="r1"/>',
        ),
        "xl/_rels/workbook.xml.rels": relationships(
          relationship("r8", "chartsheet", "chartsheets/sheet1.xml"),
          relationship("r1", "worksheet", "worksheets/sheet1.xml"),
        ),
      }),
    ],
    [
      "with prefixes",
      zipSync({
        ...files,
        "xl/workbook.xml": xml('<x:workbook><x:sheets><x:sheet name="Data" rel:id="r1"/></x:sheets></x:workbook>'),
        [firstSheet]: xml(
          '<x:worksheet><x:sheetData><x:row><x:c t="str"><x:v>name</x:v></x:c></x:row><x:row><x:c t="str"><x:v>Ada</x:v></x:c></x:row></x:sheetData></x:worksheet>',
        ),
      }),
    ],
    ["in UTF-16", zipSync({ ...files, [firstSheet]: utf16(files[firstSheet] ?? new Uint8Array()) })],
    ["without styles", zipSync({ ...files, "xl/styles.xml": xml("<styleSheet/>") })],
  ])("is read, whichever program wrote it: %s", (_what, file) => {
    const content = readWorkbook(file);
    expect(content.names).toEqual(["Data"]);
    expect([content.headers.cells, ...all(content).map(({ cells }) => cells)]).toEqual([["name"], ["Ada"]]);
  });

  test("with dates in ISO 8601 has dates", () => {
    const dated = made({
      rows:
        row(text("a"), text("b")) +
        row('<c t="d" s="1"><v>2026-11-30</v></c>', '<c t="d"><v>2026-11-30T14:05:00</v></c>'),
      formats: ["dd.mm.yyyy"],
    });
    expect(all(readWorkbook(dated))[0]?.cells).toEqual([
      { kind: "date", held: 46_356, shown: "30.11.2026", date: "2026-11-30" },
      "2026-11-30T14:05:00",
    ]);
  });
});

describe("a workbook that the browser cannot read", () => {
  const limits = { ...workbookLimits, unpackedBytes: 1_000_000, rows: 3, cells: 5 };
  const cells = (count: number) => Array.from({ length: count }, () => "<c><v>1</v></c>").join("");
  const rows = (count: number, width: number) => Array.from({ length: count }, () => row(cells(width))).join("");
  /** A file that unpacks to ten megabytes, and declares that it has none. */
  function withoutSize(declared: number): Uint8Array {
    const packed = withSheet(new Uint8Array(10_000_000));
    const view = new DataView(packed.buffer);
    for (let at = 0; at < packed.length - 4; at += 1)
      if (view.getUint32(at, true) === 10_000_000) view.setUint32(at, declared, true);
    return packed;
  }
  const entities = Array.from({ length: 20 }, (_, level) => `<!ENTITY e${level + 1} "&e${level};&e${level};">`).join(
    "",
  );
  const merged = '<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>'.repeat(1);

  test.each<[string, Uint8Array, string]>([
    ["a text", strToU8("PK\u0003\u0004 and no ZIP"), "not a whole Excel workbook"],
    ["a part of the file", bytes.subarray(0, 5_000), "not a whole Excel workbook"],
    ["another ZIP", zipSync({ "a.txt": strToU8("x") }), "not a whole Excel workbook"],
    ["broken XML", withSheet(sheetOf("<row><c r=").subarray(0, 119)), "not a whole Excel workbook"],
    [
      "elements inside of each other",
      withSheet(sheetOf(`${"<row>".repeat(200)}${"</row>".repeat(200)}`)),
      "not a whole",
    ],
    [
      "too many merged areas",
      withSheet(sheetOf(rows(2, 1), '<mergeCell ref="A9:B9"/>'.repeat(9))),
      "more than 5 cells",
    ],
    ["a text that is missing", withSheet(sheetOf(row('<c t="s"><v>99</v></c>'))), "not a whole Excel workbook"],
    ["a file that unpacks to more than the limit", withSheet(new Uint8Array(2_000_000)), "more than 1.0 MB"],
    ["a file that hides its size", withoutSize(0), "more than 1.0 MB"],
    ["a file that declares a smaller size", withoutSize(1_000), "not a whole Excel workbook"],
    [
      "entities that repeat others",
      withSheet(
        xml(
          `<!DOCTYPE w [<!ENTITY e0 "x">${entities}]><worksheet><sheetData>${row(text("&e20;"))}</sheetData></worksheet>`,
        ),
      ),
      "not a whole Excel workbook",
    ],
    [
      "a sheet with two far corners",
      withSheet(
        sheetOf('<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'),
      ),
      "Row 1,048,576 of the sheet “Read me” has 16,384 columns",
    ],
    [
      "a row beyond the last",
      withSheet(sheetOf('<row r="1048577"><c><v>1</v></c></row>')),
      "not a whole Excel workbook",
    ],
    ["too many rows", withSheet(sheetOf(rows(4, 1))), "more than 3 rows"],
    ["too many cells", withSheet(sheetOf(rows(2, 3))), "more than 5 cells"],
    [
      "merged areas that make cells",
      withSheet(sheetOf(row(cells(1)) + row(cells(1)) + row(cells(1)), merged.replace("A1", "A2"))),
      "more than 5 cells",
    ],
    ["too many columns", withSheet(sheetOf(rows(1, 501))), "Row 1 of the sheet “Read me” has 501 columns"],
    ["a first line alone", withSheet(sheetOf(rows(1, 2))), "The sheet “Read me” has no rows"],
    [
      "a first line with an error",
      withSheet(sheetOf(row('<c t="e"><v>#N/A</v></c>') + rows(1, 1))),
      "has a formula without a result",
    ],
    [
      "no sheet that is shown",
      zipSync({ ...parts, "xl/workbook.xml": xml("<workbook><sheets/></workbook>") }),
      "no sheet with cells",
    ],
  ])("is refused with a sentence that says what to do: %s", (what, file, message) => {
    const read = () => readWorkbook(file, { ...(what.startsWith("no sheet") ? {} : { sheet: "Read me" }), limits });
    expect(read).toThrow(message);
    expect(read).toThrow(expect.objectContaining({ name: "FileMistake" }));
  });
});
