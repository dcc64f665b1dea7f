import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { strToU8, unzipSync, zipSync } from "fflate";
import { readWorkbook } from "./read-workbook.ts";
import { workbookLimits } from "./workbook-limits.ts";

// XlsxWriter made the file. Its sheets: "Read me" with a title, "Payslips" with a cell of each kind, "Faults", and "Lists", which is hidden.
const bytes = new Uint8Array(readFileSync(join(import.meta.dirname, "fixtures/payslips.xlsx")));
const parts = unzipSync(bytes);
const firstSheet = "xl/worksheets/sheet1.xml";

const sheetOf = (rows: string) =>
  strToU8(
    `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`,
  );
/** The workbook with another first sheet. */
const withSheet = (sheet: Uint8Array) => zipSync({ ...parts, [firstSheet]: sheet });

describe("the cells of a workbook", () => {
  test("are read from the first sheet with rows, as texts, numbers, truth values and dates in ISO 8601", async () => {
    const { names, chosen, lines } = await readWorkbook(bytes);
    expect(names).toEqual(["Read me", "Payslips", "Faults"]);
    expect(chosen).toBe("Payslips");
    expect(lines.slice(1)).toEqual([
      {
        row: 2,
        cells: [
          " Müller & Söhne ",
          "007",
          1234.5,
          "2026-11-30",
          "2026-11-30T14:05:06",
          true,
          0.195,
          "08:30",
          "36:15",
          "paid late.",
        ],
      },
      {
        row: 4,
        cells: ["埃及 👩‍👧", "008", 1000.25, "1970-01-01", "2026-03-29T02:30:00", false, 1, "23:59:59", "01:00"],
      },
    ]);
  });

  test("tell the error or the missing result of a formula", async () => {
    const { lines } = await readWorkbook(bytes, "Faults");
    expect(lines.map(({ cells }) => cells[1])).toEqual([
      "net",
      1,
      { fault: "error", shown: "#DIV/0!" },
      { fault: "no-result", shown: "=B2*2" },
    ]);
  });

  test("are empty where a formula gives an empty text", async () => {
    const rows = '<row><c t="str"><f>""</f><v></v></c><c><v>1</v></c></row>';
    const { lines } = await readWorkbook(withSheet(sheetOf(rows + rows)), "Read me");
    expect(lines[1]).toEqual({ row: 2, cells: [null, 1] });
  });
});

describe("a workbook that the browser cannot read", () => {
  const limits = { ...workbookLimits, unpackedBytes: 1_000_000, rows: 3, cells: 5 };
  const cells = (count: number) => Array.from({ length: count }, () => "<c><v>1</v></c>").join("");
  const rows = (count: number, width: number) =>
    Array.from({ length: count }, () => `<row>${cells(width)}</row>`).join("");
  /** A file that unpacks to ten megabytes, and declares that it has none. */
  function withoutSize(): Uint8Array {
    const packed = withSheet(new Uint8Array(10_000_000));
    const view = new DataView(packed.buffer);
    for (let at = 0; at < packed.length - 4; at += 1)
      if (view.getUint32(at, true) === 10_000_000) view.setUint32(at, 0, true);
    return packed;
  }

  test.each<[string, Uint8Array, string]>([
    ["a text", strToU8("PK\u0003\u0004 and no ZIP"), "not a whole Excel workbook"],
    ["a part of the file", bytes.subarray(0, 5_000), "not a whole Excel workbook"],
    ["another ZIP", zipSync({ "a.txt": strToU8("x") }), "not a whole Excel workbook"],
    ["broken XML", withSheet(sheetOf("<row><c r=").subarray(0, 119)), "not a whole Excel workbook"],
    ["a file that unpacks to more than the limit", withSheet(new Uint8Array(2_000_000)), "more than 1.0 MB"],
    ["a file that hides its size", withoutSize(), "more than 1.0 MB"],
    [
      "a sheet with two far corners",
      withSheet(
        sheetOf('<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'),
      ),
      "more than 2,000,000 cells",
    ],
    ["too many rows", withSheet(sheetOf(rows(4, 1))), "more than 3 rows"],
    ["too many cells", withSheet(sheetOf(rows(2, 3))), "more than 5 cells"],
    ["too many columns", withSheet(sheetOf(rows(1, 501))), "Row 1 of the sheet “Read me” has 501 columns"],
    ["a first line alone", withSheet(sheetOf(rows(1, 2))), "The sheet “Read me” has no rows"],
  ])("is refused with a sentence that says what to do: %s", async (_what, file, message) => {
    const opened = readWorkbook(file, "Read me", limits);
    await expect(opened).rejects.toThrow(message);
    await expect(opened).rejects.toMatchObject({ name: "FileMistake" });
  });
});
