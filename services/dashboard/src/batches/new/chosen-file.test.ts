import { describe, expect, test } from "@jest/globals";
import { omissions, type Cell, type Omission, type SheetValue } from "./cell.ts";
import { checkFile, firstLine, rowsOf } from "./chosen-file.ts";
import { openFile } from "./open-file.ts";
import {
  mappingMistakes,
  proposeTargets,
  rowOf,
  type ColumnTarget,
  type FileColumns,
  type Mapping,
} from "./column-mapping.ts";
import { FileMistake } from "./file-mistake.ts";
import { readFileNames } from "./file-names.ts";
import { documentsOf } from "./row-count.ts";
import { columnFields, templateFields } from "./template-fields.ts";
import { unfilledFields } from "./unfilled-fields.ts";

const fileOf = (...parts: (string | Uint8Array<ArrayBuffer>)[]) => new File(parts, "payslips.csv");
const json = JSON.stringify({
  employee: { name: "Ada", "a.b": 1 },
  net: 1.5,
  paidOn: "2026-11-30",
  isNew: true,
  rows: [{ name: "x" }],
});
const fields = columnFields(templateFields([{ name: "Sample", json }]), false);

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

/** The rows of a file whose columns fill the fields of their names. */
async function rowsIn(file: File, included: readonly Omission[] = []) {
  const chosen = await openFile(file);
  const targets = proposeTargets(chosen, new Map());
  return all(rowsOf(chosen, { ...whole, targets, included }));
}

const whole = { fixed: [], groupBy: undefined, reference: undefined, fileNames: [], included: [] };
const reading = { signal: new AbortController().signal, onRows: () => undefined };
/** A number as a sheet shows it. */
const shown = (held: number, text = String(held)): SheetValue => ({ kind: "number", held, shown: text });
const truth = (held: boolean): SheetValue => ({ kind: "boolean", held, shown: held ? "TRUE" : "FALSE" });
const day: SheetValue = { kind: "date", held: 46_356, shown: "30.11.2026", date: "2026-11-30" };

/** What a file with these columns tells about them. */
const columnsOf = (headers: string[], told: Partial<FileColumns> = {}): FileColumns => ({
  headers,
  kinds: [],
  numbers: "number",
  placeOf: (row) => `Row ${row}`,
  ...told,
});

