import { expect, test } from "@jest/globals";
import { pageSettings } from "@platen/contracts";
import fc from "fast-check";
import { readChosenFile } from "./read-template-file.ts";
import { writeTemplateFile } from "./template-file.ts";

/** Any text that can be stored, which is any without NUL, with characters that editors and file systems often change. */
const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("\r\n", "\r", "\n", " \n", "\t", "\uFEFF", "\u2028", "\u0085", "e\u0301", "é", "\u202e", "👩‍👩‍👧"),
    ),
  )
  .map((parts) => parts.join("").replaceAll("\0", ""));

const oneLine = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 20 })
  .map((text) => text.replaceAll(/\p{Cc}/gu, "").trim())
  .filter((text) => text !== "");

const length = fc.nat({ max: 99_999 }).map((amount) => `${amount}mm`);
const settings = fc.record(
  {
    margin: fc.record({ left: length, top: length }, { requiredKeys: [] }),
    footer: anyText,
    header: anyText,
    scale: fc.double({ min: 0.1, max: 2, noNaN: true }),
    orientation: fc.constantFrom("landscape" as const, "portrait" as const),
    tagged: fc.boolean(),
  },
  { requiredKeys: [] },
);

const dataSets = fc.uniqueArray(
  fc.record({
    name: oneLine,
    json: fc
      .tuple(fc.dictionary(anyText, fc.jsonValue()), fc.constantFrom("", "\t", "   "), fc.constantFrom("", "\r\n", " "))
      .map(([value, indent, end]) => end + JSON.stringify(value, null, indent) + end),
  }),
  { selector: ({ name }) => name, minLength: 1, maxLength: 4 },
);

test("exporting and importing a template changes neither the template nor the file", async () => {
  const template = fc.record({
    name: oneLine,
    description: anyText.map((text) => text.slice(0, 300)).filter((text) => text.isWellFormed()),
    tags: fc.uniqueArray(fc.constantFrom("billing", "Ärzte 2", "v1.0", "請求"), { maxLength: 4 }),
  });
  const source = fc.record({ html: anyText, css: anyText, settings, dataSets });
  await fc.assert(
    fc.asyncProperty(template, source, async (about, parts) => {
      const file = writeTemplateFile(about, parts);
      const read = await readChosenFile(new Blob([file]));
      if (!("template" in read)) throw new Error(JSON.stringify(read.mistakes));
      const { format: _format, formatVersion: _version, ...created } = read.template;
      expect(created).toEqual({ ...about, ...parts, settings: pageSettings.parse(parts.settings) });
      expect(writeTemplateFile(created, created)).toBe(file);
    }),
  );
});
