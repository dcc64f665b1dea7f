/* oxlint-disable node/no-process-env -- the seed of a run comes from the environment. */
import { pdfWith } from "@platen/pdf/testing";
import { pdfInfo, proofOr, randomFrom } from "@platen/testing";
import { describe, expect, test } from "@jest/globals";
import { finishPdf } from "../src/pdf/finish-pdf.ts";
import { isRenderError } from "../src/failure/render-error.ts";
import { engineForFile } from "./engine-for-file.ts";

const seed = Number(process.env["PDF_FUZZ_SEED"] ?? proofOr(Math.floor(Math.random() * 2 ** 31), 1));
const mutationCount = proofOr(10_000, 300);
const documentCount = proofOr(2_000, 12);
/** No amendment of a small file comes near it. */
const maxBytes = 5_000_000;

const engine = engineForFile({ limits: { maxPdfBytes: maxBytes } });
const random = randomFrom(seed);
const below = (count: number) => Math.floor(random() * count);
const pick = <T>(list: readonly [T, ...T[]]): T => list[below(list.length)] ?? list[0];

/** Text that a PDF's reader could take for syntax. `as`: the list is not empty, which `flat` does not know. */
const syntax = [
  ["/ToUnicode 3 0 R", "/Pages 9 0 R", "/Count 1", "/URI (javascript:a)", "/A <</S /JavaScript>>", "/Lang (x)"],
  ["endobj", "\nendobj\n7 0 obj\n", "endstream", "stream\n", "trailer", "startxref\n9\n%%EOF", "xref\n0 9"],
  ["(", ")", "((", "\\", "\\)", "<<", ">>", "<", ">", "[", "]", "[".repeat(300), "<<".repeat(300), "#20", "#00"],
  ["99999999999999999999", "-1", "1e999", "R", "null", "endcodespacerange <0000> <FFFFFFFF> <0041> endcmap", "’", "言"],
].flat() as [string, ...string[]];

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const written = () =>
  Array.from({ length: 1 + below(4) }, () => pick(syntax))
    .join(pick(["", " ", "\n"]))
    .replaceAll(/[&<>"]/g, (character) => escapes[character] ?? "");

const text = "/F7 1 Tf\n/Span<</ActualText <FEFF2019> >> BDC\n<0001> Tj\nEMC\n";

/** A document of two pages with such text in every place that reaches the PDF. */
const imitation = () => `<!doctype html><html lang="${written()}"><title>${written()}</title>
  <style>p { font-family: "${pick(["Inter", "Tinos", "x) /ToUnicode 3 0 R"])}", serif }</style>
  <h1 id="${written()}">${written()}</h1><p>${written()}<a href="https://a.example/${written()}">${written()}</a>
  <a href="${pick(["file:///", "javascript:", "#", "tel:"])}${written()}">x</a>
  <img alt="${written()}" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>">
  <p style="break-before: page">${written()}`;

const print = (html: string) =>
  engine.printHtml(html, { settings: { tagged: random() < 0.5, outline: random() < 0.5 } });

/**
 * The PDF with some bytes changed, left out, repeated or replaced by syntax. Half of the changes are near the end, and
 * half keep all offsets as they are, so that more than the cross-reference table is read.
 */
function mutated(pdf: Buffer): Buffer {
  let bytes = Buffer.from(pdf);
  for (let changes = 1 + below(4); changes > 0; changes -= 1) {
    const at = random() < 0.5 ? below(bytes.length) : Math.max(0, bytes.length - 1 - below(2_000));
    const end = at + below(pick([2, 20, 400]));
    const put = pick([Buffer.of(below(256)), Buffer.alloc(0), bytes.subarray(at, end), Buffer.from(pick(syntax))]);
    const next = pick([at, end, at + put.length, at + put.length]);
    bytes = Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(next)]);
  }
  return bytes;
}

/** Amends a PDF as the engine does. Gives the length of the result, or the code of the refusal. */
function amend(pdf: Buffer): number | string {
  try {
    return finishPdf(pdf, {
      createdAt: new Date(0),
      language: "de",
      correctsToUnicode: true,
      scale: 1,
      hasHeader: false,
      maxPages: 1_000,
      maxBytes,
    }).pdf.length;
  } catch (error) {
    return isRenderError(error) ? error.code : String(error);
  }
}

describe(`PDFs and documents that imitate their syntax (PDF_FUZZ_SEED=${seed})`, () => {
  test(
    "a document that imitates PDF syntax is amended, and has its pages and only allowed links",
    async () => {
      for (let count = 0; count < documentCount; count += 1) {
        const html = imitation();
        const { pdf, pageCount, skippedAmendments } = await print(html);
        const read = await pdfInfo(pdf);
        const forbidden = read.links.filter(({ url }) => !/^(?:https?|mailto|tel):/.test(url));
        expect({ html, pageCount, skippedAmendments, forbidden }).toEqual({
          html,
          pageCount: read.pageCount,
          skippedAmendments: [],
          forbidden: [],
        });
      }
    },
    proofOr(3_600_000, 60_000),
  );

  test(
    "a damaged PDF is amended within the limit or refused for good",
    async () => {
      const originals: [Buffer, ...Buffer[]] = [pdfWith({ title: "a", address: "file:a", content: text })];
      for (let count = 0; count < 3; count += 1) originals.push((await print(imitation())).pdf);
      for (let count = 0; count < mutationCount; count += 1) {
        const result = amend(mutated(pick(originals)));
        if (typeof result === "number") expect(result).toBeLessThanOrEqual(maxBytes);
        else expect(["render_failed", "document_too_large", "too_many_pages"]).toContain(result);
      }
    },
    proofOr(600_000, 60_000),
  );
});
