import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { accountHolder } from "@platen/contracts/holder";
import { cmapOf, dates, fontWith, link, pdfOf, streamOf } from "@platen/pdf/testing";
import { finishPdf } from "./finish-pdf.ts";
import { createPdfFinisher, type PdfFinisher } from "./pdf-finisher.ts";

const all = {
  createdAt: new Date("2026-01-31T09:00:00Z"),
  language: "de",
  correctsToUnicode: true,
  scale: 1,
  hasHeader: false,
  maxPages: 10,
  maxBytes: 100_000,
};

function amended(pdf: Buffer, changes: { maxBytes?: number } = {}) {
  const { pdf: finished, ...rest } = finishPdf(pdf, { ...all, ...changes });
  return { ...rest, text: finished.toString("latin1") };
}

test("a PDF gets its dates and language, and keeps its links to the web", () => {
  const { skipped, pageCount, text } = amended(pdfOf());
  expect({ skipped, pageCount }).toEqual({ skipped: [], pageCount: 1 });
  expect(text).toContain("/CreationDate (D:20260131090000+00'00')\n/ModDate (D:20260131090000+00'00')");
  expect(text).toContain("<</Lang (de)");
  expect(text).toContain("/URI (https://example.com/)");
});

test.each([
  ["dates", { info: "<</CreationDate (D:2020)>>" }],
  ["characters", { font: fontWith, stream: "<</Filter /FlateDecode\n/Length 3>> stream\nabc\nendstream" }],
  ["characters", { font: fontWith, stream: streamOf("no CMap") }],
  ["characters", { font: fontWith, stream: streamOf(cmapOf("<0000> <0FFFFFFF> <0041>")) }],
  ["characters", { font: fontWith, stream: streamOf(cmapOf("<0000> <FFFF> <0041>\n".repeat(2))) }],
  ["characters", { font: fontWith, stream: streamOf(cmapOf("<0000> <0001> <2019>\n".repeat(1_000_000))) }],
])("a PDF whose %s cannot be read is given without this amendment, and without forbidden links", (what, changes) => {
  const { skipped, text } = amended(pdfOf({ ...changes, link: link("javascript:alert(1)") }));
  expect(skipped).toEqual([what]);
  expect(text).not.toContain("javascript");
});

test("a title that names a CMap gives no stream to be read or replaced", () => {
  const cmap = streamOf(cmapOf("<0000> <FFFF> <2019>"));
  const { skipped, text } = amended(pdfOf({ info: `<</Title (/ToUnicode 6 0 R)\n${dates}>>`, stream: cmap }));
  expect(skipped).toEqual([]);
  expect(text.match(/^6 0 obj$/gm)).toHaveLength(1);
});

test.each(["x endobj y", "a >> /Pages 9 0 R", "a \\) /Pages 9 0 R", "<< [ ("])(
  "a language that looks like PDF syntax does not hide the pages: %s",
  (language) => {
    const catalog = `<</Type /Catalog\n/Lang (${language.replace("(", String.raw`\(`)})\n/Pages 3 0 R>>`;
    expect(amended(pdfOf({ catalog }))).toMatchObject({ pageCount: 1, skipped: [] });
  },
);

test("a PDF that its amendments would make too large is given without them", () => {
  const pdf = pdfOf();
  expect(amended(pdf, { maxBytes: pdf.length })).toMatchObject({
    skipped: ["language", "metadata", "characters"],
    text: pdf.toString("latin1"),
  });
});

/** A refusal for good: another attempt would print the same PDF. */
const unreadable = (message: string) =>
  expect.objectContaining({ code: "render_failed", retryable: false, cause: new Error(message) });

test("a PDF whose links cannot be read is refused", () => {
  const odd = "<</Type /Annot\n/A 6 0 R\n/URI (file:///etc/passwd)>>";
  expect(() => amended(pdfOf({ link: odd }))).toThrow(unreadable("cannot read a PDF link"));
});

test("a PDF with a cross-reference stream is refused, because it may hide links", () => {
  const pdf = Buffer.from(
    "%PDF-1.5\n1 0 obj\n<</Type /XRef\n/Length 0>> stream\n\nendstream\nendobj\nstartxref\n9\n%%EOF\n",
  );
  expect(() => amended(pdf)).toThrow(unreadable("the PDF has no trailer"));
});

let finisher: PdfFinisher;
beforeAll(() => {
  finisher = createPdfFinisher({ processes: 1, timeoutMs: 100 });
});
afterAll(() => finisher.close());
const { signal } = new AbortController();

test("a PDF whose amending takes too long is given without it, and without forbidden links", async () => {
  const content = streamOf("<0001> Tj\n".repeat(6_000_000));
  const slow = pdfOf({ content, font: fontWith, stream: streamOf(cmapOf("<0001> <0627>")), link: link("file:///etc") });
  const { pdf, pageCount, skipped } = await finisher.finish(
    slow,
    { ...all, maxBytes: 1e9 },
    { holder: accountHolder("acc_a"), signal },
  );
  expect({ pageCount, skipped }).toEqual({ pageCount: 1, skipped: ["language", "metadata", "characters"] });
  expect(pdf.toString("latin1")).toContain("D:20260131090000");
  expect(pdf.toString("latin1")).not.toContain("file:");
});

test("a PDF whose links cannot be checked in time is refused for good, and the next one is finished", async () => {
  const addresses = "/URI (http:".repeat(5_000_000);
  const slow = pdfOf({ content: `<</Length ${addresses.length}>> stream\n${addresses}\nendstream` });
  await expect(
    finisher.finish(slow, { ...all, maxBytes: 1e9 }, { holder: accountHolder("acc_a"), signal }),
  ).rejects.toMatchObject({ code: "render_failed", retryable: false });
  expect(await finisher.finish(pdfOf(), all, { holder: accountHolder("acc_a"), signal })).toMatchObject({
    pageCount: 1,
    skipped: [],
  });
});

test.each([
  ["the PDF has no room for its objects", (pdf: string) => pdf.replace("xref\n0 9\n", "xref\n0 9999999999\n")],
  ["the PDF has no trailer", (pdf: string) => pdf.replace("startxref", "startxre")],
])("a damaged PDF is refused before its objects are read: %s", (message, damage) => {
  expect(() => amended(Buffer.from(damage(pdfOf().toString("latin1")), "latin1"))).toThrow(unreadable(message));
});