describe("the rows of a CSV file", () => {
  test.each([",", ";", "\t"])(
    "are read with the separator %j, a mark of UTF-8, quoted values and Windows' lines",
    async (by) => {
      const lines = [
        ["name", "a,b;c"],
        ['"Müller"', `"one\r\n ""two""${by}"`],
        ["", ""],
        ["Ada", " 1 "],
      ];
      const text = lines
        .map((cells, row) => (row === 0 ? cells.map((cell) => `"${cell}"`) : cells).join(by))
        .join("\r\n");
      const rows = await rowsIn(fileOf("\u{FEFF}", text, "\r\n"));
      expect(JSON.stringify(rows)).toBe(
        JSON.stringify([
          { data: { name: "Müller", "a,b;c": `one\r\n "two"${by}` } },
          { data: { name: "Ada", "a,b;c": " 1 " } },
        ]),
      );
    },
  );

  test.each<[string, string]>([
    ["the first line ends another way", "name\r\nAda\nBob\nCid\n"],
    ["another line ends another way", "name\nAda\r\nBob\rCid"],
    ["a line names the separator", "sep=;\r\nname\nAda\nBob\nCid"],
    ["a line names the separator, behind the mark of UTF-8", "\u{FEFF}sep=|\nname\nAda\nBob\nCid"],
    ["lines before are blank", " \n\nname\nAda\nBob\nCid"],
  ])("are the same where %s", async (_what, text) => {
    const rows = await rowsIn(fileOf(text));
    expect(rows.map(({ data }) => data)).toEqual([{ name: "Ada" }, { name: "Bob" }, { name: "Cid" }]);
  });

  test("have no document for blank lines and a last line of totals, unless they are included", async () => {
    const lines = ["name,net", "Total,1", "Bob,2", " ,", "Total:,3", ",", ","];
    const file = fileOf(lines.join("\n"));
    expect((await rowsIn(file)).map(({ data }) => data["name"])).toEqual(["Total", "Bob"]);
    expect(await rowsIn(file, ["total"])).toHaveLength(3);
    expect(await rowsIn(file, omissions)).toHaveLength(6);
    const count = await (await openFile(file)).countRows(reading);
    expect(count).toEqual({
      rows: 2,
      omitted: { blank: { count: 3, first: [4, 6, 7] }, total: { count: 1, first: [5] } },
    });
    expect(documentsOf(count, [])).toBe(2);
    expect(documentsOf(count, ["blank"])).toBe(5);
  });

  test("begin with the first that becomes a document", async () => {
    const chosen = await openFile(fileOf("name\n \n \nAda\n"));
    expect(firstLine(chosen, [])).toEqual({ row: 4, cells: ["Ada"] });
    expect(firstLine(chosen, ["blank"]).row).toBe(2);
  });

  test("are all read in their order, whatever lies at the borders of the pieces", async () => {
    const names = Array.from({ length: 15_000 }, (_, row) => `Ägypten 埃及 👩‍👧 ${row}`);
    const rows = await rowsIn(fileOf(`name\n${names.join("\n")}`));
    expect(rows.map(({ data }) => data["name"])).toEqual(names);
  });

  test.each<[string, File, string]>([
    ["in Latin-1", fileOf("name\n", new Uint8Array([0x4d, 0xfc])), "not in UTF-8"],
    ["in UTF-16", fileOf(new Uint8Array(Buffer.from("name\nAda", "utf16le"))), "not in UTF-8"],
    ["that is empty", fileOf(""), "The file is empty."],
    ["of blank lines", fileOf("\n \n"), "The file is empty."],
    ["without a row", fileOf("name,net\n\n"), "no rows"],
    ["with blank rows alone", fileOf("name,net\n ,\n"), "no rows"],
    ["with a line that lacks a column", fileOf("a,b\n1,2\n3\n"), "Line 3 has 1 column"],
    ["with a quotation mark that is not closed", fileOf('a,b\n1,2\n"3,4\n'), "not closed"],
    [
      "with a quotation mark that is closed too late",
      fileOf(`a,b\n1,"${"x\n".repeat(800_000)}"`),
      "1,000,000 characters",
    ],
    ["with a quotation mark inside of a value", fileOf('a,b\n1,"2"3\n'), "write the inner one twice"],
    ["with too many columns", fileOf(`${"a,".repeat(600)}\n`, "1,".repeat(600)), "601 columns"],
  ])("end with a message how to mend it, in a file %s", async (_what, file, message) => {
    await expect(rowsIn(file)).rejects.toThrow(message);
  });
});

