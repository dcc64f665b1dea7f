import { describe, expect, test } from "@jest/globals";
import type { TranslationFormat, TranslationTable } from "@platen/contracts";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { readTranslationFile } from "./read-translation-file.ts";
import { writeTranslationFile } from "./write-translation-file.ts";

const text = fc
  .oneof(
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 }),
    fc.constantFrom(
      'a "quoted", text',
      "line\nbreak",
      "<b>&amp;</b>",
      "]]>",
      " blank ",
      "=1+1",
      "'=1+1",
      "''-",
      "'quoted'",
      "a;\t=\n''-\t\t@",
      "a;b\tc",
      "\uFEFFa",
      "{n, plural, other {#}}",
    ),
  )
  .filter((value) => !/[^\P{Cc}\t\n]|[\uFFFE\uFFFF]/u.test(value));
const key = fc.constantFrom("a", "b.c", "b.d", "invoice.due-date", "größe.x_1", "constructor", "1");
const texts = fc.dictionary(key, text, { minKeys: 1 });
const table = fc.record({ en: texts, "de-CH": texts });

const write = (given: TranslationTable, format: TranslationFormat, locale?: string) =>
  writeTranslationFile(given, { format, locale, defaultLocale: "en" }).content;

describe("a table that is exported and imported stays the same", () => {
  test.each(["json", "csv"] as const)("as %s", (format) => {
    fc.assert(
      fc.property(table, (given) => {
        expect(readTranslationFile({ format, content: write(given, format) })).toEqual({ table: given, mistakes: [] });
        const content = write(given, format, "en");
        expect(readTranslationFile({ format, content }).table).toEqual({ en: given.en });
      }),
    );
  });

  test("as XLIFF, one language beside the default one", () => {
    fc.assert(
      fc.property(table, (given) => {
        const content = write(given, "xliff", "de-CH");
        expect(readTranslationFile({ format: "xliff", content })).toEqual({
          table: { "de-CH": given["de-CH"] },
          mistakes: [],
        });
      }),
    );
  });
});

test("no cell of a CSV file is a formula of a spreadsheet, whatever separates its cells", () => {
  const formulas = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "＝1", "'=1", "a;=1+1", "a\t=1+1", "a\n=1+1"];
  const given = { en: Object.fromEntries(formulas.map((formula, index) => [`k${index}`, formula])) };
  const content = write(given, "csv");
  for (const delimiter of [",", ";", "\t"]) {
    // A program that expects another separator takes quotes within a cell as they are.
    const quote = delimiter === "," ? '"' : false;
    const cells = parse(content, { delimiter, quote, relax_column_count: true }).flat();
    expect(cells.filter((cell) => /^\s*[=+\-@＝＋－＠]/.test(cell))).toEqual([]);
  }
  expect(readTranslationFile({ format: "csv", content }).table).toEqual(given);
});

test("a JSON file of one language takes it from the request", () => {
  const content = '{ "invoice": { "title": "Rechnung" } }';
  expect(readTranslationFile({ format: "json", content, locale: "de" }).table).toEqual({
    de: { "invoice.title": "Rechnung" },
  });
});

test("a CSV file may have semicolons, a mark at its start and lines of Windows", () => {
  const content = '\uFEFFkey;en;de\r\na;"x\r\ny";\r\nb;1;2\r\n';
  expect(readTranslationFile({ format: "csv", content }).table).toEqual({ en: { a: "x\ny", b: "1" }, de: { b: "2" } });
});

const unit = (inner: string) =>
  `<xliff version="2.1" srcLang="en" trgLang="de"><file id="f"><unit id="u" name="a">${inner}</unit></file></xliff>`;
const billionLaughs = `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${unit("<segment><target>&b;</target></segment>")}`;

test("segments of a unit are one text, and an empty target is not translated", () => {
  const content = unit(
    "<segment><target>a<cp hex='2028'/> </target></segment><segment><target><mrk id='1'>b</mrk></target></segment>",
  );
  expect(readTranslationFile({ format: "xliff", content }).table).toEqual({ de: { a: "a\u2028 b" } });
  expect(readTranslationFile({ format: "xliff", content: unit("<segment><target/></segment>") }).table).toEqual({
    de: {},
  });
});

test.each<[TranslationFormat, string, object]>([
  ["json", '{\n "en": {', { path: "content", line: 2, message: "ends too early" }],
  ["json", "[]", { path: "content", message: "must be an object in braces" }],
  ["json", '{ "en": { "a": 1 } }', { path: "content.en.a", message: expect.stringContaining("must be a text") }],
  ["json", '{ "en": { "a": "x", "a.b": "y" } }', { path: "content.en.a", message: expect.stringContaining("both") }],
  [
    "json",
    '{ "en": { "__proto__": "x" } }',
    { path: "content.en.__proto__", message: expect.stringContaining("letters") },
  ],
  ["json", '{ "english!": {} }', { path: "content.english!", message: expect.stringContaining("language tag") }],
  ["json", '{ "en-XA": {} }', { path: "content.en-XA" }],
  ["csv", "name,en\na,b", { path: "content", line: 1, message: expect.stringContaining("key,en,de") }],
  ["csv", "key,en\na,b,c", { path: "content", line: 2, message: expect.stringContaining("more or fewer cells") }],
  ["csv", 'key,en\na,"b', { path: "content", message: expect.stringContaining("quote") }],
  ["csv", "key,en\na,b\na,c", { path: "content", message: 'has two rows of the key "a"' }],
  [
    "xliff",
    unit("<segment><target>x</segment>"),
    { path: "content", line: 1, message: expect.stringContaining("XML") },
  ],
  ["xliff", billionLaughs, { path: "content", message: expect.stringContaining("document type") }],
  [
    "xliff",
    unit("<segment><target>&nbsp;</target></segment>"),
    { path: "content", message: expect.stringContaining("XML") },
  ],
  ["xliff", unit("<segment><target>a<ph id='1'/></target></segment>"), { message: expect.stringContaining("<ph>") }],
  ["xliff", '<xliff version="1.2"/>', { message: expect.stringContaining("version 2") }],
  ["xliff", "<a/>", { message: "must be an XLIFF file" }],
  ["xliff", "no XML", { path: "content" }],
])("a broken %s file is refused with its place: %s", (format, content, expected) => {
  expect(readTranslationFile({ format, content }).mistakes[0]).toMatchObject(expected);
});
