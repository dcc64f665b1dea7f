import { pdfWith } from "@platen/pdf/testing";
import { testGrowth } from "@platen/testing/growth";
import { finishPdf } from "./finish-pdf.ts";
import { mayReadBackWrongly } from "./may-read-back-wrongly.ts";

function finished(content: string): void {
  finishPdf(pdfWith({ content }), { scale: 1, hasHeader: false, maxPages: 10, maxBytes: 100_000_000 });
}

testGrowth(import.meta.dirname, {
  "the characters of filled HTML": { read: mayReadBackWrongly, files: ["may-read-back-wrongly"], limit: 20_000_000 },
  "the content of a PDF's page": { read: finished, files: ["finish-pdf", "page-faults"], limit: 64_000_000 },
});
