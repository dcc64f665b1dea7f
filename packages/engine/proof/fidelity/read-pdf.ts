import { createHash } from "node:crypto";
import {
  pdfFonts,
  pdfInfo,
  pdfPictures,
  pdfTargets,
  pdfText,
  type PdfFont,
  type PdfInfo,
  type PdfTargets,
} from "@platen/testing";
import { withoutDates } from "./without-dates.ts";

/** Everything in a PDF that a reader can see, copy or follow. */
export type ReadPdf = {
  info: PdfInfo;
  text: string[];
  fonts: PdfFont[];
  targets: PdfTargets;
  /** A digest of the picture of each page. */
  pictureDigests: string[];
  isBlank: boolean;
};

// Long documents have many similar pages, for which small pictures are enough.
const dpi = { few: 60, many: 24 };
const manyPages = 40;

/** Creates a reader that reads PDFs with equal bytes, apart from their dates, only once. */
export function createPdfReader(): (pdf: Uint8Array) => Promise<ReadPdf> {
  const known = new Map<string, Promise<ReadPdf>>();
  return (pdf) => {
    const key = sha256(withoutDates(pdf));
    const reading = known.get(key) ?? readPdf(pdf);
    known.set(key, reading);
    return reading;
  };
}

async function readPdf(pdf: Uint8Array): Promise<ReadPdf> {
  const info = await pdfInfo(pdf);
  const pictures = await pdfPictures(pdf, { dpi: info.pageCount > manyPages ? dpi.many : dpi.few });
  return {
    info,
    text: await pdfText(pdf),
    fonts: await pdfFonts(pdf),
    targets: await pdfTargets(pdf),
    pictureDigests: pictures.map(({ width, height, rgba }) => `${width} × ${height} ${sha256(rgba)}`),
    isBlank: pictures.every(({ rgba }) => rgba.every((value) => value === 255)),
  };
}

function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
