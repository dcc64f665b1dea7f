import { describe, expect, test } from "@jest/globals";
import { documentFileName } from "@platen/contracts/file-name";
import fc from "fast-check";
import { contentDisposition } from "./content-disposition.ts";

describe("Content-Disposition", () => {
  test.each([
    ["invoice.pdf", 'attachment; filename="invoice.pdf"'],
    ["Année.pdf", `attachment; filename="Annee.pdf"; filename*=UTF-8''Ann%C3%A9e.pdf`],
    ['a "b" 100%.pdf', `attachment; filename="a _b_ 100_.pdf"; filename*=UTF-8''a%20%22b%22%20100%25.pdf`],
    [
      "請求書 (1).pdf",
      `attachment; filename="___ (1).pdf"; filename*=UTF-8''%E8%AB%8B%E6%B1%82%E6%9B%B8%20%281%29.pdf`,
    ],
    ["..／a.pdf", `attachment; filename=".._a.pdf"; filename*=UTF-8''..%EF%BC%8Fa.pdf`],
    ["ＣＯＮ.pdf", `attachment; filename="_CON.pdf"; filename*=UTF-8''%EF%BC%A3%EF%BC%AF%EF%BC%AE.pdf`],
  ])("for %j keeps the name and is readable for old clients", (filename, header) => {
    expect(contentDisposition("attachment", filename)).toBe(header);
  });

  test("is a valid header for any name, and carries the name exactly", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }), (requested, templateName) => {
        const filename = documentFileName("pdf", requested, templateName);
        const header = contentDisposition("attachment", filename);
        expect(header).toMatch(/^[\x20-\x7e]+$/);
        expect(() => new Headers({ "content-disposition": header })).not.toThrow();
        const [, plain = "", extended] =
          /^attachment; filename="([^"\\]*)"(?:; filename\*=UTF-8''(\S+))?$/.exec(header) ?? [];
        expect(extended === undefined ? plain : decodeURIComponent(extended)).toBe(filename);
      }),
    );
  });

  test("has no name above 255 bytes, however many letters a sign stands for", () => {
    const header = contentDisposition("attachment", documentFileName("pdf", "\ufdfa".repeat(200), null));
    const [, plain = "", extended = ""] = /filename="(.*)"; filename\*=UTF-8''(\S+)$/.exec(header) ?? [];
    expect([plain.length, Buffer.byteLength(decodeURIComponent(extended))]).toEqual([255, 253]);
  });
});
