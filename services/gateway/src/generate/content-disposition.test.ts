import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { contentDisposition, pdfFilename } from "./content-disposition.ts";

describe("the file name", () => {
  test.each([
    ["invoice-7", "Invoice", "invoice-7.pdf"],
    ["invoice.PDF", "Invoice", "invoice.PDF"],
    [undefined, "Année 2026", "Année 2026.pdf"],
    [undefined, "a/b\\c", "a_b_c.pdf"],
    ["  ", "Invoice", "document.pdf"],
  ])("of a request for %j from the template %j is %j", (requested, templateName, filename) => {
    expect(pdfFilename(requested, templateName)).toBe(filename);
  });
});

describe("Content-Disposition", () => {
  test.each([
    ["invoice.pdf", 'attachment; filename="invoice.pdf"'],
    ["Année.pdf", `attachment; filename="Annee.pdf"; filename*=UTF-8''Ann%C3%A9e.pdf`],
    ['a "b" 100%.pdf', `attachment; filename="a _b_ 100_.pdf"; filename*=UTF-8''a%20%22b%22%20100%25.pdf`],
    [
      "請求書 (1).pdf",
      `attachment; filename="___ (1).pdf"; filename*=UTF-8''%E8%AB%8B%E6%B1%82%E6%9B%B8%20%281%29.pdf`,
    ],
  ])("for %j keeps the name and is readable for old clients", (filename, header) => {
    expect(contentDisposition("attachment", filename)).toBe(header);
  });

  test("is a valid header for any name, and carries the name exactly", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }), (requested, templateName) => {
        const filename = pdfFilename(requested, templateName);
        const header = contentDisposition("attachment", filename);
        expect(header).toMatch(/^[\x20-\x7e]+$/);
        expect(() => new Headers({ "content-disposition": header })).not.toThrow();
        const [, plain = "", extended] =
          /^attachment; filename="([^"\\]*)"(?:; filename\*=UTF-8''(\S+))?$/.exec(header) ?? [];
        expect(extended === undefined ? plain : decodeURIComponent(extended)).toBe(filename);
      }),
    );
  });
});
