import { expect, test } from "@jest/globals";
import { amendPdf } from "./amend-pdf.ts";
import { openPdfFile } from "./pdf-file.ts";

const dates = "/CreationDate (D:20200101000000+00'00')\n/ModDate (D:20200101000000+00'00')";
const link = (address: string) =>
  `<</Type /Annot\n/Subtype /Link\n/Rect [0 0 1 1]\n/A <</Type /Action\n/S /URI\n/URI (${address})>>>>`;

/** A PDF as Chromium writes it. Its objects: information, catalog, page tree, page, link, content. */
function pdfOf(changes: { info?: string; link?: string; contents?: string } = {}): Buffer {
  const objects = [
    changes.info ?? `<<${dates}>>`,
    "<</Type /Catalog\n/Pages 3 0 R>>",
    "<</Type /Pages\n/Count 1\n/Kids [4 0 R]>>",
    "<</Type /Page\n/Annots [5 0 R]\n/Contents 6 0 R>>",
    changes.link ?? link("https://example.com/"),
    changes.contents ?? "<</Length 0>> stream\n\nendstream",
  ];
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const xref = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join("")}`;
  return Buffer.from(
    `${text}${xref}trailer\n<</Size 7\n/Root 2 0 R\n/Info 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`,
  );
}

const all = { createdAt: new Date("2026-01-31T09:00:00Z"), language: "de", correctsToUnicode: true };

function amended(pdf: Buffer) {
  const file = openPdfFile(pdf);
  const skipped = amendPdf(file, all);
  return { skipped, pageCount: file.pageCount(), text: file.bytes().toString("latin1") };
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
  [
    "characters",
    { info: `<<${dates}\n/ToUnicode 6 0 R>>`, contents: "<</Filter /FlateDecode\n/Length 3>> stream\nabc\nendstream" },
  ],
])("a PDF whose %s cannot be read is given without this amendment, and without forbidden links", (what, changes) => {
  const { skipped, text } = amended(pdfOf({ ...changes, link: link("javascript:alert(1)") }));
  expect(skipped).toEqual([what]);
  expect(text).not.toContain("javascript");
});

test("a PDF whose links cannot be read is refused", () => {
  const odd = "<</Type /Annot\n/A 6 0 R\n/URI (file:///etc/passwd)>>";
  expect(() => amended(pdfOf({ link: odd }))).toThrow("cannot read a PDF link");
});

test("a PDF with a cross-reference stream is refused, because it may hide links", () => {
  const pdf = Buffer.from(
    "%PDF-1.5\n1 0 obj\n<</Type /XRef\n/Length 0>> stream\n\nendstream\nendobj\nstartxref\n9\n%%EOF\n",
  );
  expect(() => openPdfFile(pdf)).toThrow("the PDF has no trailer");
});
