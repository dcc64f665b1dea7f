import { execFileSync } from "node:child_process";
import { PDFiumLibrary } from "@hyzyla/pdfium";
import { pdfText } from "@platen/testing";

export const readerNames = ["Poppler", "pdf.js", "PDFium"] as const;
export type ReaderName = (typeof readerNames)[number];

/** Marks of direction, which Poppler adds, and those of PDFium for a hyphen at the end of a line. */
const added = /[\u200e\u200f\u202a-\u202e]/gu;

/** What a reader finds when it is asked for the text of a PDF: its words in their order. */
export async function wordsBy(reader: ReaderName, pdf: Buffer): Promise<string> {
  const text = await readBy[reader](pdf);
  return text.replaceAll(added, "").normalize("NFC").split(/\s+/).join(" ").trim();
}

const readBy: Record<ReaderName, (pdf: Buffer) => string | Promise<string>> = {
  Poppler: (pdf) => execFileSync("pdftotext", ["-enc", "UTF-8", "-", "-"], { input: pdf, encoding: "utf8" }),
  "pdf.js": async (pdf) => (await pdfText(pdf)).join("\n"),
  PDFium: async (pdf) => {
    const library = await PDFiumLibrary.init();
    try {
      const document = await library.loadDocument(pdf);
      return [...document.pages()].map((page) => page.getText()).join("\n");
    } finally {
      library.destroy();
    }
  },
};
