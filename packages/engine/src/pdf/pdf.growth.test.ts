import { after, testGrowth } from "@platen/testing/growth";
import { type PdfTexts, pdfWith } from "../../proof/small-pdf.ts";
import { finishPdf } from "./amend-pdf.ts";
import { mayReadBackWrongly } from "./may-read-back-wrongly.ts";

const files = [
  "pdf-file",
  "pdf-objects",
  "page-tree",
  "pdf-dates",
  "correct-to-unicode",
  "text-contents",
  "add-layers",
  "pdf-dictionary",
  "pdf-links",
  "to-unicode-cmap",
  "actual-texts",
  "glyph-widths",
  "layer-fonts",
  "text-layer",
  "text-runs",
  "page-faults",
];

function amended(texts: PdfTexts): void {
  finishPdf(pdfWith(texts), {
    createdAt: new Date(0),
    language: "de",
    correctsToUnicode: true,
    scale: 1,
    hasHeader: false,
    maxPages: 10,
    maxBytes: 100_000_000,
  });
}

testGrowth(import.meta.dirname, {
  "the characters of filled HTML": { read: mayReadBackWrongly, files: ["may-read-back-wrongly"], limit: 20_000_000 },
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
