import { expect, test } from "@jest/globals";
import { openPdfFile } from "../pdf-file.ts";
import { dates, pdfOf } from "../testing/small-pdf.ts";
import type { Wishes } from "./step.ts";

/** The packet of a PDF with this information, and all the text of the file. */
function written(info: string, wishes: Wishes): { packet: string | undefined; text: string } {
  const file = openPdfFile(pdfOf({ info: `<<${info}\n${dates}>>` }));
  expect(file.amend(wishes)).toEqual([]);
  const text = file.bytes().toString("utf8");
  return { packet: /<\?xpacket begin[^]*<\?xpacket end="w"\?>/.exec(text)?.[0], text };
}

test("a document that asks for no metadata has no XMP", () => {
  expect(written("", { metadata: { author: "Zoë" } }).packet).toBeUndefined();
});

test("the properties of the PDF are in the XMP in the same words, and those that are asked for come before others", () => {
  const title = "<feff004100e92013>";
  const { packet, text } = written(String.raw`/Title ${title} /Creator (Old \(1\) \101)`, {
    createdAt: new Date("2026-01-31T09:00:00Z"),
    language: "de-CH",
    metadata: { author: "From HTML", subject: "Kept" },
    properties: { author: "Müller & <Söhne>" },
  });
  expect(packet).toContain('<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Aé–</rdf:li></rdf:Alt></dc:title>');
  expect(packet).toContain("<dc:creator><rdf:Seq><rdf:li>Müller &amp; &lt;Söhne&gt;</rdf:li></rdf:Seq></dc:creator>");
  expect(packet).toContain('<dc:description><rdf:Alt><rdf:li xml:lang="x-default">Kept</rdf:li>');
  expect(packet).toContain("<dc:language><rdf:Bag><rdf:li>de-CH</rdf:li></rdf:Bag></dc:language>");
  expect(packet).toContain("<xmp:CreatorTool>Old (1) A</xmp:CreatorTool>");
  expect(packet).toContain("<xmp:CreateDate>2026-01-31T09:00:00+00:00</xmp:CreateDate>");
  expect(packet).not.toContain("pdf:Keywords");
  expect(text.match(/\/Author /g)).toHaveLength(1);
});

test("characters that XML cannot have are left out of the XMP", () => {
  const { packet } = written("", { properties: { subject: "a\u0000\u0001b\uffff\ud800c" } });
  expect(packet).toContain('xml:lang="x-default">abc</rdf:li>');
});
