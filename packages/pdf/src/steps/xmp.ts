import { plainStreamOf } from "../objects/pdf-object.ts";
import type { PdfObjects } from "../objects/pdf-objects.ts";
import { readTextString } from "../objects/text-string.ts";
import type { Step } from "./step.ts";

/** Writes the properties as XMP too, in the same words: readers of archives know no other. */
export const xmp: Step = {
  name: "xmp",
  isRequired: true,
  apply(objects, { properties }) {
    if (properties === undefined) return;
    const number = objects.takeNumber();
    // Programs find XMP in a file of any kind, so it is not compressed.
    const entries = new Map([
      ["Type", "/Metadata"],
      ["Subtype", "/XML"],
    ]);
    objects.amend(number, plainStreamOf(Buffer.from(packetOf(objects)), entries));
    objects.setEntries(objects.root, { Metadata: `${number} 0 R` });
  },
};

const textOf = (written: string | undefined) => (written === undefined ? "" : escapeXml(readTextString(written)));
const asIs = (text: string) => text;
const inWords = (text: string) => `<rdf:Alt><rdf:li xml:lang="x-default">${text}</rdf:li></rdf:Alt>`;
const inList = (kind: "Seq" | "Bag") => (text: string) => `<rdf:${kind}><rdf:li>${text}</rdf:li></rdf:${kind}>`;

const element = (name: string, written: string | undefined, around = asIs) => {
  const text = textOf(written);
  return text === "" ? "" : `<${name}>${around(text)}</${name}>\n`;
};

function packetOf(objects: PdfObjects): string {
  const { entries: info } = objects.readDictionary(objects.info);
  const { entries: catalog } = objects.readDictionary(objects.root);
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">
<dc:format>application/pdf</dc:format>
${element("dc:title", info.get("Title"), inWords)}${element("dc:creator", info.get("Author"), inList("Seq"))}${element("dc:description", info.get("Subject"), inWords)}${element("dc:language", catalog.get("Lang"), inList("Bag"))}${element("pdf:Keywords", info.get("Keywords"))}${element("pdf:Producer", info.get("Producer"))}${element("xmp:CreatorTool", info.get("Creator"))}${dateElement("xmp:CreateDate", info.get("CreationDate"))}${dateElement("xmp:ModifyDate", info.get("ModDate"))}</rdf:Description>
</rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`;
}

const pdfDate = /^\(D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)\+00'00'\)$/;

function dateElement(name: string, written: string | undefined): string {
  const [, year, month, day, hours, minutes, seconds] = pdfDate.exec(written ?? "") ?? [];
  if (year === undefined) return "";
  return `<${name}>${year}-${month}-${day}T${hours}:${minutes}:${seconds}+00:00</${name}>\n`;
}

/** What no XML may contain, even escaped. */
const notInXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escapeXml(text: string): string {
  return text.replaceAll(notInXml, "").replaceAll(/[&<>"]/g, (character) => escapes[character] ?? character);
}
