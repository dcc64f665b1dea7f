import { deflateSync } from "node:zlib";

export const dates = "/CreationDate (D:20200101000000+00'00')\n/ModDate (D:20200101000000+00'00')";
export const link = (address: string) =>
  `<</Type /Annot\n/Subtype /Link\n/Rect [0 0 1 1]\n/A <</Type /Action\n/S /URI\n/URI (${address})>>>>`;
/** A CMap with these mappings, as Chromium writes it. */
export const cmapOf = (mappings: string) =>
  `/CIDInit /ProcSet findresource begin\nendcodespacerange\n${mappings}\nendcmap\n`;
export const fontWith = "<</Type /Font\n/Subtype /Type0\n/ToUnicode 6 0 R>>";

export function streamOf(text: string): string {
  const content = deflateSync(text).toString("latin1");
  return `<</Filter /FlateDecode\n/Length ${content.length}>> stream\n${content}\nendstream`;
}

/** A PDF as Chromium writes it. Its objects: information, catalog, page tree, page, link, stream, font, content. */
export function pdfOf(
  changes: { info?: string; catalog?: string; link?: string; stream?: string; font?: string; content?: string } = {},
): Buffer {
  const objects = [
    changes.info ?? `<<${dates}>>`,
    changes.catalog ?? "<</Type /Catalog\n/Pages 3 0 R>>",
    "<</Type /Pages\n/Count 1\n/Kids [4 0 R]>>",
    "<</Type /Page\n/Parent 3 0 R\n/MediaBox [0 0 9 9]\n/Annots [5 0 R]\n/Contents 8 0 R>>",
    changes.link ?? link("https://example.com/"),
    changes.stream ?? streamOf(cmapOf("")),
    changes.font ?? "<</Type /Font\n/Subtype /Type0>>",
    changes.content ?? streamOf(""),
  ];
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const xref = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join("")}`;
  return Buffer.from(
    `${text}${xref}trailer\n<</Size 9\n/Root 2 0 R\n/Info 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`,
    "latin1",
  );
}

/** A text as Chromium escapes it between brackets. */
const escaped = (text: string) => text.replaceAll(/[\\()]/g, String.raw`\$&`);
const plainStream = (text: string) => `<</Length ${text.length}>> stream\n${text}\nendstream`;

/** Texts of a document, in the places where Chromium writes them. */
export type PdfTexts = { title?: string; address?: string; mappings?: string; content?: string };

/** A PDF with these texts: title and address escaped as Chromium does, mappings and content not compressed. */
export function pdfWith({ title = "", address = "", mappings = "<0001> <02BC>", content = "" }: PdfTexts): Buffer {
  return pdfOf({
    info: `<</Title (${escaped(title)})\n${dates}>>`,
    link: link(escaped(address)),
    stream: plainStream(cmapOf(mappings)),
    font: fontWith,
    content: plainStream(content),
  });
}
