import { pdfText } from "@platen/testing";
import { markOf, type BenchDocument } from "./bench-document.ts";

/** Reading the text of a PDF takes as long as printing it, so the check reads one PDF in so many. */
const readEach = 10;

/** Describes the fault of a PDF, if it has one: its pages, the mark of its run, or the texts of the document. */
export async function problemOf(pdf: Buffer, document: BenchDocument, run: number): Promise<string | undefined> {
  const source = pdf.toString("latin1");
  if (!source.startsWith("%PDF-")) return "not a PDF";
  const pageCount = source.match(/\/Type \/Page\b/g)?.length ?? 0;
  if (pageCount !== document.pageCount) return `${pageCount} pages instead of ${document.pageCount}`;
  if (run % readEach !== 0) return undefined;
  const text = withoutSpaces((await pdfText(pdf)).join(""));
  const missing = [markOf(run), ...document.texts].find((expected) => !text.includes(withoutSpaces(expected)));
  if (missing === undefined) return undefined;
  return missing === markOf(run) ? "a text without its mark" : `a text without "${missing}"`;
}

const withoutSpaces = (text: string) => text.replaceAll(/\s/g, "");