describe("columns", () => {
  test("fill the fields of their names, each field once, and values of their kind", () => {
    expect(Object.fromEntries(fields)).toEqual({
      "employee.name": "text",
      net: "number",
      paidOn: "date",
      isNew: "boolean",
    });
    const headers = ["Employee Name", "NET", "is_new", "name", "other", "Paid on"];
    expect(
      proposeTargets(columnsOf(headers, { numbers: "comma" }), fields).map(({ path, kind }) => [path, kind]),
    ).toEqual([
      ["employee.name", "text"],
      ["net", "comma"],
      ["isNew", "boolean"],
      ["", "text"],
      ["", "text"],
      ["paidOn", "date"],
    ]);
    // A sheet tells what its cells are. A field of the template knows better.
    const sheet = columnsOf(["name", "net", "bonus"], { kinds: ["number", undefined, "number"] });
    const wanted = [
      ["employee.name", "text"],
      ["net", "number"],
      ["", "number"],
    ];
    expect(proposeTargets(sheet, fields).map(({ path, kind }) => [path, kind])).toEqual(wanted);
  });

  test("fill the fields that columns of these heads have filled before", () => {
    const earlier = new Map([
      ["Lohn", "net"],
      ["Netto", "gone"],
    ]);
    const paths = proposeTargets(columnsOf(["Lohn", "net", "Netto"]), fields, earlier).map(({ path }) => path);
    expect(paths).toEqual(["net", "", ""]);
  });

  test("that fill the field of another column, a field inside of that field, or an impossible one are named", () => {
    const targets = ["a", "a", "b.c", "b", "c..d", "", "e[].f", "e", "g[].h[].i"].map((path) => ({
      header: path,
      path,
      kind: "text" as const,
    }));
    expect([...mappingMistakes(targets).keys()]).toEqual([1, 3, 4, 7, 8]);
  });

  test("become values of their kinds, whatever their names are", () => {
    const target = (path: string, kind: ColumnTarget["kind"]) => ({ header: path, path, kind });
    const targets = [
      target("employee.name", "text"),
      target("__proto__.polluted", "text"),
      target("net", "number"),
      target("gross", "comma"),
      target("isNew", "boolean"),
      target("", "number"),
    ];
    const rowIn = (cells: Cell[], used: readonly ColumnTarget[]) =>
      JSON.stringify(rowOf([{ row: 1, cells }], { ...whole, targets: used, reference: 6 }, columnsOf([])));
    const row = rowIn(["", "x", " -1234.5 ", "12,75", "YES", "no number", "p-17"], targets);
    expect(row).toBe(
      '{"data":{"employee":{"name":""},"__proto__":{"polluted":"x"},"net":-1234.5,"gross":12.75,"isNew":true},"reference":"p-17"}',
    );
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
    // All digits of a number are sent.
    const long = ["", "x", "-12345678901234567890", "0,1234567890123456789", "", "", ""];
    expect(
      rowIn(long, [target("", "text"), target("", "text"), target("net", "number"), target("gross", "comma")]),
    ).toBe('{"data":{"net":-12345678901234567890,"gross":0.1234567890123456789}}');
    // Empty cells are no numbers, and rows without a name have no reference.
    expect(rowIn(["", "", " ", "", "", "", ""], targets.slice(2))).toBe('{"data":{}}');
    // Cells of a sheet have kinds of their own.
    const cells = [shown(1067, "01067"), truth(false), shown(1234.5, "1,234.50 EUR"), shown(0.1), shown(1), null];
    expect(rowIn([...cells, shown(7, "007")], targets)).toBe(
      '{"data":{"employee":{"name":"01067"},"__proto__":{"polluted":"FALSE"},"net":1234.5,"gross":0.1,"isNew":true},"reference":"007"}',
    );
  });

  test("are dates where the sheet says date, and texts as it shows them", () => {
    const rowIn = (cell: Cell, kind: ColumnTarget["kind"]) =>
      rowOf(
        [{ row: 1, cells: [cell] }],
        { ...whole, targets: [{ header: "day", path: "day", kind }] },
        columnsOf(["day"]),
      ).data["day"];
    expect(rowIn(day, "date")).toBe("2026-11-30");
    expect(rowIn(day, "text")).toBe("30.11.2026");
    expect(rowIn(" 2026-11-30T14:05 ", "date")).toBe("2026-11-30T14:05");
    // As a text, an empty date is empty.
    expect(rowIn(null, "date")).toBe("");
    const undated: SheetValue = { kind: "date", held: -1, shown: "####" };
    for (const cell of [shown(46_356), "30.11.2026", "2026-02-31", truth(true), undated])
      expect(() => rowIn(cell, "date")).toThrow("is not a date such as 2026-11-30");
    for (const kind of ["number", "comma", "boolean"] as const)
      expect(() => rowIn(day, kind)).toThrow("“30.11.2026” is not");
    const hours: SheetValue = { kind: "time", held: 62.5, shown: "1500:00" };
    expect(rowIn(hours, "text")).toBe("1500:00");
    expect(() => rowIn(hours, "number")).toThrow("“1500:00” is not a number");
  });

  test.each<[Cell, string]>([
    [truth(true), "“TRUE” is not a number"],
    [{ fault: "error", shown: "#DIV/0!" }, "the formula ends in the error #DIV/0!. Mend the formula"],
    [{ fault: "no-result", shown: "=A1" }, "the formula has no result, because no program has calculated it. Open"],
    [{ fault: "digits", shown: "1234567890123456789" }, "1234567890123456789 has more than 15 digits"],
  ])("refuse the cell %j of a sheet, and name its place there", (cell, message) => {
    const placeOf = (row: number, column?: number) => `Cell ${column === 1 ? "B" : "?"}${row} of the sheet “Data”`;
    const sheet = columnsOf(["name", "Net"], { placeOf });
    const targets = [
      { header: "name", path: "", kind: "text" as const },
      { header: "Net", path: "net", kind: "number" as const },
    ];
    const row = () => rowOf([{ row: 1_017, cells: ["Ada", cell] }], { ...whole, targets }, sheet);
    expect(row).toThrow(`Cell B1017 of the sheet “Data”, column “Net”: ${message}`);
    // A column that is left out may have any cell.
    expect(rowOf([{ row: 1, cells: [cell, shown(1)] }], { ...whole, targets }, sheet)).toEqual({
      data: { net: 1 },
    });
  });

  test("refuse as a text what the sheet does not tell, wherever the text is used", () => {
    const article: SheetValue = { ...shown(4_006_381_333_931, "4.00638E+12"), isUnclear: true };
    const line = { row: 2, cells: [article] };
    const target = (kind: ColumnTarget["kind"]) => ({ targets: [{ header: "ean", path: "ean", kind }] });
    const unclear = "Row 2, column “ean”: the sheet shows “4.00638E+12” there, which does not tell the value.";
    for (const mapping of [target("text"), { targets: [], reference: 0 }, { targets: [], fileNames: ["a-", 0] }])
      expect(() => rowOf([line], { ...whole, ...mapping }, columnsOf(["ean"]))).toThrow(unclear);
    expect(rowOf([line], { ...whole, ...target("number") }, columnsOf(["ean"])).data).toEqual({
      ean: 4_006_381_333_931,
    });
  });

  test("name the files, and refuse names that no file can have", () => {
    const file = columnsOf(["name", "number"]);
    const namesBy = (pattern: string, ...cells: Cell[]) => {
      const names = readFileNames(pattern, file.headers);
      if ("mistake" in names) return names.mistake;
      const mapping = { ...whole, targets: [], fileNames: names.parts };
      return rowOf([{ row: 2, cells }], mapping, file).filename;
    };
    expect(namesBy("payslip {number} of { name }.pdf", "Ada", shown(17))).toBe("payslip 17 of Ada.pdf");
    expect(namesBy("{number}", "Ada", " ")).toBeUndefined();
    expect(namesBy(" ", "Ada", shown(17))).toBeUndefined();
    expect(namesBy("payslip", "Ada", shown(17))).toContain("Name a column in braces");
    expect(namesBy("{salary}", "Ada", shown(17))).toBe("The file has no column “salary”.");
    expect(namesBy("{number", "Ada", shown(17))).toBe("Close each brace, such as {number}.");
    expect(namesBy("a/{number}", "Ada", shown(17))).toBe("A file name has no slashes.");
    expect(() => namesBy("{name}", "a/b", shown(17))).toThrow("Row 2: the file name has a slash");
    expect(() => namesBy("{name}", "a".repeat(201), shown(17))).toThrow(
      "Row 2: the file name has more than 200 characters",
    );
  });

  test.each<[ColumnTarget["kind"], string]>([
    ["number", "1,234"],
    ["number", "1e9"],
    // A number would lose the zeros of a name.
    ["number", "00123"],
    ["comma", "01,5"],
    ["date", "30.11.2026"],
    ["comma", "1.234"],
    ["boolean", "maybe"],
  ])("as %s refuse the value %s before anything is sent, and name its line", async (kind, value) => {
    const chosen = await openFile(fileOf(`net\n"${kind === "date" ? "2026-11-30" : 1}"\n"${value}"\n`));
    const mapping = { ...whole, targets: [{ header: "net", path: "net", kind }] };
    await expect(checkFile(chosen, mapping, reading)).rejects.toThrow(`Line 3, column “net”: “${value}” is not`);
  });

  test("have all mistakes told at once, by the lines of a spreadsheet, and no more than twenty", async () => {
    const targets = ["net", "paid"].map((path) => ({ header: path, path, kind: "number" as const }));
    const mapping = { ...whole, targets };
    const mistakesIn = async (text: string) => {
      const error: unknown = await checkFile(await openFile(fileOf(text)), mapping, reading).catch((reason) => reason);
      if (!(error instanceof FileMistake)) throw new Error("the file has no mistakes");
      return error.mistakes.map((mistake) => mistake.slice(0, mistake.indexOf(":")));
    };
    expect(await mistakesIn('\n\nnet,paid\n1,2\n\nx,"y\nz"\n3,4\nv,5\n')).toEqual([
      "Line 6, column “net”",
      "Line 6, column “paid”",
      "Line 8, column “net”",
    ]);
    expect(await mistakesIn(`net,paid\n${"x,1\n".repeat(50)}`)).toHaveLength(20);
  });
});

