import { after, testGrowth } from "@platen/testing/growth";
import { openPdfFile } from "./pdf-file.ts";
import { type PdfTexts, pdfWith } from "./testing/small-pdf.ts";

const files = [
  "pdf-file",
  "objects/end-of-text",
  "objects/pdf-dictionary",
  "objects/pdf-objects",
  "objects/page-tree",
  "objects/text-contents",
  "objects/text-string",
  "steps/dates",
  "steps/links",
  "steps/xmp",
  "characters/correct-to-unicode",
  "characters/add-layers",
  "characters/to-unicode-cmap",
  "characters/actual-texts",
  "characters/glyph-widths",
  "characters/layer-fonts",
  "characters/text-layer",
  "characters/text-runs",
];

function amended(texts: PdfTexts): void {
  const file = openPdfFile(pdfWith(texts));
  file.amend({ createdAt: new Date(0), language: "de", correctsToUnicode: true, properties: {} });
  file.bytes();
}

testGrowth(import.meta.dirname, {
  "the title of a PDF": { read: (title) => amended({ title }), files, limit: 20_000_000 },
  "a link of a PDF": { read: (address) => amended({ address }), files, limit: 20_000_000 },
  "the content of a PDF": {
    read: (content) => amended({ content }),
    files,
    limit: 64_000_000,
    known: [after("", "Tj\n"), after("/F7 1 Tf\n", "<Tj\n"), after("", "0 J\n0 j\nf\n")],
  },
  "a CMap of a PDF": {
    read: (mappings) => amended({ mappings }),
    files,
    limit: 2_000_000,
    known: [after("", "<0000> <FFFF> <0041>\n")],
  },
});
