import { describe, expect, test } from "@jest/globals";
import { checkFile, openFile, rowsOf } from "./chosen-file.ts";
import { mappingMistakes, proposeTargets, rowOf } from "./column-mapping.ts";
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
  const targets = proposeTargets(chosen.headers, new Map(), chosen.separator);
  return all(rowsOf(chosen, { targets, reference: undefined }));
}

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
    expect(proposeTargets(headers, fields, ";").map(({ path, kind }) => [path, kind])).toEqual([
      ["employee.name", "text"],
      ["net", "comma"],
      ["isNew", "boolean"],
      ["", "text"],
      ["", "text"],
    ]);
    expect(proposeTargets(["name", "net"], fields, ",").map(({ path, kind }) => [path, kind])).toEqual([
      ["employee.name", "text"],
      ["net", "number"],
    ]);
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
    const row = rowOf(["", "x", " -1234.5 ", "12,75", "YES", "no number", "p-17"], { targets, reference: 6 }, 1);
    expect(JSON.stringify(row)).toBe(
      '{"data":{"employee":{"name":""},"__proto__":{"polluted":"x"},"net":-1234.5,"gross":12.75,"isNew":true},"reference":"p-17"}',
    );
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
    // Empty cells are no numbers, and rows without a name have no reference.
    expect(JSON.stringify(rowOf(["", "", " ", "", "", "", ""], { targets: targets.slice(2), reference: 6 }, 1))).toBe(
      '{"data":{}}',
    );
  });

  test.each([
    ["number", "1,234"],
    ["number", "1e9"],
    ["number", "1234567890123456"],
    ["comma", "1.234"],
    ["boolean", "maybe"],
  ] as const)("as %s refuse the value %s before anything is sent, and name its row", async (kind, value) => {
    const chosen = await openFile(fileOf(`net\n"1"\n"${value}"\n`));
    const mapping = { targets: [{ header: "net", path: "net", kind }], reference: undefined };
    const options = { signal: new AbortController().signal, onRows: () => undefined };
    await expect(checkFile(chosen, mapping, options)).rejects.toThrow(`Row 2, column “net”: “${value}” is not`);
  });
});
