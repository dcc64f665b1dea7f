import { describe, expect, test } from "@jest/globals";
import { maxFileBytes, readChosenFile } from "./read-template-file.ts";
import { templateFileName, writeTemplateFile } from "./template-file.ts";

const about = { name: "Invoice", description: "For customers", tags: ["billing"] };
const source = {
  html: "<p>{{a}}</p>\r\n ",
  css: "p {}\t",
  settings: {},
  dataSets: [{ name: "One", json: '{"a": 1}' }],
};
const text = writeTemplateFile(about, source);

/** The mistakes in a file that differs from a valid one in these fields. */
async function mistakesWith(changes: Record<string, unknown>): Promise<string[]> {
  // `writeTemplateFile` writes an object.
  const content = { ...(JSON.parse(text) as Record<string, unknown>), ...changes };
  const read = await readChosenFile(new Blob([JSON.stringify(content)]));
  return "mistakes" in read ? read.mistakes.map(({ path, message }) => `${path}: ${message}`) : [];
}

test("the file starts with its format and name", () => {
  expect(text.startsWith('{\n  "format": "platen-template",\n  "formatVersion": 1,\n  "name": "Invoice",\n')).toBe(
    true,
  );
  expect(Object.keys(JSON.parse(text) as object)).toEqual(
    "format formatVersion name description tags settings html css dataSets".split(" "),
  );
});

describe("a file that is not a template is refused, with the position of each mistake", () => {
  test.each([
    ["<html>", "Line 1, column 1"],
    ['{ "format": "platen-template",\n  "formatVersion": 1,\n}', "Line 3, column 1"],
    ["[]", "must be an object"],
    ["{}", "not a template exported from Platen"],
    ['{ "format": "platen-template" }', "not a template exported from Platen"],
    ['{ "format": "platen-template", "formatVersion": 2, "anything": 1 }', "exported by a newer Platen (format 2"],
  ])("%s", async (content, message) => {
    const read = await readChosenFile(new Blob([content]));
    expect(read).toEqual({ mistakes: [{ path: "", message: expect.stringContaining(message) }] });
  });

  test.each<[Record<string, unknown>, string]>([
    [{ name: "x".repeat(101) }, "name: must have at most 100 characters"],
    [{ html: undefined }, "html: is missing"],
    [{ extra: 1 }, "extra: is not a known field"],
    [{ settings: { margin: { top: "1 inch" } } }, "settings.margin.top: must be a length"],
    [{ css: "x".repeat(1_000_001) }, "css: must have at most 1000000 characters"],
    [{ tags: ["good", "<b>"] }, "tags[1]: must be 1 to 40 letters"],
    [{ dataSets: [] }, "dataSets: must have at least one"],
    [{ dataSets: [{ name: "One", json: '{"a": 1,}' }] }, "dataSets[0].json: needs a name in double quotes"],
  ])("%j", async (changes, message) => {
    expect(await mistakesWith(changes)).toEqual([expect.stringContaining(message)]);
  });

  test("because it is not text, or too large", async () => {
    expect(await readChosenFile(new Blob([new Uint8Array([0xff, 0xfe, 0x7b])]))).toEqual({
      mistakes: [{ path: "", message: "The file is not UTF-8 text." }],
    });
    expect(await readChosenFile(new Blob(["x".repeat(maxFileBytes + 1)]))).toEqual({
      mistakes: [{ path: "", message: "The file is larger than 5.2 MB, the limit for a template." }],
    });
    expect(await readChosenFile(new Blob([text]))).toHaveProperty("template");
  });
});

test.each([
  ["Invoice", "Invoice.platen.json"],
  ["Rechnung für Ärzte 2/3: “neu”", "Rechnung für Ärzte 2 3 neu.platen.json"],
  ["請求書", "請求書.platen.json"],
  ["../../etc/passwd", "etc passwd.platen.json"],
  ["???", "template.platen.json"],
])("%s is saved as %s", (name, file) => {
  expect(templateFileName(name)).toBe(file);
});
