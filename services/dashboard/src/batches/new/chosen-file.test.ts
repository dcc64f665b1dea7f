import { describe, expect, test } from "@jest/globals";
import type { Cell } from "./cell.ts";
import { checkFile, openFile, rowsOf } from "./chosen-file.ts";
import { mappingMistakes, proposeTargets, rowOf, type ColumnTarget, type FileColumns } from "./column-mapping.ts";
import { readFileNames } from "./file-names.ts";
import { templateFields } from "./template-fields.ts";

const fileOf = (...parts: (string | Uint8Array<ArrayBuffer>)[]) => new File(parts, "payslips.csv");
const json = JSON.stringify({ employee: { name: "Ada", "a.b": 1 }, net: 1.5, isNew: true, rows: [{ name: "x" }] });
const fields = templateFields([{ name: "Sample", json }]);

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

/** The rows of a file whose columns fill the fields of their names. */
async function rowsIn(file: File) {
  const chosen = await openFile(file);
  const targets = proposeTargets(chosen, new Map());
  return all(rowsOf(chosen, { targets, reference: undefined, fileNames: [] }));
}

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

  test("are all read in their order, whatever lies at the borders of the pieces", async () => {
    const names = Array.from({ length: 15_000 }, (_, row) => `Ägypten 埃及 👩‍👧 ${row}`);
    const rows = await rowsIn(fileOf(`name\n${names.join("\n")}`));
    expect(rows.map(({ data }) => data["name"])).toEqual(names);
  });

  test.each<[string, File, string]>([
    ["in Latin-1", fileOf("name\n", new Uint8Array([0x4d, 0xfc])), "not in UTF-8"],
    ["without a row", fileOf("name,net\n\n"), "no rows"],
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
    expect(Object.fromEntries(fields)).toEqual({ "employee.name": "text", net: "number", isNew: "boolean" });
    const headers = ["Employee Name", "NET", "is_new", "name", "other"];
    expect(
      proposeTargets(columnsOf(headers, { numbers: "comma" }), fields).map(({ path, kind }) => [path, kind]),
    ).toEqual([
      ["employee.name", "text"],
      ["net", "comma"],
      ["isNew", "boolean"],
      ["", "text"],
      ["", "text"],
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

  test("that fill the field of another column, a field inside of that field, or an impossible one are named", () => {
    const targets = ["a", "a", "b.c", "b", "c..d", ""].map((path) => ({ header: path, path, kind: "text" as const }));
    expect([...mappingMistakes(targets).keys()]).toEqual([1, 3, 4]);
  });

  test("become values of their kinds, whatever their names are", () => {
    const target = (path: string, kind: "text" | "number" | "comma" | "boolean") => ({ header: path, path, kind });
    const targets = [
      target("employee.name", "text"),
      target("__proto__.polluted", "text"),
      target("net", "number"),
      target("gross", "comma"),
      target("isNew", "boolean"),
      target("", "number"),
    ];
    const rowIn = (cells: Cell[], used: readonly ColumnTarget[]) =>
      JSON.stringify(rowOf({ row: 1, cells }, { targets: used, reference: 6, fileNames: [] }, columnsOf([])));
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
    expect(rowIn([17, false, 1234.5, 0.1, 1, null, 2031], targets)).toBe(
      '{"data":{"employee":{"name":"17"},"__proto__":{"polluted":"false"},"net":1234.5,"gross":0.1,"isNew":true},"reference":"2031"}',
    );
  });

  test.each<[Cell, string]>([
    [true, "“true” is not a number"],
    [{ fault: "error", shown: "#DIV/0!" }, "the formula ends in the error #DIV/0!. Mend the formula"],
    [{ fault: "no-result", shown: "=A1" }, "the formula has no result. Open the file in your spreadsheet program"],
  ])("refuse the cell %j of a sheet, and name its row there", (cell, message) => {
    const sheet = columnsOf(["name", "Net"], { placeOf: (row) => `Row ${row} of the sheet` });
    const targets = [
      { header: "name", path: "", kind: "text" as const },
      { header: "Net", path: "net", kind: "number" as const },
    ];
    const row = () =>
      rowOf({ row: 1_017, cells: ["Ada", cell] }, { targets, reference: undefined, fileNames: [] }, sheet);
    expect(row).toThrow(`Row 1017 of the sheet, column “Net”: ${message}`);
    // A column that is left out may have any cell.
    expect(rowOf({ row: 1, cells: [cell, 1] }, { targets, reference: undefined, fileNames: [] }, sheet)).toEqual({
      data: { net: 1 },
    });
  });

  test("name the files, and refuse names that no file can have", () => {
    const file = columnsOf(["name", "number"]);
    const namesBy = (pattern: string, ...cells: Cell[]) => {
      const names = readFileNames(pattern, file.headers);
      if ("mistake" in names) return names.mistake;
      const mapping = { targets: [], reference: undefined, fileNames: names.parts };
      return rowOf({ row: 2, cells }, mapping, file).filename;
    };
    expect(namesBy("payslip {number} of { name }.pdf", "Ada", 17)).toBe("payslip 17 of Ada.pdf");
    expect(namesBy("{number}", "Ada", " ")).toBeUndefined();
    expect(namesBy(" ", "Ada", 17)).toBeUndefined();
    expect(namesBy("payslip", "Ada", 17)).toContain("Name a column in braces");
    expect(namesBy("{salary}", "Ada", 17)).toBe("The file has no column “salary”.");
    expect(namesBy("{number", "Ada", 17)).toBe("Close each brace, such as {number}.");
    expect(namesBy("a/{number}", "Ada", 17)).toBe("A file name has no slashes.");
    expect(() => namesBy("{name}", "a/b", 17)).toThrow("Row 2: the file name has a slash");
    expect(() => namesBy("{name}", "a".repeat(201), 17)).toThrow("Row 2: the file name has more than 200 characters");
  });

  test.each([
    ["number", "1,234"],
    ["number", "1e9"],
    ["comma", "1.234"],
    ["boolean", "maybe"],
  ] as const)("as %s refuse the value %s before anything is sent, and name its row", async (kind, value) => {
    const chosen = await openFile(fileOf(`net\n"1"\n"${value}"\n`));
    const mapping = { targets: [{ header: "net", path: "net", kind }], reference: undefined, fileNames: [] };
    const options = { signal: new AbortController().signal, onRows: () => undefined };
    await expect(checkFile(chosen, mapping, options)).rejects.toThrow(`Row 2, column “net”: “${value}” is not`);
  });
});
