import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startTestEngine, type TestEngine } from "@platen/engine/proof";
import { createEvaluator } from "@platen/formats";
import { fillParts, parseMustache } from "@platen/mustache";
import { pdfPictures, proofOr, randomFrom } from "@platen/testing";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";

let engine: TestEngine;
beforeAll(async () => {
  const wasm = createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm");
  prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(readFileSync(wasm)).buffer } });
  engine = await startTestEngine();
});
afterAll(() => engine.close());

const random = randomFrom(1);
const pick = (letters: string, length: number) =>
  Array.from({ length }, () => letters.charAt(Math.floor(random() * letters.length))).join("");
const digits = "0123456789";
const ascii = `${digits}ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz -./:;<>&"'()`;

/** Digits with the check digit of GS1. */
function withCheckDigit(length: number): string {
  const text = pick(digits, length - 1);
  const sum = [...text].toReversed().reduce((total, digit, index) => total + Number(digit) * (index % 2 ? 1 : 3), 0);
  return `${text}${(10 - (sum % 10)) % 10}`;
}

type Code = { format: string; content: string; expected?: string };

/** A code of each kind, of a random content. */
function randomCodes(): Code[] {
  const gtin = withCheckDigit(14);
  const upca = withCheckDigit(12);
  const texts = ["code128", "datamatrix", "pdf417", "aztec"].map((kind) => ({
    format: `barcode ${kind}`,
    content: pick(ascii, 12).trim() || "a",
  }));
  return [
    ...texts,
    { format: "barcode code39", content: pick(`${digits}ABCXYZ-.`, 8) },
    { format: "barcode ean13", content: withCheckDigit(13) },
    { format: "barcode ean8", content: withCheckDigit(8) },
    // Scanners read UPC-A as EAN-13.
    { format: "barcode upca", content: upca, expected: `0${upca}` },
    { format: "barcode itf14", content: withCheckDigit(14) },
    { format: "barcode gs1-128", content: `(01)${gtin}` },
    { format: "qr", content: `https://example.com/${pick(ascii, 40).trim()}` },
    { format: "qr 40mm ecc='H'", content: `Zoë 漢字 🧿 ${pick(ascii, 60).trim()}` },
  ];
}

test("each printed code reads back as its content", async () => {
  const codes = Array.from({ length: proofOr(17, 1) }, randomCodes).flat();
  const evaluator = createEvaluator({ locale: "en", timeZone: "UTC" });
  const pages = codes.map(({ format, content }) => {
    const parts = parseMustache(`<section>{{ content | ${format} }}</section>`);
    return fillParts(parts, { content }, { maxOutputLength: 1_000_000, evaluator });
  });
  // Small pages, because drawing and searching a page takes time by its size.
  const html = `<style>@page { size: 110mm 80mm; margin: 0 } section { break-after: page; padding: 8mm }</style>${pages.join("")}`;
  const { pdf } = await engine.printHtml(html);
  const pictures = await pdfPictures(pdf, { dpi: 300 });
  const read: string[] = [];
  for (const { rgba, width, height } of pictures.slice(0, codes.length)) {
    // The part of a browser's ImageData that the reader uses. A page shows one code.
    const image = { data: new Uint8ClampedArray(rgba), width, height } as Parameters<typeof readBarcodes>[0];
    const [found] = await readBarcodes(image, { tryHarder: true, maxNumberOfSymbols: 1 });
    read.push(found?.text ?? "");
  }
  const wanted = codes.map(({ format, content, expected = content }) => `${format}: ${expected}`);
  expect(codes.map(({ format }, index) => `${format}: ${read[index] ?? ""}`)).toEqual(wanted);
});