describe("rows with the same value of a column", () => {
  const target = (path: string, kind: ColumnTarget["kind"] = "text") => ({ header: path, path, kind });
  const targets = [
    target("number"),
    target("customer.name"),
    target("lines[].text"),
    target("lines[].price", "number"),
    target(""),
  ];
  const mapping = { ...whole, targets, groupBy: 0, reference: 0, fileNames: ["invoice-", 0] };
  const header = "number,customer,text,price,note";
  const rowsOfText = async (text: string, changes: Partial<Mapping> = {}) =>
    all(rowsOf(await openFile(fileOf(`${header}\n${text}`)), { ...mapping, ...changes }));

  test("become one document with a list, wherever they are in the file", async () => {
    const fixed = [
      { path: "lines[].unit", value: "h" },
      { path: "currency", value: "EUR" },
    ];
    const rows = await rowsOfText("7,Ada,Oak,1.5,x\n8,Bob,Elm,2,y\n7,,Ash,,z\n7,Ada,,,\n", { fixed });
    expect(JSON.parse(JSON.stringify(rows))).toEqual([
      {
        reference: "7",
        filename: "invoice-7",
        data: {
          number: "7",
          currency: "EUR",
          customer: { name: "Ada" },
          lines: [
            { text: "Oak", price: 1.5, unit: "h" },
            { text: "Ash", unit: "h" },
          ],
        },
      },
      {
        reference: "8",
        filename: "invoice-8",
        data: {
          number: "8",
          currency: "EUR",
          customer: { name: "Bob" },
          lines: [{ text: "Elm", price: 2, unit: "h" }],
        },
      },
    ]);
  });

  test("without a value of a list have an empty one", async () => {
    const [row] = await rowsOfText("7,Ada,,,\n");
    expect(row?.data["lines"]).toEqual([]);
  });

  test("are refused if what they share differs, or if one has no value of the column", async () => {
    const chosen = await openFile(fileOf(`${header}\n7,Ada,Oak,1,\n7,Bob,Ash,few,\n`));
    const error: unknown = await checkFile(chosen, mapping, reading).catch((reason: unknown) => reason);
    expect(error instanceof FileMistake ? error.mistakes : []).toEqual([
      expect.stringContaining("Line 3, column “customer”: “Bob” differs from “Ada” in row 2, which belongs"),
      expect.stringContaining("Line 3, column “price”: “few” is not a number"),
    ]);
    await expect(rowsOfText("7,Ada,Oak,1,\n,Bob,Ash,2,\n")).rejects.toThrow(
      "Line 3, column “number”: the cell is empty, so that the line belongs to no document",
    );
  });

  test("find the fields of the items by their names, and each field without a column is named once", () => {
    const json = JSON.stringify({ number: "1", title: "Bill", lines: [{ text: "a" }, { text: "b", price: 1 }] });
    const known = templateFields([{ name: "Sample", json }]);
    const file = columnsOf(["Number", "Text"]);
    const paths = (hasItems: boolean) => proposeTargets(file, columnFields(known, hasItems)).map(({ path }) => path);
    expect([paths(false), paths(true)]).toEqual([
      ["number", ""],
      ["number", "lines[].text"],
    ]);
    const unfilled = (hasItems: boolean) => [
      ...unfilledFields(known, proposeTargets(file, columnFields(known, hasItems))).keys(),
    ];
    expect([unfilled(false), unfilled(true)]).toEqual([
      ["title", "lines"],
      ["title", "lines[].price"],
    ]);
  });
});
