import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { documentFileName, sameFileKey, toFileName } from "./file-name.ts";

const name = (text: string, number?: string) =>
  toFileName(text, { extension: ".pdf", otherwise: "row 1", ...(number !== undefined && { number }) });

test.each([
  ["invoice-7", "invoice-7.pdf"],
  ["invoice.PDF", "invoice.PDF"],
  ["../a\\b:c?", ".._a_b_c_.pdf"],
  ["a. . ", "a.pdf"],
  ["a. .pdf", "a.pdf"],
  [" \u200b.\u3000", "row 1.pdf"],
  ["CON", "_CON.pdf"],
  ["nul.pdf", "_nul.pdf"],
  ["com1", "_com1.pdf"],
  ["LPT\u00b9", "_LPT\u00b9.pdf"],
  ["aux.txt.pdf", "_aux.txt.pdf"],
  ["prn .x", "_prn .x.pdf"],
  ["Contract", "Contract.pdf"],
  ["invoice\u202efdp.exe", "invoicefdp.exe.pdf"],
  ["a\u200bb\u2066c\u00ad\ufeff.pdf", "abc.pdf"],
  ["e\u0301", "\u00e9.pdf"],
  ["e\u200d\u0301", "\u00e9.pdf"],
  ["a\u2028b\n", "a_b_.pdf"],
])("the file of %j has the name %j", (text, expected) => expect(name(text)).toBe(expected));

test.each([
  ["invoice-7", "Invoice", "invoice-7.pdf"],
  [null, "Année 2026", "Année 2026.pdf"],
  [undefined, "a/b\\c", "a_b_c.pdf"],
  ["  ", "Invoice", "document.pdf"],
  [null, null, "document.pdf"],
])("the PDF of a request for %j from the template %j has the name %j", (requested, templateName, expected) =>
  expect(documentFileName("pdf", requested, templateName)).toBe(expected),
);

describe("a long name", () => {
  test.each([
    ["letters", "n".repeat(300), "n".repeat(251)],
    ["words, which ends with the last one that fits", `${"n".repeat(249)}. ${"n".repeat(50)}`, "n".repeat(249)],
    ["Chinese characters", "請".repeat(100), "請".repeat(83)],
    ["emoji", "📄".repeat(100), "📄".repeat(62)],
    ["characters of several signs", "🇩🇪".repeat(100), "🇩🇪".repeat(31)],
    ["one endless character", `a${"\u0301".repeat(300)}`, `\u00e1${"\u0301".repeat(124)}`],
  ])("of %s is cut within 255 bytes, between two characters where there are two", (_what, text, expected) => {
    expect(name(text)).toBe(`${expected}.pdf`);
  });

  test("leaves the room for its number, and the extension that it had", () => {
    const cut = name(`${"é".repeat(200)}.PDF`, " (row 12)");
    expect(cut).toMatch(/^é+ \(row 12\)\.PDF$/);
    expect(Buffer.byteLength(cut)).toBe(255);
  });
});

test("any text makes a name that systems take, and that stays itself", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 400 }), fc.constantFrom("", " (row 5)"), (text, number) => {
      const made = name(text, number);
      expect(Buffer.byteLength(made)).toBeLessThanOrEqual(255);
      expect(made).toMatch(/^[^\p{Cc}\p{Cf}/\\:*?"<>|]+\.pdf$/iu);
      expect(made).toBe(made.normalize("NFC"));
      expect(made).not.toMatch(/^\s|[. ]\.pdf$|^(?:con|nul|aux|prn)\./i);
      expect(name(made)).toBe(made);
    }),
  );
});

test.each([
  ["A.pdf", "a.pdf"],
  ["\u00e9.pdf", "e\u0301.pdf"],
  ["STRASSE.pdf", "straße.pdf"],
  ["\u212b.pdf", "\u00e5.pdf"],
])("%j and %j are one file", (one, other) => expect(sameFileKey(one)).toBe(sameFileKey(other)));
